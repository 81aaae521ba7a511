import { Link } from 'react-router';
import { Icon } from '../components/icons.js';
import { words } from '../language/words.js';
import { useAlarms } from '../session/alarms.js';
import './alarm-badge.css';

/** The number of active alarms in the header, as a link to them; nothing is shown while there is none. */
export function AlarmBadge() {
  const alarms = useAlarms();
  const [worst] = alarms;
  return (
    <span role="status" className="alarm-badge-place">
      {worst && (
        <Link className="alarm-badge live" data-tone={worst.tone} to="/" title={worst.text}>
          <Icon name="alert" />
          <span className="alarm-badge-text">{words.shell.alarms(alarms.length)}</span>
        </Link>
      )}
    </span>
  );
}

/** The same number beside a page of the navigation. */
export function AlarmCount() {
  const alarms = useAlarms();
  const [worst] = alarms;
  if (!worst) return null;
  return (
    <span className="alarm-count" data-tone={worst.tone} aria-label={words.shell.alarms(alarms.length)} role="img">
      {alarms.length}
    </span>
  );
}
