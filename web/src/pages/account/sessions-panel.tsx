import { Button } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { useConfirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { say, sayFailed } from '../../parts/toasts.js';
import { Waiting } from '../../parts/waiting.js';
import { Word } from '../../parts/word.js';
import { programOf } from './program-of.js';

type Row = Schema['SessionView'];

/** Where one is signed in, newest first; one session or all others can be ended. */
export function SessionsPanel() {
  const { times } = useSession();
  const confirm = useConfirm();
  const { data: sessions, error } = useApi('/api/user/sessions', { every: 30_000 });
  const end = useChange(
    ({ id }: Row) => api.delete('/api/user/sessions/{sessionId}', { path: { sessionId: id } }),
    ['/api/user/sessions'],
  );
  const endOthers = useChange(() => api.delete('/api/user/sessions'), ['/api/user/sessions']);
  const words = en.account;
  const askToEndOthers = async (): Promise<void> => {
    const question = { title: words.endOthersTitle, body: words.endOthersText, confirm: words.endOthers, danger: true };
    if (!(await confirm(question))) return;
    endOthers.mutate(undefined, { onSuccess: () => say(words.othersEnded), onError: sayFailed });
  };
  const endOne = (row: Row): void => end.mutate(row, { onSuccess: () => say(words.ended), onError: sayFailed });
  return (
    <Panel
      title={words.sessions}
      actions={
        <Button
          variant="default"
          disabled={(sessions?.length ?? 0) < 2}
          loading={endOthers.isPending}
          onClick={() => void askToEndOthers()}
        >
          {words.endOthers}
        </Button>
      }
    >
      <ErrorNote error={error} />
      {!sessions && !error && <Waiting />}
      {sessions && (
        <DataTable
          label={words.list}
          rows={sessions.toReversed()}
          rowKey={({ id }) => id}
          rowName={({ address }) => address}
          columns={[
            {
              key: 'program',
              header: words.program,
              cell: ({ agent }) => <span title={agent}>{programOf(agent) || words.unknownProgram}</span>,
            },
            { key: 'address', header: words.from, cell: ({ address }) => address },
            { key: 'created', header: words.since, width: '170px', cell: ({ created }) => times.dateTime(created) },
            {
              key: 'lastSeen',
              header: words.lastSeen,
              width: '170px',
              cell: ({ lastSeen }) => times.dateTime(lastSeen),
            },
            {
              key: 'deeds',
              header: '',
              align: 'right',
              width: '110px',
              cell: (row) => (row.current ? <Word tone="ok">{words.thisOne}</Word> : <End row={row} onEnd={endOne} />),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function End({ row, onEnd }: { readonly row: Row; readonly onEnd: (row: Row) => void }) {
  const { times } = useSession();
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={en.account.endOf(row.address, times.dateTime(row.created))}
      onClick={() => onEnd(row)}
    >
      {en.account.end}
    </Button>
  );
}
