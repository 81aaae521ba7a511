import { Button } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { kilowattHours } from '../../language/format.js';
import { useConfirm } from '../../components/confirm.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify, notifyFailure } from '../../components/toasts.js';

type Energy = Schema['EnergyView'];

/** The energy counters of all objects that have one: over their lifetime, and since the last reset. */
export function EnergyPanel() {
  const { times, rights } = useSession();
  const confirm = useConfirm();
  const { data = [], error } = useApi('/api/energy', { every: 60_000 });
  const reset = useChange((id: string) => api.post('/api/energy/reset', { body: { objects: [id] } }), ['/api/energy']);
  const texts = words.history.energy;
  const onReset = async ({ id, name }: Energy): Promise<void> => {
    const question = {
      title: texts.resetTitle,
      body: texts.resetText(name),
      confirm: words.history.reset,
      danger: true,
    };
    if (!(await confirm(question))) return;
    await reset.mutateAsync(id).then(() => notify(texts.resetDone(name)), notifyFailure);
  };
  const columns: Column<Energy>[] = [
    { key: 'name', header: words.history.object, cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name },
    { key: 'kind', header: texts.kind, cell: ({ kind }) => words.history.kind[kind], isMinor: true },
    {
      key: 'sinceReset',
      header: texts.sinceReset,
      align: 'right',
      cell: ({ sinceReset }) => kilowattHours(sinceReset),
      sort: ({ sinceReset }) => sinceReset ?? -1,
    },
    ...(data.some(({ resetAt }) => resetAt !== undefined)
      ? [
          {
            key: 'resetAt',
            header: words.history.since,
            isMinor: true,
            cell: ({ resetAt }: Energy) => (resetAt === undefined ? '' : times.dateTime(resetAt)),
          },
        ]
      : []),
    {
      key: 'lifetime',
      header: texts.lifetime,
      align: 'right',
      cell: ({ lifetime }) => kilowattHours(lifetime),
      sort: ({ lifetime }) => lifetime ?? -1,
    },
  ];
  if (data.some((each) => rights.mayReset(each))) {
    columns.push({
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (each) =>
        rights.mayReset(each) && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.resetOf(each.name)}
            loading={reset.isPending && reset.variables === each.id}
            onClick={() => void onReset(each)}
          >
            {words.history.reset}
          </Button>
        ),
    });
  }
  if (!error && data.length === 0) return null;
  return (
    <Panel title={texts.title}>
      <ErrorNote error={error} />
      <DataTable
        label={texts.title}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        searchText={({ name, id }) => `${name} ${id}`}
      />
    </Panel>
  );
}
