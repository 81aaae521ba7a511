import { Button, Group, Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.js';
import { useApi, usePages } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { objectName } from '../../components/object-name.js';
import { Page } from '../../components/page.js';
import { en } from '../../language/en.js';
import { logTexts } from '../../language/en-log.js';
import { logColumns } from './log-columns.js';
import { sentenceOf, type NameOf } from './log-sentence.js';

const FILTERS = Object.entries(logTexts.filters).map(([value, label]) => ({ value: `${value}.`, label }));
/** Entries of one page of the list. */
const PAGE = 100;

/** The audit log as sentences, newest first. */
export default function LogPage() {
  const { times } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const kind = parameters.get('kind') ?? '';
  const nameOf = useNames();
  const { entries, error, isBusy, hasOlder, older, refresh } = usePages({
    key: ['/api/log', kind],
    read: (cursor, signal) => api.get('/api/log', { query: { limit: PAGE, ...(kind && { kind }), ...cursor }, signal }),
    entriesOf: (page) => page.entries,
  });
  return (
    <Page
      title={en.titles.log}
      actions={
        <Button variant="default" onClick={refresh}>
          {logTexts.refresh}
        </Button>
      }
    >
      <ErrorNote error={error} />
      {entries ? (
        <DataTable
          label={en.titles.log}
          columns={logColumns(times, nameOf)}
          rows={entries}
          rowKey={({ id }) => String(id)}
          rowName={(entry) => sentenceOf(entry, nameOf)}
          searchText={(entry) => `${sentenceOf(entry, nameOf)} ${JSON.stringify(entry)}`}
          filters={
            <Select
              aria-label={logTexts.filter}
              data={[{ value: '', label: logTexts.anyKind }, ...FILTERS]}
              value={kind}
              onChange={(value) => setParameters(value ? { kind: value } : {})}
              allowDeselect={false}
              w={180}
            />
          }
          empty={logTexts.empty}
        />
      ) : (
        !error && <Loading />
      )}
      {hasOlder && (
        <Group justify="center">
          <Button variant="default" loading={isBusy} onClick={older}>
            {logTexts.older}
          </Button>
        </Group>
      )}
    </Page>
  );
}

/** The current names of all objects that the role may see. */
function useNames(): NameOf {
  const { rights } = useSession();
  const mayViewEvents = { enabled: rights.can('viewEventActions') };
  const { data: users = [] } = useApi('/api/users');
  const { data: roles = [] } = useApi('/api/roles');
  const { data: groups = [] } = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  const { data: events = [] } = useApi('/api/events', mayViewEvents);
  const { data: actions = [] } = useApi('/api/actions', mayViewEvents);
  const names = new Map<string, string>([
    ...users.map(({ id, username }) => [`user:${id}`, username] as const),
    ...roles.map(({ id, name }) => [`role:${id}`, name] as const),
    ...groups.map(({ id, groupName }) => [`group:${id}`, groupName] as const),
    ...events.map(({ id, name }) => [`event:${id}`, name] as const),
    ...actions.map(({ id, name }) => [`action:${id}`, name] as const),
  ]);
  return (kind, id) => names.get(`${kind}:${id}`) ?? objectName(id);
}
