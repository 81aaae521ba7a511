import type { HubSchema } from '../../api/client.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { Panel } from '../../components/page.js';
import { celsius, percent } from '../../language/format.js';
import { words } from '../../language/words.js';
import { LastKnown } from './last-known.js';

type Sensor = HubSchema['FleetSensorView'];

/** The sensors of a PDU with their newest readings; nothing for a PDU without sensors. */
export function FleetSensors({ outlets }: { readonly outlets: HubSchema['FleetOutletsView'] | undefined }) {
  if (!outlets || outlets.sensors.length === 0) return null;
  return (
    <Panel title={words.fleet.sensors}>
      <LastKnown outlets={outlets}>
        <DataTable
          label={words.fleet.sensors}
          columns={COLUMNS()}
          rows={outlets.sensors}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
        />
      </LastKnown>
    </Panel>
  );
}

const COLUMNS = (): Column<Sensor>[] => [
  { key: 'name', header: words.common.name, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    key: 'temperature',
    header: words.overview.temperature,
    cell: ({ temperature }) => celsius(temperature ?? undefined),
    align: 'right',
  },
  {
    key: 'humidity',
    header: words.overview.humidity,
    cell: ({ humidity }) => percent(humidity ?? undefined),
    align: 'right',
  },
];
