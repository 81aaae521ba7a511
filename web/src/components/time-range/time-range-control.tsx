import { Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../language/words.js';
import type { Times } from '../../language/format.js';
import { deviceNow } from '../../live/device-now.js';
import { CustomRange } from './custom-range.js';
import { PRESETS, presetOf, presetRange, stepped, type TimeRange } from './time-range.js';
import './time-range-control.css';

interface TimeRangeControlProps {
  readonly range: TimeRange;
  /** The formats of the device's zone. */
  readonly times: Times;
  readonly onChoose: (range: TimeRange) => void;
}

const CUSTOM = 'custom';

/** The time range of a page: the last hours or days, two times of one's own, and steps to the range before and after. */
export function TimeRangeControl({ range, times, onChoose }: TimeRangeControlProps) {
  const preset = presetOf(range);
  const [isOpen, setOpen] = useState(false);
  const isCustom = isOpen || preset === undefined;
  const texts = words.timeRange;
  const step = (direction: -1 | 1, label: string, sign: string) => (
    <Button
      variant="default"
      px="xs"
      aria-label={label}
      title={label}
      disabled={direction === 1 && range.to === undefined}
      onClick={() => onChoose(stepped(range, direction, deviceNow()))}
    >
      {sign}
    </Button>
  );
  return (
    <Group gap="xs" align="flex-end" maw="100%">
      <Group className="time-range-line" gap={4} align="stretch" wrap="nowrap" maw="100%">
        {step(-1, texts.before, '«')}
        <Box className="time-range-choices" maw="100%">
          <SegmentedControl
            className="time-range"
            size="xs"
            aria-label={texts.title}
            value={isCustom ? CUSTOM : preset}
            onChange={(value) => {
              setOpen(value === CUSTOM);
              if (value !== CUSTOM) onChoose(presetRange(value));
            }}
            data={[
              ...PRESETS.map((value) => ({ value, label: texts.presets[value] })),
              { value: CUSTOM, label: texts.custom },
            ]}
          />
        </Box>
        {step(1, texts.after, '»')}
        <Text className="time-range-zone" size="xs" c="dimmed">
          {texts.zone(times.zone)}
        </Text>
      </Group>
      {isCustom && (
        <CustomRange key={`${range.from} ${range.to ?? ''}`} range={range} times={times} onChoose={onChoose} />
      )}
    </Group>
  );
}
