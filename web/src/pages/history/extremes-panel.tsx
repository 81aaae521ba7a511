import { Button } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { quantity } from '../../language/format.js';
import { useConfirm } from '../../components/confirm.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify, notifyFailure } from '../../components/toasts.js';

type HistoryObject = Schema['HistoryObjectView'];
type Extreme = Schema['ExtremeView'];

/** The minimum and maximum of each measurement of an object since the last reset. */
export function ExtremesPanel({ object, mayReset }: { readonly object: HistoryObject; readonly mayReset: boolean }) {
  const { times } = useSession();
  const confirm = useConfirm();
  const { data, error } = useApi('/api/history/extremes', { every: 60_000 });
  const reset = useChange(
    () => api.post('/api/history/extremes/reset', { body: { objects: [object.id] } }),
    ['/api/history/extremes'],
  );
  const own = data?.find(({ id }) => id === object.id);
  const columns: Column<Extreme>[] = [
    { key: 'measure', header: words.history.measure, cell: ({ measure }) => labelOf(object, measure) },
    { key: 'min', header: words.history.minimum, align: 'right', cell: ({ min, unit }) => quantity(min, 2, unit) },
    { key: 'minAt', header: words.history.at, isMinor: true, cell: ({ minAt }) => times.dateTime(minAt) },
    { key: 'max', header: words.history.maximum, align: 'right', cell: ({ max, unit }) => quantity(max, 2, unit) },
    { key: 'maxAt', header: words.history.at, isMinor: true, cell: ({ maxAt }) => times.dateTime(maxAt) },
  ];
  const onReset = async (): Promise<void> => {
    const { resetTitle, resetText, reset: label, resetDone } = words.history;
    if (!(await confirm({ title: resetTitle, body: resetText(object.name), confirm: label, danger: true }))) return;
    await reset.mutateAsync(undefined).then(() => notify(resetDone), notifyFailure);
  };
  return (
    <Panel
      title={`${words.history.extremes}: ${object.name}`}
      actions={
        <>
          {own && (
            <span>
              {words.history.since} {times.dateTime(own.since)}
            </span>
          )}
          {mayReset && (
            <Button variant="default" loading={reset.isPending} onClick={() => void onReset()}>
              {words.history.reset}
            </Button>
          )}
        </>
      }
    >
      <ErrorNote error={error} />
      <DataTable
        label={words.history.extremes}
        columns={columns}
        rows={own?.measures ?? []}
        rowKey={({ measure }) => measure}
        rowName={({ measure }) => labelOf(object, measure)}
      />
    </Panel>
  );
}

const labelOf = ({ measures }: HistoryObject, name: string): string =>
  measures.find(({ measure }) => measure === name)?.label ?? name;
