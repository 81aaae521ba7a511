import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Answer, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { amps, DASH, duration } from '../../language/format.js';
import { nameOf, type CapacityNode } from './capacity-table.js';

export type WhatIf = Answer<'post', '/api/capacity/what-if'>;
type Violation = Schema['CapacityViolationView'];
type Kind = 'watts' | 'addWatts' | 'off' | 'inletLost';

interface WhatIfPanelProps {
  readonly nodes: readonly CapacityNode[];
  readonly result: WhatIf | undefined;
  readonly onResult: (result: WhatIf) => void;
}

/** The form for a change that is only calculated, and what it would overload. */
export function WhatIfPanel({ nodes, result, onResult }: WhatIfPanelProps) {
  const outlets = nodes.filter(({ kind }) => kind === 'outlet');
  const inlets = nodes.filter(({ kind }) => kind === 'inlet');
  const mayBeOff = outlets.some(({ state }) => state !== undefined);
  const kinds: Kind[] = [
    ...(outlets.length > 0 ? (['watts', 'addWatts'] as const) : []),
    ...(outlets.length > 0 && mayBeOff ? (['off'] as const) : []),
    ...(inlets.length > 0 ? (['inletLost'] as const) : []),
  ];
  const [chosenKind, setKind] = useState<Kind>();
  const kind = chosenKind ?? kinds[0];
  const [outlet, setOutlet] = useState<string | null>(null);
  const [inlet, setInlet] = useState<string | null>(null);
  const [load, setLoad] = useState<number | string>(200);
  const { mutate, error, isPending } = useChange((body: Schema['WhatIfDto']) =>
    api.post('/api/capacity/what-if', { body }),
  );
  if (kind === undefined) return null;
  const needsLoad = kind === 'watts' || kind === 'addWatts';
  const body = bodyOf(kind, outlet, inlet ?? inlets[0]?.id ?? null, load);
  return (
    <Panel title={words.capacity.whatIf}>
      <Group gap="sm" align="flex-end">
        <Select
          label={words.capacity.change}
          data={kinds.map((value) => ({ value, label: words.capacity.changes[value] }))}
          value={kind}
          onChange={(value) => value !== null && setKind(value)}
          allowDeselect={false}
          w={230}
        />
        {kind === 'inletLost' ? (
          <Select
            label={words.capacity.inlet}
            data={optionsOf(inlets)}
            value={inlet ?? inlets[0]?.id ?? null}
            onChange={setInlet}
            allowDeselect={false}
            w={220}
          />
        ) : (
          <Select
            label={words.capacity.outlet}
            data={optionsOf(outlets)}
            value={outlet}
            onChange={setOutlet}
            searchable
            w={220}
          />
        )}
        {needsLoad && (
          <NumberInput
            label={words.capacity.watts}
            value={load}
            onChange={setLoad}
            min={kind === 'watts' ? 0 : -1_000_000}
            max={1_000_000}
            w={120}
          />
        )}
        <Button
          disabled={body === undefined}
          loading={isPending}
          onClick={() => body && mutate(body, { onSuccess: onResult })}
        >
          {words.capacity.calculate}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {words.capacity.switchesNothing}
      </Text>
      {error && <ErrorNote error={error} />}
      {result && <Result result={result} nodes={nodes} />}
    </Panel>
  );
}

function bodyOf(
  kind: Kind,
  outlet: string | null,
  inlet: string | null,
  load: number | string,
): Schema['WhatIfDto'] | undefined {
  if (kind === 'inletLost') return inlet === null ? undefined : { inletLost: inlet };
  if (outlet === null) return undefined;
  if (kind === 'off') return { changes: [{ outlet, state: 'OFF' }] };
  return typeof load === 'number' ? { changes: [{ outlet, [kind]: load }] } : undefined;
}

const optionsOf = (nodes: readonly CapacityNode[]) =>
  nodes.map((node) => ({ value: node.id, label: `${nameOf(node)} (${node.id})` }));

function Result({ result, nodes }: { readonly result: WhatIf; readonly nodes: readonly CapacityNode[] }) {
  const namesOf = (ids: readonly string[]): string =>
    nodes
      .filter(({ id }) => ids.includes(id))
      .map(nameOf)
      .join(', ');
  const columns: Column<Violation>[] = [
    { key: 'name', header: words.common.name, cell: ({ name, kind }) => `${words.capacity.kinds[kind]} ${name}` },
    {
      key: 'would',
      header: words.capacity.wouldBe,
      align: 'right',
      cell: ({ wouldBeAmps, limitAmps, limit }) =>
        `${amps(wouldBeAmps)}, ${limit === 'rated' ? words.capacity.aboveRating(amps(limitAmps)) : words.capacity.aboveUsable(amps(limitAmps))}`,
    },
    {
      key: 'trip',
      header: words.capacity.trips,
      align: 'right',
      cell: ({ kind, tripSeconds }) => {
        if (kind !== 'bank') return DASH;
        return tripSeconds === undefined ? words.capacity.holds : words.capacity.tripsAfter(duration(tripSeconds));
      },
    },
  ];
  return (
    <Stack gap="xs" mt="md" role="status" aria-label={words.capacity.result}>
      {result.violations.length === 0 ? (
        <Text fw={600}>{words.capacity.noViolation}</Text>
      ) : (
        <>
          <Text fw={600} c="var(--bad)">
            {words.capacity.violations(result.violations.length)}
          </Text>
          <DataTable
            label={words.capacity.wouldBeOverloaded}
            columns={columns}
            rows={result.violations}
            rowKey={({ node }) => node}
            rowName={({ name }) => name}
          />
        </>
      )}
      {result.unpowered.length > 0 && <Text>{words.capacity.unpowered(namesOf(result.unpowered))}</Text>}
      {result.unknown.length > 0 && <Text>{words.capacity.unknown(namesOf(result.unknown))}</Text>}
    </Stack>
  );
}
