import { Box, Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { RANGES, type HistoryChoice } from './history-choice.js';

interface HistoryRangeProps {
  readonly choice: Pick<HistoryChoice, 'from' | 'to'>;
  readonly onChoose: (from: string, to: string | undefined) => void;
}

/** The fields for the time range: a preset, or start and end. */
export function HistoryRange({ choice: { from, to }, onChoose }: HistoryRangeProps) {
  const { times } = useSession();
  const isUsual = to === undefined && RANGES.some((range) => range === from);
  const [own, setOwn] = useState({ from: '', to: '' });
  const isWhole = own.from !== '' && own.to !== '' && own.from < own.to;
  return (
    <Group gap="sm" align="flex-end" maw="100%">
      <Box maw="100%">
        <SegmentedControl
          styles={{ root: { flexWrap: 'wrap' } }}
          size="xs"
          aria-label={en.history.range}
          value={isUsual ? from : ''}
          onChange={(range) => onChoose(range, undefined)}
          data={RANGES.map((range) => ({ value: range, label: en.history.ranges[range] }))}
        />
      </Box>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole) onChoose(String(times.secondsOf(own.from)), String(times.secondsOf(own.to)));
        }}
      >
        <Group gap="xs" align="flex-end">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="datetime-local"
              size="xs"
              label={en.history[end]}
              value={own[end]}
              onChange={({ currentTarget: { value } }) => setOwn((before) => ({ ...before, [end]: value }))}
            />
          ))}
          <Button type="submit" variant="default" disabled={!isWhole}>
            {en.history.show}
          </Button>
        </Group>
      </form>
    </Group>
  );
}
