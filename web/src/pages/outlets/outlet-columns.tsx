import { Link } from 'react-router';
import { words } from '../../language/words.js';
import { consumerNames } from '../../components/consumer-names.js';
import { isolated } from '../../language/direction.js';
import { watts } from '../../language/format.js';
import { live } from '../../live/live.js';
import { CommandButtons, labelsOf, type Command } from '../../components/command-buttons.js';
import type { Column } from '../../components/data-table.js';
import { LiveValue } from '../../components/live-value.js';
import { PlainButton } from '../../components/plain-button.js';
import { outletTitle } from '../../components/outlet-title.js';
import type { NodesById } from '../../components/power-tree.js';
import { StateLabel } from '../../components/state-label.js';
import { useSession } from '../../session/session.js';
import type { OutletRow } from './outlet-rows.js';
import { OutletCurrent } from './outlet-current.js';
import { LockNote } from './lock-note.js';
import { DrawsAgain, OutletReason, OutletState } from './outlet-state.js';
import { WhyLink } from './why-link.js';
import './outlet-columns.css';
import { isAlready, refusalOf } from './switch-plan.js';

export interface OutletCommands {
  readonly maySwitch: (id: string) => boolean;
  /** The outlets that the role may only view say so, as there are others that it may switch. */
  readonly notesViewOnly: boolean;
  readonly onSwitch: (outlet: OutletRow, command: Command, isHeld?: boolean) => void;
  readonly onEdit: (outlet: OutletRow) => void;
}

/** The features of a model and its outlets that have columns. */
export interface OutletFeatures {
  readonly switches: boolean;
  readonly meters: boolean;
  /** The role may view the banks. */
  readonly hasBanks: boolean;
  readonly hasGroups: boolean;
  readonly hasProtection: boolean;
  /** The ratings of the receptacles. */
  readonly nodes: NodesById;
}

/** The columns of the outlets; there are no buttons if the model cannot switch, or the role may not. */
export function outletColumns(
  commands: OutletCommands,
  { switches, meters, hasBanks, hasGroups, hasProtection, nodes }: OutletFeatures,
): Column<OutletRow>[] {
  const columns: Column<OutletRow>[] = [
    {
      key: 'index',
      header: words.outlets.index,
      cell: (row) => row.outletIndex,
      sort: (row) => row.outletIndex,
      width: '52px',
    },
    {
      key: 'name',
      header: words.common.name,
      cell: (row) => <Name row={row} />,
      sort: outletTitle,
      width: '28%',
    },
  ];
  if (switches) {
    const sort = (row: OutletRow): string => row.state ?? '';
    columns.push({
      key: 'state',
      header: words.common.state,
      cell: (row) => (
        <span className="outlet-state">
          <span className="outlet-state-line">
            <OutletState id={row.id} />
            <WhyLink id={row.id} name={outletTitle(row)} />
          </span>
          <OutletReason id={row.id} />
          <DrawsAgain id={row.id} />
        </span>
      ),
      sort,
      width: 'var(--outlet-state-width)',
    });
  }
  if (meters) {
    columns.push(
      {
        key: 'current',
        header: words.outlets.current,
        cell: ({ id }) => <OutletCurrent id={id} node={nodes.get(id)} />,
        sort: ({ id }) => live.get('outlets', id)?.currentRms ?? -1,
        align: 'right',
        width: '96px',
      },
      {
        key: 'power',
        header: words.outlets.power,
        cell: ({ id }) => <LiveValue list="outlets" id={id} text={(now) => watts(now?.watts)} />,
        sort: ({ id }) => live.get('outlets', id)?.watts ?? -1,
        align: 'right',
        width: '96px',
      },
    );
  }
  if (hasBanks) {
    columns.push({
      key: 'bank',
      header: words.outlets.bank,
      cell: (row) => (
        <span className="outlet-bank" title={row.bankName}>
          {row.bankName}
        </span>
      ),
      sort: (row) => row.bankName,
      isMinor: true,
    });
  }
  if (hasGroups) {
    columns.push({
      key: 'groups',
      header: words.outlets.groups,
      cell: ({ groups }) => (
        <span className="outlet-groups" title={words.common.names(groups)}>
          {words.common.names(groups)}
        </span>
      ),
      sort: (row) => row.groups.join(),
      isMinor: true,
    });
  }
  if (hasProtection) {
    columns.push({
      key: 'protection',
      header: words.outlets.protection,
      cell: ({ protection }) => (protection === 'none' ? '' : words.outlets.protectionLabels[protection]),
      sort: ({ protection }) => protection,
      isMinor: true,
    });
  }
  columns.push({
    key: 'buttons',
    header: '',
    cell: (row) => <Buttons row={row} commands={commands} switches={switches} />,
    align: 'right',
  });
  return columns;
}

function Name({ row }: { readonly row: OutletRow }) {
  const { outletName, receptacle, protection, groups, device, labels, consumers } = row;
  const more = [...groups, ...(protection === 'none' ? [] : [words.outlets.protectionLabels[protection]])];
  return (
    <div className="outlet-name">
      <Link className="outlet-name-link" to={`/outlets/${row.id}`}>
        <bdi>{device?.name ?? outletName}</bdi>
      </Link>
      <p>
        {device?.name !== undefined && (
          <>
            <bdi>{outletName}</bdi>
            {' · '}
          </>
        )}
        {device?.rackUnit !== undefined && `${words.outlets.rackUnit(device.rackUnit)} · `}
        {receptacle}
        <span className="narrow-only">{more.map((text) => ` · ${isolated(text)}`).join('')}</span>
      </p>
      {labels && (
        <p>
          {Object.entries(labels)
            .map(([key, value]) => words.outlets.label(key, value))
            .join(' · ')}
        </p>
      )}
      {consumers && <p className="outlet-powers">{words.outlets.powers(consumerNames(consumers))}</p>}
      <Reachability device={device} />
    </div>
  );
}

/** The answer of the device to pings, where it is known; the exact time is in the title. */
function Reachability({ device }: Pick<OutletRow, 'device'>) {
  const { times } = useSession();
  if (device?.reachable === undefined) return null;
  return (
    <p title={words.outlets.since(times.dateTime(device.reachableSince))}>
      <StateLabel tone={device.reachable ? 'ok' : 'bad'} isLive>
        {device.reachable ? words.outlets.reachable : words.outlets.unreachable}
      </StateLabel>
    </p>
  );
}

function Buttons({
  row,
  commands,
  switches,
}: {
  readonly row: OutletRow;
  readonly commands: OutletCommands;
  readonly switches: boolean;
}) {
  if (!commands.maySwitch(row.id)) return switches && commands.notesViewOnly && <LockNote why="viewOnly" />;
  const refusal = refusalOf(row, 'OFF');
  const name = outletTitle(row);
  return (
    <span className="row-buttons">
      {switches && refusal && <LockNote why={refusal} />}
      {switches && (
        <CommandButtons
          size="compact-xs"
          labels={labelsOf(name)}
          isLeftOut={(command) => refusalOf(row, command) !== undefined}
          isIdle={(command) => isAlready(row, command)}
          onCommand={(command) => commands.onSwitch(row, command)}
          onHeld={(command) => commands.onSwitch(row, command, true)}
        />
      )}
      <PlainButton
        size="compact-xs"
        isSubtle
        aria-label={words.outlets.editOf(name)}
        onClick={() => commands.onEdit(row)}
      >
        {words.common.edit}
      </PlainButton>
    </span>
  );
}
