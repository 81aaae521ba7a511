import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ErrorNote } from '../../../components/error-note.js';
import { useLeaveGuard } from '../../../components/leave-guard.js';
import { Loading } from '../../../components/loading.js';
import { Page } from '../../../components/page.js';
import { notify } from '../../../components/toasts.js';
import { words } from '../../../language/words.js';
import { OutletCsv } from '../outlet-csv-buttons.js';
import { useOutletRows, type OutletRow } from '../outlet-rows.js';
import { OutletTable } from './outlet-table.js';
import { COLUMNS } from './table-cells.js';
import { useOutletTable, type OutletTableState } from './use-outlet-table.js';

/** All outlets as a table, saved by one request. */
export default function OutletTablePage() {
  const rows = useOutletRows();
  return rows ? <Editor rows={rows} /> : <Loading />;
}

function Editor({ rows }: { readonly rows: readonly OutletRow[] }) {
  const table = useOutletTable(rows, COLUMNS);
  useLeaveGuard(table.isChanged);
  return (
    <Page
      title={words.titles.outletTable}
      actions={
        <>
          <Anchor component={Link} to="/outlets" className="touch-link">
            {words.titles.outlets}
          </Anchor>
          <OutletCsv rows={rows} />
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (table.isChanged && !table.hasWrong) table.save(() => notify(words.common.saved));
        }}
      >
        <Text size="sm" c="dimmed" mb="xs">
          {words.table.help}
        </Text>
        <OutletTable rows={rows} columns={COLUMNS} table={table} />
        <SaveBar table={table} />
      </form>
    </Page>
  );
}

/** The buttons, with the number of changes. */
export function SaveBar({ table }: { readonly table: OutletTableState }) {
  const { drafts, outlets, left, isChanged, isSaving, hasWrong, error, discard } = table;
  return (
    <>
      <ErrorNote error={error} />
      <Group gap="sm" mt="sm">
        <Button type="submit" disabled={!isChanged || hasWrong} loading={isSaving}>
          {words.common.save}
        </Button>
        <Button variant="default" disabled={!isChanged} onClick={discard}>
          {words.table.discard}
        </Button>
        <Text size="sm" role="status">
          {isChanged ? words.table.changed(drafts.size, outlets) : ''} {left > 0 && words.table.left(left)}
        </Text>
      </Group>
    </>
  );
}
