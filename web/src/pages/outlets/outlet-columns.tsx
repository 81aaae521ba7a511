import { Button, Group, Text } from '@mantine/core';
import { en } from '../../language/en.js';
import { isolated } from '../../language/direction.js';
import { amps, watts } from '../../language/format.js';
import { live } from '../../live/live.js';
import { CommandButtons, labelsOf, type Command } from '../../parts/command-buttons.js';
import type { Column } from '../../parts/data-table.js';
import { LiveValue } from '../../parts/live-value.js';
import { LockNote } from '../../parts/lock-note.js';
import type { OutletRow } from './outlet-rows.js';
import { OutletReason, OutletState } from './outlet-state.js';
import { isAlready, refusalOf } from './switch-plan.js';

interface Deeds {
  readonly maySwitch: (id: string) => boolean;
  readonly onSwitch: (outlet: OutletRow, command: Command) => void;
  readonly onEdit: (outlet: OutletRow) => void;
}

/** The columns of the outlets. Where the model does not switch, or the role may not, there are no buttons. */
export function outletColumns(
  deeds: Deeds,
  { switches, meters }: { switches: boolean; meters: boolean },
): Column<OutletRow>[] {
  const columns: Column<OutletRow>[] = [
    {
      key: 'index',
      header: en.outlets.index,
      cell: (row) => row.outletIndex,
      sort: (row) => row.outletIndex,
      width: '52px',
    },
    {
      key: 'name',
      header: en.common.name,
      cell: (row) => <Name row={row} />,
      sort: (row) => row.outletName,
      width: '28%',
    },
  ];
  if (switches) {
    const sort = (row: OutletRow): string => row.state ?? '';
    columns.push({
      key: 'state',
      header: en.common.state,
      cell: ({ id }) => (
        <span className="outlet-state">
          <OutletState id={id} />
          <OutletReason id={id} />
        </span>
      ),
      sort,
      width: '140px',
    });
  }
  if (meters) {
    columns.push(
      {
        key: 'current',
        header: en.outlets.current,
        cell: ({ id }) => <LiveValue list="outlets" id={id} text={(now) => amps(now?.currentRms)} />,
        sort: ({ id }) => live.thing('outlets', id)?.currentRms ?? -1,
        align: 'right',
        width: '96px',
      },
      {
        key: 'power',
        header: en.outlets.power,
        cell: ({ id }) => <LiveValue list="outlets" id={id} text={(now) => watts(now?.watts)} />,
        sort: ({ id }) => live.thing('outlets', id)?.watts ?? -1,
        align: 'right',
        width: '96px',
      },
    );
  }
  columns.push(
    {
      key: 'bank',
      header: en.outlets.bank,
      cell: (row) => <span className="no-wrap">{row.bankName}</span>,
      sort: (row) => row.bankName,
      isMinor: true,
    },
    {
      key: 'groups',
      header: en.outlets.groups,
      cell: (row) => en.common.names(row.groups),
      sort: (row) => row.groups.join(),
      isMinor: true,
    },
    {
      key: 'protection',
      header: en.outlets.protection,
      cell: ({ protection }) =>
        protection === 'none' ? '' : <span className="no-wrap">{en.outlets.protectionWord[protection]}</span>,
      sort: ({ protection }) => protection,
      isMinor: true,
    },
    { key: 'deeds', header: '', cell: (row) => <Deeds row={row} deeds={deeds} switches={switches} />, align: 'right' },
  );
  return columns;
}

function Name({ row: { outletName, receptacle, protection, groups } }: { readonly row: OutletRow }) {
  const more = [...groups, ...(protection === 'none' ? [] : [en.outlets.protectionWord[protection]])];
  return (
    <div className="outlet-name">
      <Text size="sm" fw={600} lh={1.2} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{outletName}</bdi>
      </Text>
      <Text size="xs" c="dimmed" lh={1.2}>
        {receptacle}
        <span className="narrow-only">{more.map((word) => ` · ${isolated(word)}`).join('')}</span>
      </Text>
    </div>
  );
}

function Deeds({
  row,
  deeds,
  switches,
}: {
  readonly row: OutletRow;
  readonly deeds: Deeds;
  readonly switches: boolean;
}) {
  if (!deeds.maySwitch(row.id)) return null;
  const name = row.outletName;
  return (
    <Group className="row-deeds" gap={4} wrap="nowrap" justify="flex-end">
      {switches && row.protection === 'locked' && (
        <LockNote text={en.outlets.locked} reason={en.outlets.lockedReason} />
      )}
      {switches && row.protection === 'rebootOnly' && (
        <LockNote text={en.outlets.rebootOnly} reason={en.outlets.rebootOnlyReason} />
      )}
      {switches && (
        <CommandButtons
          size="compact-xs"
          labels={labelsOf(name)}
          isLeftOut={(command) => refusalOf(row, command) !== undefined}
          isIdle={(command) => isAlready(row, command)}
          onCommand={(command) => deeds.onSwitch(row, command)}
        />
      )}
      <Button size="compact-xs" variant="subtle" aria-label={en.outlets.editOf(name)} onClick={() => deeds.onEdit(row)}>
        {en.common.edit}
      </Button>
    </Group>
  );
}
