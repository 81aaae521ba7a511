import { Link } from 'react-router';
import { Icon } from '../components/icons.js';
import { words } from '../language/words.js';
import { useUnacknowledged } from '../session/alarms.js';
import './alarm-badge.css';

/** The number of alarms that nobody has acknowledged, in the header, as a link to them; nothing while there is known to be none. */
export function AlarmBadge() {
  const { count, worst, isUnread } = useUnacknowledged();
  return (
    <span role="status" className="alarm-badge-place">
      {worst && (
        <Link
          className={worst.isSilentHardware ? 'alarm-badge' : 'alarm-badge live'}
          data-tone={worst.tone}
          to="/"
          title={worst.text}
          aria-label={words.shell.alarms(count)}
        >
          <Icon name="alert" />
          {/* A phone needs the room for the name of the PDU. */}
          <span className="mantine-visible-from-sm">{words.shell.alarms(count)}</span>
          <span className="mantine-hidden-from-sm">{count}</span>
        </Link>
      )}
      {!worst && isUnread && (
        <Link className="alarm-badge" data-tone="warn" to="/overview" aria-label={words.shell.alarmsUnread}>
          <Icon name="alert" />
          <span className="mantine-visible-from-sm">{words.shell.alarmsUnread}</span>
          <span className="mantine-hidden-from-sm">?</span>
        </Link>
      )}
    </span>
  );
}

/** The same number beside a page of the navigation. */
export function AlarmCount() {
  const { count, worst, isUnread } = useUnacknowledged();
  if (!worst && !isUnread) return null;
  return (
    <span
      className="alarm-count"
      data-tone={worst?.tone ?? 'warn'}
      aria-label={worst ? words.shell.alarms(count) : words.shell.alarmsUnread}
      role="img"
    >
      {worst ? count : '?'}
    </span>
  );
}
