import { Button, Group, Text } from '@mantine/core';
import { CommandButtons, type Command } from '../../components/command-buttons.js';
import { outletTitle } from '../../components/outlet-title.js';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import './selection-bar.css';

interface SelectionBarProps {
  readonly rows: readonly OutletRow[];
  readonly isBusy: boolean;
  readonly onCommand: (command: Command) => void;
  readonly onClear: () => void;
}

/** More names than these are a number. */
const NAMED = 3;

/** The outlets selected in the picture, what they draw, which of them are protected, and the commands for them. */
export function SelectionBar({ rows, isBusy, onCommand, onClear }: SelectionBarProps) {
  const power = useLiveSummary(() => {
    const powers = rows.flatMap(({ id }) => live.get('outlets', id)?.watts ?? []);
    return powers.length === 0 ? '' : watts(powers.reduce((sum, each) => sum + each, 0));
  });
  const guarded = rows.filter(({ protection }) => protection !== 'none');
  const named = guarded
    .slice(0, guarded.length > NAMED ? NAMED - 1 : NAMED)
    .map((row) => words.rack.guarded(outletTitle(row), words.outlets.protectionLabels[row.protection]));
  const more = guarded.length - named.length;
  const names = words.common.names([...named, ...(more > 0 ? [words.rack.moreGuarded(more)] : [])]);
  const parts = [words.overview.outlets(rows.length), ...(power === '' ? [] : [power])];
  return (
    <section className="rack-selection" aria-label={words.rack.selection}>
      <Text size="sm" role="status" className="breakable">
        {rows.length === 0 ? (
          words.rack.selectHelp
        ) : (
          <>
            <b>{parts.join(', ')}</b>
            {named.length > 0 && `, ${words.rack.includes(names)}`}
          </>
        )}
      </Text>
      <Group gap={8}>
        {rows.length > 0 && <CommandButtons isBusy={() => isBusy} onCommand={onCommand} />}
        <Button variant="subtle" onClick={onClear}>
          {rows.length > 0 ? words.common.clearSelection : words.rack.selectDone}
        </Button>
      </Group>
    </section>
  );
}
