import type { HubSchema } from '../../api/client.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { Panel } from '../../components/page.js';
import { amps, factor, kilowattHours, volts, watts } from '../../language/format.js';
import { words } from '../../language/words.js';
import { LastKnown } from './last-known.js';
import { inletRows, type InletRow } from './inlet-rows.js';

/** The inlets of a PDU with their newest readings, each followed by its lines; nothing for a PDU that has not said them. */
export function FleetInlets({ outlets }: { readonly outlets: HubSchema['FleetOutletsView'] | undefined }) {
  if (!outlets || outlets.inlets.length === 0) return null;
  return (
    <Panel title={words.overview.inlets}>
      <LastKnown outlets={outlets}>
        <DataTable
          label={words.overview.inlets}
          columns={COLUMNS()}
          rows={inletRows(outlets.inlets)}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
        />
      </LastKnown>
    </Panel>
  );
}

const COLUMNS = (): Column<InletRow>[] => [
  { key: 'name', header: words.common.name, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'voltage', header: words.overview.voltage, cell: ({ voltage }) => volts(voltage), align: 'right' },
  { key: 'current', header: words.overview.current, cell: ({ current }) => amps(current), align: 'right' },
  { key: 'power', header: words.overview.activePower, cell: ({ activePower }) => watts(activePower), align: 'right' },
  { key: 'factor', header: words.overview.powerFactor, cell: ({ powerFactor }) => factor(powerFactor), align: 'right' },
  { key: 'energy', header: words.overview.energy, cell: ({ energy }) => kilowattHours(energy), align: 'right' },
];
