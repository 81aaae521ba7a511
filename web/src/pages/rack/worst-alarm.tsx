import { Button } from '@mantine/core';
import type { Alarm } from '../../components/alarms.js';
import { Icon } from '../../components/icons.js';
import { STATE_MARKS } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { duration } from '../../language/format.js';
import { useLiveSummary } from '../../live/live.js';
import { ageNow } from '../../session/alarm-age-now.js';
import './worst-alarm.css';

interface WorstAlarmProps {
  readonly alarms: readonly Alarm[];
  readonly onShow: (alarm: Alarm) => void;
}

/** One line for the worst alarm, with its age and one button that leads to its place. */
export function WorstAlarm({ alarms, onShow }: WorstAlarmProps) {
  const [worst] = alarms;
  return (
    <div role="status" className="worst-alarm-status">
      {worst && (
        <div className={worst.isSilentHardware ? 'worst-alarm' : 'worst-alarm live-picture'} data-tone={worst.tone}>
          <span className="worst-alarm-text">
            <span aria-hidden="true">{STATE_MARKS[worst.tone]} </span>
            {worst.text}
          </span>
          <Age alarm={worst} />
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
