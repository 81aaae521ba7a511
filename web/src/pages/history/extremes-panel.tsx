import { Button } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { quantity } from '../../language/format.js';
import { useConfirm } from '../../parts/confirm.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { say, sayFailed } from '../../parts/toasts.js';

type Thing = Schema['HistoryObjectView'];
type Extreme = Schema['ExtremeView'];

/** The lowest and highest reading of each measure of a thing since they were last begun anew. */
export function ExtremesPanel({ thing, mayReset }: { readonly thing: Thing; readonly mayReset: boolean }) {
  const { times } = useSession();
  const confirm = useConfirm();
  const { data, error } = useApi('/api/history/extremes', { every: 60_000 });
  const reset = useChange(
    () => api.post('/api/history/extremes/reset', { body: { objects: [thing.id] } }),
    ['/api/history/extremes'],
  );
  const own = data?.find(({ id }) => id === thing.id);
  const columns: Column<Extreme>[] = [
    { key: 'measure', header: en.history.measure, cell: ({ measure }) => labelOf(thing, measure) },
    { key: 'min', header: en.history.lowest, align: 'right', cell: ({ min, unit }) => quantity(min, 2, unit) },
    { key: 'minAt', header: en.history.at, isMinor: true, cell: ({ minAt }) => times.dateTime(minAt) },
    { key: 'max', header: en.history.highest, align: 'right', cell: ({ max, unit }) => quantity(max, 2, unit) },
    { key: 'maxAt', header: en.history.at, isMinor: true, cell: ({ maxAt }) => times.dateTime(maxAt) },
  ];
  const onReset = async (): Promise<void> => {
    const { resetTitle, resetText, reset: word, resetDone } = en.history;
    if (!(await confirm({ title: resetTitle, body: resetText(thing.name), confirm: word, danger: true }))) return;
    await reset.mutateAsync(undefined).then(() => say(resetDone), sayFailed);
  };
  return (
    <Panel
      title={`${en.history.extremes}: ${thing.name}`}
      actions={
        <>
          {own && (
            <span>
              {en.history.since} {times.dateTime(own.since)}
            </span>
          )}
          {mayReset && (
            <Button variant="default" loading={reset.isPending} onClick={() => void onReset()}>
              {en.history.reset}
            </Button>
          )}
        </>
      }
    >
      <ErrorNote error={error} />
      <DataTable
        label={en.history.extremes}
        columns={columns}
        rows={own?.measures ?? []}
        rowKey={({ measure }) => measure}
        rowName={({ measure }) => labelOf(thing, measure)}
      />
    </Panel>
  );
}

const labelOf = ({ measures }: Thing, name: string): string =>
  measures.find(({ measure }) => measure === name)?.label ?? name;
