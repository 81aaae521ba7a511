import { Button } from '@mantine/core';
import type { Alarm } from '../../components/alarms.js';
import { Icon } from '../../components/icons.js';
import { STATE_MARKS } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { duration } from '../../language/format.js';
import { useLiveSummary } from '../../live/live.js';
import { ageNow } from '../../session/alarm-age-now.js';
import { useSession } from '../../session/session.js';
import './worst-alarm.css';

interface WorstAlarmProps {
  readonly alarms: readonly Alarm[];
  /** The time at which they were read, while they cannot be read again. */
  readonly asOf: number | undefined;
  readonly onShow: (alarm: Alarm) => void;
}

/** One line for the worst alarm, with its age and one button that leads to its place. */
export function WorstAlarm({ alarms, asOf, onShow }: WorstAlarmProps) {
  const [worst] = alarms;
  const { times } = useSession();
  const isOfThen = asOf !== undefined && !worst?.isSilentHardware;
  return (
    <div role="status" className="worst-alarm-status">
      {worst && (
        <div
          className={worst.isSilentHardware ? 'worst-alarm' : 'worst-alarm live-picture'}
          data-tone={worst.tone}
          data-as-of={isOfThen ? asOf : undefined}
        >
          <span className="worst-alarm-text">
            <span aria-hidden="true">{STATE_MARKS[worst.tone]} </span>
            {worst.text}
          </span>
          {isOfThen ? (
            <span className="worst-alarm-age">{words.overview.alarmsAsOf(times.time(asOf))}</span>
          ) : (
            <Age alarm={worst} />
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="search" size={14} />}
            onClick={() => onShow(worst)}
          >
            {words.rack.showAlarm}
          </Button>
        </div>
      )}
    </div>
  );
}

/** It changes each minute, which screen readers do not announce. */
function Age({ alarm }: { readonly alarm: Alarm }) {
  const text = useLiveSummary(() => {
    const { seconds, isLeast } = ageNow(alarm);
    const whole = seconds < 60 ? seconds : Math.floor(seconds / 60) * 60;
    const rounded = seconds < 60 ? Math.floor(whole / 10) * 10 : whole;
    if (rounded < 10) return isLeast ? '' : words.common.justNow;
    return (isLeast ? words.overview.forMoreThan : words.overview.forTime)(duration(rounded));
  });
  return (
    <span aria-hidden="true" className="worst-alarm-age">
      {text}
    </span>
  );
}
