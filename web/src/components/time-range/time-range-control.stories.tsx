import { Sent } from '../../../stories/sent.js';
import type { Stories, Story } from '../../../stories/story.js';
import { timesIn } from '../../language/format.js';
import { fixedRange, presetRange, type TimeRange } from './time-range.js';
import { TimeRangeControl } from './time-range-control.js';

const control = (range: TimeRange): Story => ({
  show: () => <TimeRangeControl range={range} times={timesIn('Europe/Berlin')} onChoose={() => undefined} />,
});

export default {
  preset: control(presetRange('7d')),
  custom: control(fixedRange(1_772_438_400, 1_772_496_000)),
  refused: {
    show: () => (
      <Sent>
        <TimeRangeControl
          range={fixedRange(1_772_496_000, 1_772_438_400)}
          times={timesIn('Europe/Berlin')}
          onChoose={() => undefined}
        />
      </Sent>
    ),
  },
} satisfies Stories;
