import type { Alarm } from '../../components/alarms.js';
import { StateLabel } from '../../components/state-label.js';
import { duration } from '../../language/format.js';
import { words } from '../../language/words.js';
import { useLiveSummary } from '../../live/live.js';
import { ageNow } from '../../session/alarm-age-now.js';

/** The alarms, the worst first, each with its age; nothing while there is none. */
export function WallAlarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
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
function Age({ alarm }: { readonly alarm: Alarm }) {
  const text = useLiveSummary(() => {
    const { seconds, isLeast } = ageNow(alarm);
    const length = duration(seconds < 60 ? seconds : Math.floor(seconds / 60) * 60);
    return (isLeast ? words.rack.forMoreThan : words.rack.forTime)(length);
  });
  return (
    <span className="wall-age" aria-hidden="true">
      {text}
    </span>
  );
}
