import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { addressOf, api } from '../../api/client.js';
import { olderThan, usePages } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { DataTable } from '../../components/data-table.js';
import { Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { presetRange, secondsOf } from '../../components/time-range/time-range.js';
import { TimeRangeControl } from '../../components/time-range/time-range-control.js';
import { useTimeRange } from '../../components/time-range/use-time-range.js';
import { deviceNow } from '../../live/device-now.js';
import { words } from '../../language/words.js';
import { useOnChange } from '../../components/use-on-change.js';
import { useNewestEntry } from '../../live/live.js';
import { logColumns } from './log-columns.js';
import { LogFilters, useLogFilters } from './log-filters.js';

/** Entries of one page of the list; each is a block of three lines on a phone. */
const PAGE = { desk: 50, phone: 15 } as const;
const MINUTE = 60;
/** The log is searched for what was long ago, so that it begins with more than the other pages. */
const USUAL_RANGE = presetRange('365d');

/** The audit log as sentences, newest first; reads itself again when the stream announces a new entry. */
export default function LogPage() {
  const { times } = useSession();
  const filters = useLogFilters();
  const { range, choose } = useTimeRange(USUAL_RANGE);
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { from, to } = secondsOf(range, Math.floor(deviceNow() / MINUTE) * MINUTE);
  const query = { ...filters.filter, from: String(from), ...(range.to !== undefined && { to: String(to) }) };
  const list = usePages({
    key: ['/api/log', JSON.stringify([range, filters.filter])],
    read: (cursor, signal) =>
      api.get('/api/log', { query: { limit: isPhone ? PAGE.phone : PAGE.desk, ...query, ...cursor }, signal }),
    next: olderThan,
    entriesOf: (page) => page.entries,
  });
  useOnChange(useNewestEntry(), list.refresh);
  return (
    <Page
      title={words.titles.log}
      actions={
        <Button
          component="a"
          variant="default"
          href={addressOf('/api/log', {}, { ...query, format: 'csv' })}
          download="log.csv"
        >
          {words.log.csv}
        </Button>
      }
    >
      <TimeRangeControl range={range} times={times} onChoose={choose} />
      <LogFilters {...filters} />
      <PagedList list={list}>
        {(entries) => (
          <DataTable
            label={words.titles.log}
            columns={logColumns(times)}
            rows={entries}
            rowKey={({ id }) => String(id)}
            rowName={({ sentence }) => sentence}
            searchText={(entry) => `${entry.sentence} ${JSON.stringify(entry)}`}
            empty={words.log.empty}
          />
        )}
      </PagedList>
    </Page>
  );
}
