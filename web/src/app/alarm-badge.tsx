import { Link } from 'react-router';
import { Icon } from '../components/icons.js';
import { words } from '../language/words.js';
import { useUnacknowledged } from '../session/alarms.js';
import './alarm-badge.css';

/**
 * The number of alarms that nobody has acknowledged, in the header, as a link to them; nothing while there is known to be none.
 * While they cannot be read, there is no number, which may be wrong, and the colour is that of the last one.
 */
export function AlarmBadge() {
  const { count, worst, isUnread } = useUnacknowledged();
  const label = isUnread ? words.shell.alarmsUnread : words.shell.alarms(count);
  return (
    <span role="status" className="alarm-badge-place">
      {(worst || isUnread) && (
        <Link
          className={isUnread || worst?.isSilentHardware ? 'alarm-badge' : 'alarm-badge live'}
          data-tone={worst?.tone ?? 'warn'}
          to={isUnread ? '/overview' : '/'}
          title={worst?.text}
          aria-label={label}
        >
          <Icon name="alert" />
          {/* A phone needs the room for the name of the PDU. */}
          <span className="mantine-visible-from-sm">{label}</span>
          <span className="mantine-hidden-from-sm">{isUnread ? '?' : count}</span>
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
      aria-label={isUnread ? words.shell.alarmsUnread : words.shell.alarms(count)}
      role="img"
    >
      {isUnread ? '?' : count}
    </span>
  );
}
