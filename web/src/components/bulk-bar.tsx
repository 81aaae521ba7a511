import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.js';
import { words } from '../language/words.js';
import type { Selection } from './data-table.js';

interface BulkBarProps {
  readonly selection: Selection<unknown>;
  /** The commands for the rows selected. */
  readonly children: ReactNode;
}

/**
 * The number of selected rows, shown and hidden, beside the commands for them. Its space is reserved while it is empty.
 */
export function BulkBar({ selection: { chosen, hidden, clear }, children }: BulkBarProps) {
  const text = hidden === 0 ? words.common.selected(chosen.length) : words.common.selectedOf(chosen.length, hidden);
  return (
    <Group gap={8} role="group" aria-label={text}>
      <Text size="sm" role="status" me="auto">
        {text}
      </Text>
      <Button
        variant="subtle"
        className="bulk-clear"
        data-empty={chosen.length + hidden === 0 || undefined}
        onClick={clear}
      >
        <Icon name="x" />
        <span className="bulk-clear-text">{words.common.clearSelection}</span>
      </Button>
      {children}
    </Group>
  );
}
