import { useState } from 'react';
import { HEBREW, LONG, someRows, type aRow } from '../../stories/fixtures.js';
import type { Stories, Story } from '../../stories/story.js';
import { BulkBar } from './bulk-bar.js';
import { DataTable, type Column, type Selection } from './data-table.js';

type OutletRow = ReturnType<typeof aRow>;

const columns: Column<OutletRow>[] = [
  { key: 'index', header: 'No.', cell: (row) => row.outletIndex, sort: (row) => row.outletIndex, width: '52px' },
  { key: 'name', header: 'Name', cell: (row) => <bdi>{row.outletName}</bdi>, sort: (row) => row.outletName },
  { key: 'bank', header: 'Bank', cell: (row) => row.bankName, isMinor: true },
  { key: 'receptacle', header: 'Receptacle', cell: (row) => row.receptacle },
  { key: 'state', header: 'State', cell: (row) => row.state, align: 'right' },
];

function Table({ rows, selects = false }: { readonly rows: readonly OutletRow[]; readonly selects?: boolean }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    new Set(selects ? rows.slice(0, 2).map(({ id }) => id) : []),
  );
  return (
    <DataTable
      label="Outlets"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ outletName }) => outletName}
      searchText={({ outletName }) => outletName}
      sortedBy="index"
      {...(selects && {
        selected,
        onSelect: setSelected,
        bulk: (selection: Selection<OutletRow>) => <BulkBar selection={selection}>Commands</BulkBar>,
      })}
    />
  );
}
const table = (rows: readonly OutletRow[], selects = false): Story => ({
  show: () => <Table rows={rows} selects={selects} />,
});

export default {
  'eight-rows': table(someRows(8)),
  'rows-48': table(someRows(48)),
  selected: table(someRows(8), true),
  empty: table([]),
  'long-names': table(someRows(4, { outletName: LONG, bankName: LONG })),
  'right-to-left': table(someRows(4, { outletName: HEBREW })),
} satisfies Stories;
