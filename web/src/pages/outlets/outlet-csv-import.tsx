import { Alert, FileInput, List, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { FormDialog } from '../../components/form-dialog.js';
import { outletTitle } from '../../components/outlet-title.js';
import { notify } from '../../components/toasts.js';
import { words } from '../../language/words.js';
import { planOf, type CsvDifference, type CsvPlan, type OutletChange } from './outlet-csv.js';
import type { OutletRow } from './outlet-rows.js';

interface Props {
  readonly rows: readonly OutletRow[];
}

const MAX_FILE = 1024 * 1024;

/** The dialog that imports a CSV file: what it would change is shown first. */
export default function OutletCsvImport({ rows, onClose }: Props & { readonly onClose: () => void }) {
  const [text, setText] = useState<string>();
  const [error, setError] = useState<string>();
  const change = useChange((body: OutletChange[]) => api.patch('/api/outlets', { body }), ['/api/groups']);
  const texts = words.outlets.csv;
  // Compared with the outlets of now, also if somebody else changes them meanwhile.
  const plan = text === undefined ? undefined : planOf(text, rows);
  const take = async (file: File | null): Promise<void> => {
    setText(undefined);
    setError(file && file.size > MAX_FILE ? texts.tooLarge : undefined);
    if (file && file.size <= MAX_FILE) setText(await file.text());
  };
  const submit = async (): Promise<void> => {
    const changes = plan?.changes ?? [];
    await change.mutateAsync([...changes]);
    notify(texts.applied(changes.length));
  };
  return (
    <FormDialog
      title={texts.importTitle}
      onClose={onClose}
      onSubmit={submit}
      submit={plan && plan.changes.length > 0 ? texts.apply(plan.changes.length) : texts.importAll}
      isIncomplete={!plan || plan.changes.length === 0 || plan.problems.length > 0}
      size="xl"
    >
      <FileInput
        label={texts.file}
        description={texts.help}
        placeholder={texts.choose}
        accept=".csv,text/csv"
        onChange={(file) => void take(file)}
        error={error}
        clearable
      />
      {plan && <Preview plan={plan} rows={rows} />}
    </FormDialog>
  );
}

/** More problems than these help nobody. */
const SHOWN_PROBLEMS = 10;

function Preview({ plan: { changes, differences, problems }, rows }: Props & { readonly plan: CsvPlan }) {
  const texts = words.outlets.csv;
  if (problems.length > 0) {
    return (
      <Alert color="red" variant="light" title={texts.problems} role="alert">
        <List size="sm">
          {problems.slice(0, SHOWN_PROBLEMS).map(({ line, kind, text }) => (
            <List.Item key={`${line} ${kind} ${text}`}>{texts.line(line, texts.problem[kind](text))}</List.Item>
          ))}
        </List>
        {problems.length > SHOWN_PROBLEMS && (
          <Text size="sm">{texts.moreProblems(problems.length - SHOWN_PROBLEMS)}</Text>
        )}
      </Alert>
    );
  }
  return (
    <div role="status">
      <Text mb="xs">{changes.length === 0 ? texts.nothing : texts.changes(differences.length, changes.length)}</Text>
      {changes.length > 0 && (
        <DataTable
          label={texts.preview}
          columns={columnsFor(rows)}
          rows={differences}
          rowKey={({ id, column }) => `${id} ${column}`}
          rowName={({ id, column }) => `${id} ${column}`}
        />
      )}
    </div>
  );
}

function columnsFor(rows: readonly OutletRow[]): Column<CsvDifference>[] {
  const titles = new Map(rows.map((row) => [row.id, outletTitle(row)]));
  const texts = words.outlets.csv;
  const shown = (text: string) => <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>;
  return [
    { key: 'outlet', header: texts.outlet, cell: ({ id }) => <bdi>{titles.get(id)}</bdi> },
    { key: 'value', header: texts.value, cell: ({ column }) => column },
    { key: 'before', header: texts.before, cell: ({ before }) => shown(before) },
    { key: 'after', header: texts.after, cell: ({ after }) => shown(after) },
  ];
}
