import { useMediaQuery } from '@mantine/hooks';
import { api } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { DataTable } from '../../components/data-table.js';
import { Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { useOnChange } from '../../components/use-on-change.js';
import { words } from '../../language/words.js';
import { useNewestEvent } from '../../live/fleet-live.js';
import { useSession } from '../../session/session.js';
import { fleetEventColumns } from './event-columns.js';
import { EventFilters, useEventFilters } from './event-filters.js';
import { SEVERITIES } from './alarm-counts.js';

/** Events of one page of the list; each is a block of lines on a phone. */
const PAGE = { desk: 50, phone: 15 } as const;

/** The events of all PDUs, newest first; reads itself again when the stream announces a new one. */
export default function FleetEventsPage() {
  const { times } = useSession();
  const { filter, choose } = useEventFilters();
  const { pdu } = filter;
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const severity = SEVERITIES.find((each) => each === filter.severity);
  const query = {
    ...(severity && { severity }),
    ...(pdu !== undefined && { pdu }),
    ...(filter.open === 'true' && { open: true }),
  };
  const list = usePages({
    key: ['/api/fleet/events', JSON.stringify(query)],
    read: (cursor, signal) =>
      api.get('/api/fleet/events', {
        query: { limit: isPhone ? PAGE.phone : PAGE.desk, ...query, ...cursor },
        signal,
      }),
    next: ({ next }) => (next === null ? undefined : { after: next }),
    entriesOf: ({ items }) => items,
  });
  useOnChange(useNewestEvent(pdu), list.refresh);
  return (
    <Page title={words.titles.events}>
      <EventFilters filter={filter} choose={choose} pduName={list.entries?.[0]?.pduName} />
      <PagedList list={list}>
        {(entries) => (
          <DataTable
            label={words.titles.events}
            columns={fleetEventColumns(times)}
            rows={entries}
            rowKey={({ id }) => String(id)}
            rowName={({ text }) => text}
            empty={Object.keys(query).length === 0 ? words.fleet.noEvents : words.fleet.noEventFound}
          />
        )}
      </PagedList>
    </Page>
  );
}
