import { Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { AmpsBar } from '../../components/load-bar.js';
import { phaseBalance } from '../../components/phase-balance.js';
import { words } from '../../language/words.js';
import { amps, percent, watts } from '../../language/format.js';
import { useSession } from '../../session/session.js';
import './capacity-table.css';

export type CapacityNode = Schema['CapacityNodeView'];

/** The name by which people know a node: the device, where one was entered. */
export const nameOf = ({ deviceName, name }: CapacityNode): string => deviceName ?? name;

interface CapacityTableProps {
  readonly nodes: readonly CapacityNode[];
  /** Share of the ratings for continuous loads. */
  readonly derating: number;
}

/** The power tree as a table: one row for each node, indented by its place in the tree. */
export function CapacityTable({ nodes, derating }: CapacityTableProps) {
  const { times } = useSession();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const columns: Column<CapacityNode>[] = [
    { key: 'name', header: words.common.name, cell: (node) => <NodeName node={node} />, width: '24%' },
    {
      key: 'load',
      header: words.capacity.load,
      cell: (node) => (
        <AmpsBar
          label={words.capacity.loadOf(nameOf(node))}
          value={node.nowAmps}
          rated={node.ratedAmps}
          warnShare={derating}
        />
      ),
      width: '26%',
    },
    {
      key: 'peak',
      header: words.capacity.peak,
      isMinor: true,
      cell: ({ peak: { day, week } }) => {
        const peak = week ?? day;
        return peak ? (
          <>
            {amps(peak.amps)}
            <Text size="xs" c="dimmed" lh={1.2}>
              {times.dateTime(peak.at)}
            </Text>
          </>
        ) : (
          amps(undefined)
        );
      },
    },
    {
      key: 'typical',
      header: words.capacity.typical,
      isMinor: true,
      align: 'right',
      cell: (node) => amps(node.typical),
    },
    {
      key: 'headroom',
      header: words.capacity.headroom,
      align: 'right',
      cell: ({ headroomAmps, headroomWatts }) => (
        <span data-level={headroomAmps !== undefined && headroomAmps < 0 ? 'bad' : undefined} className="headroom">
          {amps(headroomAmps)} <span className="headroom-watts">{watts(headroomWatts)}</span>
        </span>
      ),
    },
    {
      key: 'limit',
      header: words.capacity.limitedBy,
      isMinor: true,
      cell: (node) => {
        const limit = node.limitedBy === undefined ? undefined : byId.get(node.limitedBy);
        if (!limit) return amps(undefined);
        if (limit !== node) return <bdi>{nameOf(limit)}</bdi>;
        return node.partial ? words.capacity.itselfAsFarAsShown : words.capacity.itself;
      },
    },
    {
      key: 'balance',
      header: words.capacity.balance,
      isMinor: true,
      align: 'right',
      cell: ({ id, kind }) => (kind === 'inlet' ? percent(phaseBalance(currentsOfLines(nodes, id))) : amps(undefined)),
    },
  ];
  const hasLines = nodes.some(({ kind }) => kind === 'line');
  return (
    <DataTable
      label={words.capacity.tree}
      columns={hasLines ? columns : columns.filter(({ key }) => key !== 'balance')}
      rows={nodes}
      rowKey={({ id }) => id}
      rowName={nameOf}
      searchText={(node) => `${node.id} ${node.name} ${node.deviceName ?? ''} ${node.receptacle ?? ''}`}
      empty={words.capacity.nothing}
    />
  );
}

const currentsOfLines = (nodes: readonly CapacityNode[], inlet: string): (number | undefined)[] =>
  nodes.flatMap(({ kind, parents, nowAmps }) => (kind === 'line' && parents.includes(inlet) ? [nowAmps] : []));

const DEPTH: Readonly<Record<CapacityNode['kind'], number>> = { inlet: 0, line: 1, bank: 1, outlet: 2 };

function NodeName({ node }: { readonly node: CapacityNode }) {
  const { kind, receptacle, state } = node;
  const details = [words.capacity.kinds[kind], receptacle, state === 'OFF' ? words.common.off : undefined];
  return (
    <div className="capacity-name" data-depth={DEPTH[kind]}>
      <Text size="sm" fw={kind === 'outlet' ? 400 : 600} lh={1.2} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{nameOf(node)}</bdi>
      </Text>
      <Text size="xs" c="dimmed" lh={1.2}>
        {details.filter((text) => text !== undefined).join(' · ')}
      </Text>
    </div>
  );
}
