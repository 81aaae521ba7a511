import { Anchor, Button, Group } from '@mantine/core';
import { addressOf, api } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useOnChange } from '../../components/use-on-change.js';
import { useNewestEntry } from '../../live/live.js';
import { logColumns } from './log-columns.js';
import { LogFilters, useLogFilters } from './log-filters.js';

/** Entries of one page of the list. */
const PAGE = 100;

/** The audit log as sentences, newest first; reads itself again when the stream announces a new entry. */
export default function LogPage() {
  const { times } = useSession();
  const filters = useLogFilters();
  const { query } = filters;
  const { entries, error, isBusy, hasOlder, older, refresh } = usePages({
    key: ['/api/log', JSON.stringify(query)],
    read: (cursor, signal) => api.get('/api/log', { query: { limit: PAGE, ...query, ...cursor }, signal }),
    entriesOf: (page) => page.entries,
  });
  useOnChange(useNewestEntry(), refresh);
  return (
    <Page
      title={words.titles.log}
      actions={
        <Anchor href={addressOf('/api/log', {}, { ...query, format: 'csv' })} download="log.csv">
          {words.log.csv}
        </Anchor>
      }
    >
      <LogFilters {...filters} />
      <ErrorNote error={error} />
      {entries ? (
        <DataTable
          label={words.titles.log}
          columns={logColumns(times)}
          rows={entries}
          rowKey={({ id }) => String(id)}
          rowName={({ sentence }) => sentence}
          searchText={(entry) => `${entry.sentence} ${JSON.stringify(entry)}`}
          empty={words.log.empty}
        />
      ) : (
        !error && <Loading />
      )}
      {hasOlder && (
        <Group justify="center">
          <Button variant="default" loading={isBusy} onClick={older}>
            {words.log.older}
          </Button>
        </Group>
      )}
    </Page>
  );
}
