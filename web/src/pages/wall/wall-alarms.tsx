import type { Alarm } from '../../components/alarms.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { useLiveSummary } from '../../live/live.js';
import { ageText } from '../../session/alarm-age-now.js';

/** The alarms, the worst first, each with its age, those that somebody has acknowledged last and quieter. */
export function WallAlarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
  return (
    <section className="wall-alarms" aria-label={words.overview.alarms} role="status">
      {alarms.length > 0 && (
        <ul>
          {alarms.map((alarm) => (
            <li key={alarm.id}>
              <StateLabel tone={alarm.acknowledgement ? 'quiet' : alarm.tone} isLive={!alarm.isSilentHardware}>
                {alarm.text}
              </StateLabel>
              <Age alarm={alarm} />
              {alarm.acknowledgement && <span className="wall-age">{words.overview.acknowledged}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Since when, to the minute; screen readers do not announce it each time that it changes. */
function Age({ alarm }: { readonly alarm: Alarm }) {
  const text = useLiveSummary(() => ageText(alarm));
  return (
    <span className="wall-age" aria-hidden="true">
      {text}
    </span>
  );
}
