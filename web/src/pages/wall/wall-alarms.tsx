import { StateLabel } from '../../components/state-label.js';
import { duration } from '../../language/format.js';
import { words } from '../../language/words.js';
import { deviceNow } from '../../live/device-now.js';
import { useLiveSummary } from '../../live/live.js';
import type { SeenAlarm } from './use-alarm-ages.js';

/** The alarms, the worst first, each with its age; nothing while there is none. */
export function WallAlarms({ alarms }: { readonly alarms: readonly SeenAlarm[] }) {
  return (
    <section className="wall-alarms" aria-label={words.overview.alarms} role="status">
      {alarms.length > 0 && (
        <ul>
          {alarms.map((alarm) => (
            <li key={alarm.key}>
              <StateLabel tone={alarm.tone} isLive>
                {alarm.text}
              </StateLabel>
              <Age alarm={alarm} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Since when, to the minute; screen readers do not announce it each time that it changes. */
function Age({ alarm: { at, isOlder } }: { readonly alarm: SeenAlarm }) {
  const text = useLiveSummary(() => {
    const age = Math.max(0, deviceNow() - at);
    const length = duration(age < 60 ? age : Math.floor(age / 60) * 60);
    return isOlder ? words.wall.forAtLeast(length) : words.wall.for(length);
  });
  return (
    <span className="wall-age" aria-hidden="true">
      {text}
    </span>
  );
}
