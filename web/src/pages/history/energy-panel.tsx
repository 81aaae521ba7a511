import { Button } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { kilowattHours } from '../../language/format.js';
import { useConfirm } from '../../parts/confirm.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { say, sayFailed } from '../../parts/toasts.js';
import { mayReset } from './may-reset.js';

type Energy = Schema['EnergyView'];

/** The energy counters of everything that has one: since the meter was new, and since they were last begun anew. */
export function EnergyPanel() {
  const { times, rights } = useSession();
  const confirm = useConfirm();
  const { data = [], error } = useApi('/api/energy', { every: 60_000 });
  const reset = useChange((id: string) => api.post('/api/energy/reset', { body: { objects: [id] } }), ['/api/energy']);
  const words = en.history.energy;
  const onReset = async ({ id, name }: Energy): Promise<void> => {
    const question = { title: words.resetTitle, body: words.resetText(name), confirm: en.history.reset, danger: true };
    if (!(await confirm(question))) return;
    await reset.mutateAsync(id).then(() => say(words.resetDone(name)), sayFailed);
  };
  const columns: Column<Energy>[] = [
    { key: 'name', header: en.history.thing, cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name },
    { key: 'kind', header: words.kind, cell: ({ kind }) => en.history.kinds[kind], isMinor: true },
    {
      key: 'sinceReset',
      header: words.sinceReset,
      align: 'right',
      cell: ({ sinceReset }) => kilowattHours(sinceReset),
      sort: ({ sinceReset }) => sinceReset ?? -1,
    },
    { key: 'resetAt', header: en.history.since, isMinor: true, cell: ({ resetAt }) => times.dateTime(resetAt) },
    {
      key: 'lifetime',
      header: words.lifetime,
      align: 'right',
      cell: ({ lifetime }) => kilowattHours(lifetime),
      sort: ({ lifetime }) => lifetime ?? -1,
    },
  ];
  if (data.some((each) => mayReset(each, rights))) {
    columns.push({
      key: 'deeds',
      header: '',
      align: 'right',
      cell: (each) =>
        mayReset(each, rights) && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={words.resetOf(each.name)}
            loading={reset.isPending && reset.variables === each.id}
            onClick={() => void onReset(each)}
          >
            {en.history.reset}
          </Button>
        ),
    });
  }
  if (!error && data.length === 0) return null;
  return (
    <Panel title={words.title}>
      <ErrorNote error={error} />
      <DataTable
        label={words.title}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        searchText={({ name, id }) => `${name} ${id}`}
      />
    </Panel>
  );
}
