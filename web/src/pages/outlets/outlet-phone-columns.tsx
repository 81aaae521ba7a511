import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Column } from '../../components/data-table.js';
import { LiveValue } from '../../components/live-value.js';
import { outletTitle } from '../../components/outlet-title.js';
import { RelayButton } from '../../components/relay-button.js';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { live } from '../../live/live.js';
import { LockNote } from './lock-note.js';
import type { OutletCommands } from './outlet-columns.js';
import type { OutletRow } from './outlet-rows.js';
import { OutletState } from './outlet-state.js';
import { refusalOf } from './switch-plan.js';

/** The columns on a phone: the number, name and state of an outlet, its power, and one button that switches it over, or why there is none. */
export function outletPhoneColumns(
  commands: OutletCommands,
  { switches, meters }: { readonly switches: boolean; readonly meters: boolean },
): Column<OutletRow>[] {
  return [
    {
      key: 'name',
      header: words.common.name,
      sort: outletTitle,
      cell: (row) => <Name row={row} hasState={switches} />,
    },
    ...(meters
      ? [{ key: 'power', header: words.outlets.power, cell: ({ id }: OutletRow) => <Power id={id} />, sort: powerOf }]
      : []),
    {
      key: 'buttons',
      header: '',
      cell: (row) => <Switch row={row} commands={commands} />,
      align: 'right',
    },
  ];
}

/** The link covers the line of the state too, so that a finger can hit it. */
const Name = ({ row, hasState }: { readonly row: OutletRow; readonly hasState: boolean }) => (
  <div className="outlet-line" data-state={hasState || undefined}>
    <span className="outlet-line-number">{row.outletIndex}</span>
    <Anchor component={Link} to={`/outlets/${row.id}`} c="inherit" size="sm" fw={600}>
      <bdi>{row.device?.name ?? row.outletName}</bdi>
    </Anchor>
    {hasState && <OutletState id={row.id} />}
  </div>
);

const powerOf = ({ id }: OutletRow): number => live.get('outlets', id)?.watts ?? -1;

const Power = ({ id }: { readonly id: string }) => (
  <LiveValue list="outlets" id={id} text={(now) => watts(now?.watts)} width={7} />
);

function Switch({ row, commands }: { readonly row: OutletRow; readonly commands: OutletCommands }) {
  const command = row.state === 'ON' ? 'OFF' : 'ON';
  if (row.state === undefined) return null;
  if (!commands.maySwitch(row.id)) return commands.notesViewOnly && <LockNote why="viewOnly" />;
  const refusal = refusalOf(row, command);
  if (refusal) return <LockNote why={refusal} />;
  return (
    <RelayButton
      aria-label={(command === 'ON' ? words.outlets.turnOnOf : words.outlets.turnOffOf)(outletTitle(row))}
      onClick={() => commands.onSwitch(row, command)}
      onHeld={() => commands.onSwitch(row, command, true)}
    >
      {command === 'ON' ? words.outlets.turnOn : words.outlets.turnOff}
    </RelayButton>
  );
}
