import { Switch } from '@mantine/core';
import { words } from '../../language/words.js';
import { amps } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { LiveValue } from '../../components/live-value.js';
import { Panel } from '../../components/page.js';
import { CommittedNumber } from './committed-number.js';
import type { SimulatorPanelProps } from './simulator-panel-props.js';

interface Plug {
  readonly id: string;
  readonly name: string;
  readonly loadAmps: number;
  readonly relayStuck: boolean | undefined;
}

/** The simulated load and relay of each outlet. */
export function LoadsPanel({ simulator, set }: SimulatorPanelProps) {
  const names = useLiveSummary(() => JSON.stringify(live.all('outlets').map(({ id, outletName }) => [id, outletName])));
  const nameOf = new Map(JSON.parse(names) as [string, string][]);
  const plugs: Plug[] = Object.entries(simulator.outlets).map(([id, { loadAmps, relayStuck }]) => ({
    id,
    name: nameOf.get(id) ?? id,
    loadAmps,
    relayStuck,
  }));
  if (plugs.length === 0) return null;
  const columns: Column<Plug>[] = [
    { key: 'name', header: words.outlets.outlet, cell: ({ name }) => name, sort: ({ id }) => Number.parseInt(id, 10) },
    {
      key: 'load',
      header: words.simulator.loadAmps,
      width: '150px',
      cell: ({ id, name, loadAmps }) => (
        <CommittedNumber
          aria-label={words.simulator.loadOf(name)}
          w={110}
          min={0}
          max={40}
          step={0.5}
          decimalScale={2}
          value={loadAmps}
          onCommit={(value) => set({ outlets: { [id]: { loadAmps: value } } })}
        />
      ),
    },
    {
      key: 'current',
      header: words.outlets.current,
      align: 'right',
      width: '110px',
      cell: ({ id }) => <LiveValue list="outlets" id={id} text={(outlet) => amps(outlet?.currentRms)} />,
    },
    {
      key: 'stuck',
      header: words.simulator.relayStuck,
      cell: ({ id, name, relayStuck }) => (
        <Switch
          aria-label={words.simulator.relayStuckOf(name)}
          checked={relayStuck ?? false}
          onChange={(event) => set({ outlets: { [id]: { relayStuck: event.currentTarget.checked } } })}
        />
      ),
    },
  ];
  return (
    <Panel title={words.simulator.loads}>
      <DataTable
        label={words.simulator.loads}
        columns={columns}
        rows={plugs}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        searchText={({ name }) => name}
      />
    </Panel>
  );
}
