import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../language/words.js';
import { deviceNow } from '../../live/device-now.js';
import type { Times } from '../../language/format.js';
import { fixedRange, localTimeOf, secondsOf, type TimeRange } from './time-range.js';

interface CustomRangeProps {
  readonly range: TimeRange;
  readonly times: Times;
  readonly onChoose: (range: TimeRange) => void;
}

/** Begin and end as this language writes times, in the zone of the device: the same in every browser. */
export function CustomRange({ range, times, onChoose }: CustomRangeProps) {
  const shown = secondsOf(range, deviceNow());
  const write = (at: number): string => times.dateTime(at).slice(0, 16);
  const [own, setOwn] = useState({ from: write(shown.from), to: write(shown.to) });
  const [error, setError] = useState('');
  const texts = words.timeRange;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const [from, to] = [localTimeOf(own.from), localTimeOf(own.to)];
        if (from === undefined || to === undefined) return setError(texts.invalid);
        const range = fixedRange(times.secondsOf(from), times.secondsOf(to));
        if (Number(range.from) >= Number(range.to)) return setError(texts.reversed);
        return onChoose(range);
      }}
    >
      <Group gap="xs" align="flex-end">
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            size="xs"
            w={140}
            label={texts[end]}
            placeholder={texts.format}
            value={own[end]}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => {
              setError('');
              setOwn((before) => ({ ...before, [end]: value }));
            }}
          />
        ))}
        <Button type="submit" variant="default">
          {texts.show}
        </Button>
      </Group>
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </form>
  );
}
