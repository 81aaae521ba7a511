import { Button } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { RowButton } from '../../components/row-button.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { Loading } from '../../components/loading.js';
import { StateLabel } from '../../components/state-label.js';
import { useEndOthers } from './use-end-others.js';

type Row = Schema['SessionView'];

/** The sessions of the user, newest first; each of them, or all others at once, can be ended. */
export function SessionsPanel() {
  const { times } = useSession();
  const { data: sessions, error } = useApi('/api/user/sessions', { every: 30_000 });
  const end = useChange(
    ({ id }: Row) => api.delete('/api/user/sessions/{sessionId}', { path: { sessionId: id } }),
    ['/api/user/sessions'],
  );
  const others = useEndOthers();
  const texts = words.account;
  const endOne = (row: Row): void => end.mutate(row, { onSuccess: () => notify(texts.ended), onError: notifyFailure });
  return (
    <Panel
      title={texts.sessions}
      actions={
        <Button
          variant="default"
          disabled={(sessions?.length ?? 0) < 2}
          loading={others.isPending}
          onClick={() => void others.end()}
        >
          {texts.endOthers}
        </Button>
      }
    >
      <ErrorNote error={error} />
      {!sessions && !error && <Loading />}
      {sessions && (
        <DataTable
          label={texts.list}
          rows={sessions.toReversed()}
          rowKey={({ id }) => id}
          rowName={({ address }) => address}
          columns={[
            {
              key: 'program',
              header: texts.program,
              cell: ({ agent }) => <span title={agent}>{programOf(agent) || texts.unknownProgram}</span>,
            },
            { key: 'address', header: texts.from, cell: ({ address }) => address },
            { key: 'created', header: texts.since, width: '170px', cell: ({ created }) => times.dateTime(created) },
            {
              key: 'lastSeen',
              header: texts.lastSeen,
              width: '170px',
              cell: ({ lastSeen }) => times.dateTime(lastSeen),
            },
            {
              key: 'buttons',
              header: '',
              align: 'right',
              width: '110px',
              cell: (row) =>
                row.current ? <StateLabel tone="ok">{texts.thisOne}</StateLabel> : <End row={row} onEnd={endOne} />,
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
    <RowButton
      label={words.account.endOf(row.address, times.dateTime(row.created))}
      text={words.account.end}
      variant="default"
      onClick={() => onEnd(row)}
    />
  );
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

/** The name and version of a browser from its user agent, such as "Firefox 140"; else the user agent itself. */
function programOf(agent: string): string {
  for (const [token, name] of BROWSERS) {
    const version = new RegExp(`\\b(?:Headless)?${token}/(\\d+)`).exec(agent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return agent.slice(0, 60);
}
