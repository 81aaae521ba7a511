import type { Alarm } from '../../components/alarms.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { useLiveSummary } from '../../live/live.js';
import { ageText } from '../../session/alarm-age-now.js';
import { useSession } from '../../session/session.js';

interface WallAlarmsProps {
  readonly alarms: readonly Alarm[];
  /** The time at which they were read, while they cannot be read again. */
  readonly asOf: number | undefined;
}

/** The alarms, the worst first, each with its age, those that somebody has acknowledged last and quieter. */
export function WallAlarms({ alarms, asOf }: WallAlarmsProps) {
  const { times } = useSession();
  return (
    <section className="wall-alarms" aria-label={words.overview.alarms} role="status">
      {alarms.length > 0 && (
        <ul data-as-of={asOf}>
          {alarms.map((alarm) => (
            <li key={alarm.id}>
              <StateLabel tone={alarm.acknowledgement ? 'quiet' : alarm.tone} isLive={!alarm.isSilentHardware}>
                {alarm.text}
              </StateLabel>
              <Age alarm={alarm} />
              {alarm.acknowledgement && <span className="wall-age">{words.overview.acknowledged}</span>}
              {asOf !== undefined && !alarm.isSilentHardware && (
                <span className="wall-age">{words.overview.alarmsAsOf(times.time(asOf))}</span>
              )}
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
