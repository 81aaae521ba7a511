import { Stack, Table, Text } from '@mantine/core';
import { en } from '../../language/en.js';
import { amps, watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import type { Command } from '../../parts/command-buttons.js';
import { LiveValue } from '../../parts/live-value.js';
import { OutletState } from './outlet-state.js';
import type { OutletRow } from './outlet-rows.js';

/** What a command would do to what hangs on the outlets now. */
export function SwitchQuestion({
  outlets,
  command,
}: {
  readonly outlets: readonly OutletRow[];
  readonly command: Command;
}) {
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={380} mah="50vh" type="native">
        <Table withRowBorders verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{en.outlets.outlet}</Table.Th>
              <Table.Th>{en.common.state}</Table.Th>
              <Table.Th ta="right">{en.outlets.confirmOnNow}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {outlets.map((outlet) => (
              <Asked key={outlet.id} outlet={outlet} command={command} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {command !== 'ON' && outlets.length > 1 && <Total ids={outlets.map(({ id }) => id)} />}
    </Stack>
  );
}

function Asked({ outlet, command }: { readonly outlet: OutletRow; readonly command: Command }) {
  const hindrance = hindranceOf(outlet, command);
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600} size="sm">
          {outlet.outletIndex}. {outlet.outletName}
        </Text>
        {outlet.groups.length > 0 && (
          <Text size="xs" c="dimmed">
            {en.outlets.confirmInGroups}: {outlet.groups.join(', ')}
          </Text>
        )}
        {hindrance && (
          <Text size="xs" fw={600} style={{ color: 'var(--warn)' }}>
            {hindrance}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <OutletState id={outlet.id} />
      </Table.Td>
      <Table.Td ta="right">
        <LiveValue list="outlets" id={outlet.id} text={(now) => amps(now?.currentRms)} />{' '}
        <LiveValue list="outlets" id={outlet.id} text={(now) => watts(now?.watts)} />
      </Table.Td>
    </Table.Tr>
  );
}

function Total({ ids }: { readonly ids: readonly string[] }) {
  const text = useLiveSummary(() => {
    const outlets = live.all('outlets').filter(({ id }) => ids.includes(id));
    const sum = (pick: (outlet: (typeof outlets)[number]) => number | undefined): number =>
      outlets.reduce((total, outlet) => total + (pick(outlet) ?? 0), 0);
    return en.outlets.confirmTotal(amps(sum(({ currentRms }) => currentRms)), watts(sum((outlet) => outlet.watts)));
  });
  return <Text size="sm">{text}</Text>;
}

/** What its protection will say to the command. */
function hindranceOf({ protection }: OutletRow, command: Command): string | undefined {
  if (protection === 'locked') return en.outlets.isLocked;
  if (command === 'ON') return undefined;
  if (protection === 'rebootOnly' && command === 'OFF') return en.outlets.isRebootOnly;
  return protection === 'confirm' ? en.outlets.needsConfirm : undefined;
}
