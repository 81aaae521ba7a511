import type { HubSchema } from '../../api/client.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { amps, watts } from '../../language/format.js';
import { words } from '../../language/words.js';
import { LastKnown } from './last-known.js';

type Bank = HubSchema['FleetBankView'];

/** The banks of a PDU with their breakers and newest readings; nothing for a PDU without banks. */
export function FleetBanks({ outlets }: { readonly outlets: HubSchema['FleetOutletsView'] | undefined }) {
  if (!outlets || outlets.banks.length === 0) return null;
  return (
    <Panel title={words.fleet.banks}>
      <LastKnown outlets={outlets}>
        <DataTable
          label={words.fleet.banks}
          columns={COLUMNS()}
          rows={outlets.banks}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
        />
      </LastKnown>
    </Panel>
  );
}

const COLUMNS = (): Column<Bank>[] => [
  { key: 'name', header: words.common.name, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'breaker', header: words.fleet.breaker, cell: breakerOf },
  { key: 'current', header: words.outlets.current, cell: ({ current }) => amps(current ?? undefined), align: 'right' },
  {
    key: 'power',
    header: words.fleet.power,
    cell: ({ activePower }) => watts(activePower ?? undefined),
    align: 'right',
  },
];

function breakerOf({ breakerClosed }: Bank) {
  if (breakerClosed === null) return '–';
  return (
    <StateLabel tone={breakerClosed ? 'ok' : 'bad'} isLive>
      {breakerClosed ? words.fleet.breakerClosed : words.fleet.breakerOpen}
    </StateLabel>
  );
}
