import { Loading } from '../../components/loading.js';
import { useLeaveGuard } from '../../components/leave-guard.js';
import { ErrorNote } from '../../components/error-note.js';
import { words } from '../../language/words.js';
import { Text } from '@mantine/core';
import { useOutletRows, type OutletRow } from '../outlets/outlet-rows.js';
import { OutletTable } from '../outlets/table/outlet-table.js';
import type { Column } from '../outlets/table/table-cells.js';
import { useOutletTable } from '../outlets/table/use-outlet-table.js';
import { StepButtons } from './step-buttons.js';
import type { StepProps } from './step-props.js';

const COLUMNS: readonly Column[] = ['name', 'device', 'address'];

/** The devices behind the outlets, also pasted from a spreadsheet. */
export function OutletsStep(props: StepProps) {
  const rows = useOutletRows();
  return rows ? <Form rows={rows} {...props} /> : <Loading />;
}

function Form({ rows, onDone, isPassed }: StepProps & { readonly rows: readonly OutletRow[] }) {
  const table = useOutletTable(rows, COLUMNS);
  useLeaveGuard(table.isChanged);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (table.isChanged) table.save(onDone);
        else onDone();
      }}
    >
      <OutletTable rows={rows} columns={COLUMNS} table={table} />
      <Text size="sm" role="status" mt="xs">
        {table.isChanged && words.table.changed(table.drafts.size, table.outlets)}{' '}
        {table.left > 0 && words.table.left(table.left)}
      </Text>
      <ErrorNote error={table.error} />
      <StepButtons submit={words.setup.save} isBusy={table.isSaving} isPassed={isPassed} onSkip={onDone} />
    </form>
  );
}
