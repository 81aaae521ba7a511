import { Button, Group, NumberInput, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { amps } from '../../language/format.js';
import type { CapacityNode } from './capacity-table.js';

type Place = Schema['PlacementView'];

interface Wanted {
  readonly watts: number;
  readonly powerFactor: number;
  readonly receptacle?: string;
}

/** The outlets that can take a new load. */
export function PlacementPanel({ nodes }: { readonly nodes: readonly CapacityNode[] }) {
  const [load, setLoad] = useState<number | string>(300);
  const [powerFactor, setPowerFactor] = useState<number | string>(0.95);
  const [receptacle, setReceptacle] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Wanted>();
  const { data, error, isFetching } = useApi('/api/capacity/placement', {
    ...(wanted && { query: wanted }),
    enabled: wanted !== undefined,
  });
  const receptacles = [...new Set(nodes.map((node) => node.receptacle).filter((name) => name !== undefined))];
  const isComplete = typeof load === 'number' && typeof powerFactor === 'number';
  const find = (): void => {
    if (isComplete) setWanted({ watts: load, powerFactor, ...(receptacle !== null && { receptacle }) });
  };
  const columns: Column<Place>[] = [
    {
      key: 'name',
      header: words.capacity.outlet,
      cell: ({ name, receptacle: connector }) => (
        <>
          <b>
            <bdi>{name}</bdi>
          </b>
          <Text size="xs" c="dimmed" lh={1.2}>
            {connector}
          </Text>
        </>
      ),
    },
    { key: 'left', header: words.capacity.left, align: 'right', cell: ({ headroomAmps }) => amps(headroomAmps) },
    { key: 'reason', header: words.capacity.reason, cell: ({ reason }) => reason },
  ];
  return (
    <Panel title={words.capacity.placement}>
      <Group gap="sm" align="flex-end">
        <NumberInput label={words.capacity.newLoad} value={load} onChange={setLoad} min={1} max={1_000_000} w={120} />
        <NumberInput
          label={words.capacity.powerFactor}
          value={powerFactor}
          onChange={setPowerFactor}
          min={0.05}
          max={1}
          step={0.05}
          w={120}
        />
        <Select
          label={words.capacity.receptacle}
          placeholder={words.capacity.anyReceptacle}
          data={receptacles}
          value={receptacle}
          onChange={setReceptacle}
          clearable
          w={180}
        />
        <Button disabled={!isComplete} loading={isFetching} onClick={find}>
          {words.capacity.find}
        </Button>
      </Group>
      {error && <ErrorNote error={error} />}
      {data && (
        <div style={{ marginTop: 12 }}>
          <DataTable
            label={words.capacity.places}
            columns={columns}
            rows={data.places}
            rowKey={({ outlet }) => outlet}
            rowName={({ name }) => name}
            empty={words.capacity.noPlace}
          />
          <Text size="sm" c="dimmed" mt="xs">
            {words.capacity.unfit(data.unfit)}
          </Text>
        </div>
      )}
    </Panel>
  );
}
