import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import { BulkBar } from '../../components/bulk-bar.js';
import { CommandButtons } from '../../components/command-buttons.js';
import { DataTable, type Selection } from '../../components/data-table.js';
import { Page } from '../../components/page.js';
import { WhenRead } from '../../components/when-read.js';
import { usePowerTree } from '../../components/power-tree.js';
import { outletTitle } from '../../components/outlet-title.js';
import { OutletCsv } from './outlet-csv-buttons.js';
import { outletColumns, type OutletCommands } from './outlet-columns.js';
import { outletPhoneColumns } from './outlet-phone-columns.js';
import { useOutletFilters } from './outlet-filters.js';
import { useOutletRows, type OutletRow } from './outlet-rows.js';
import { OutletSettings } from './outlet-settings.js';
import { PowerCycleEnds } from './power-cycle-ends.js';
import { useSwitching } from './use-switching.js';

export default function OutletsPage() {
  const { rights } = useSession();
  const rows = useOutletRows();
  const groups = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  return <WhenRead reads={[groups, { isLoading: !rows }]}>{rows && <Outlets rows={rows} />}</WhenRead>;
}

function Outlets({ rows }: { readonly rows: readonly OutletRow[] }) {
  const { rights } = useSession();
  const { found, fields, sortedBy } = useOutletFilters(rows);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<string>();
  const { run, isBusy } = useSwitching();
  const switches = rows.some(({ state }) => state !== undefined);
  const meters = useLiveSummary(() => live.all('outlets').some(({ currentRms }) => currentRms !== undefined));
  const maySwitch = (id: string): boolean => rights.maySwitch(id);
  const { byId: nodes } = usePowerTree();
  const isPhone = useMediaQuery('(max-width: 48em)');
  const commands: OutletCommands = {
    maySwitch,
    notesViewOnly: rights.switchesOutlets,
    onSwitch: (outlet, command, isHeld) => void run({ outlets: [outlet], command }, isHeld),
    onEdit: ({ id }) => setEdited(id),
  };
  const hasBanks = rows.some(({ bankName }) => bankName !== '');
  const hasGroups = rows.some(({ groups }) => groups.length > 0);
  const hasProtection = rows.some(({ protection }) => protection !== 'none');
  const columns = isPhone
    ? outletPhoneColumns(commands, { switches, meters })
    : outletColumns(commands, { switches, meters, hasBanks, hasGroups, hasProtection, nodes });

  return (
    <Page
      title={words.titles.outlets}
      actions={
        <>
          {meters && <Total />}
          {rights.switchesOutlets && (
            <Button size="compact-sm" variant="default" component={Link} to="/outlets/edit">
              {words.outlets.editTable}
            </Button>
          )}
          <OutletCsv rows={rows} />
        </>
      }
    >
      <PowerCycleEnds />
      {switches && !rights.switchesOutlets && (
        <Text size="sm" c="dimmed">
          {words.outlets.viewOnlyAll}
        </Text>
      )}
      <div>
        <DataTable
          label={words.titles.outlets}
          columns={columns}
          isList={isPhone}
          rows={found}
          key={sortedBy}
          sortedBy={sortedBy}
          rowKey={({ id }) => id}
          rowName={outletTitle}
          searchText={({ outletName, outletIndex, groups, bankName, receptacle, device, labels, consumers = [] }) =>
            [
              ...[outletIndex, outletName, bankName, receptacle, ...groups],
              ...[...Object.values(device ?? {}), ...Object.entries(labels ?? {}).map((label) => label.join(': '))],
              ...consumers,
            ].join(' ')
          }
          filters={fields}
          {...(switches &&
            rights.switchesOutlets && {
              selected,
              onSelect: setSelected,
              isSelectable: ({ id }: OutletRow) => maySwitch(id),
              bulk: (selection: Selection<OutletRow>) => (
                <BulkBar selection={selection}>
                  <CommandButtons
                    isIdle={() => selection.chosen.length === 0}
                    isBusy={() => isBusy && selection.chosen.length > 0}
                    onCommand={(command) => void run({ outlets: selection.chosen, command })}
                  />
                </BulkBar>
              ),
            })}
          empty={words.outlets.none}
        />
      </div>
      <OutletSettings id={edited} onClose={() => setEdited(undefined)} />
    </Page>
  );
}

/** The total power, a component of its own, because it changes every second and the rest of the page does not. */
function Total() {
  const total = useLiveSummary(() => watts(live.all('outlets').reduce((sum, outlet) => sum + (outlet.watts ?? 0), 0)));
  return (
    <Text>
      {words.outlets.total} <b className="live">{total}</b>
    </Text>
  );
}
