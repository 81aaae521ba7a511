import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { TimeRangeControl } from '../../components/time-range/time-range-control.js';
import type { TimeRange } from '../../components/time-range/time-range.js';
import { words } from '../../language/words.js';
import { deviceNow } from '../../live/device-now.js';
import { useSession } from '../../session/session.js';
import { monthBefore, STEPS, thisMonth, type EnergyChoice } from './energy-choice.js';

interface EnergyFieldsProps {
  readonly choice: EnergyChoice;
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (change: Partial<Pick<EnergyChoice, 'by' | 'step'>>) => void;
  readonly onRange: (range: TimeRange) => void;
}

/** The rows, the time and the steps of the report. */
export function EnergyFields({ choice, kinds, onChoose, onRange }: EnergyFieldsProps) {
  const { times } = useSession();
  const texts = words.energy;
  return (
    <Group gap="sm" align="flex-end" mb="md" className="no-print">
      <Select
        label={texts.by}
        data={kinds}
        value={choice.by}
        onChange={(by) => by !== null && onChoose({ by })}
        allowDeselect={false}
        w={200}
      />
      <TimeRangeControl range={choice.range} times={times} onChoose={onRange} />
      <Group gap="sm">
        <Button variant="default" onClick={() => onRange(thisMonth(deviceNow(), times))}>
          {texts.thisMonth}
        </Button>
        <Button variant="default" onClick={() => onRange(monthBefore(deviceNow(), times))}>
          {texts.lastMonth}
        </Button>
        <SegmentedControl
          size="xs"
          aria-label={texts.step}
          value={choice.step}
          onChange={(step) => onChoose({ step })}
          data={STEPS.map((value) => ({ value, label: texts.steps[value] }))}
        />
      </Group>
    </Group>
  );
}
