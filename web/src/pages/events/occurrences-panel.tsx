import { Text } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { olderThan, usePages } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { duration, quantity, type Times } from '../../language/format.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { Panel } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { objectName } from '../../components/object-name.js';
import { StateLabel, type Tone } from '../../components/state-label.js';

type Occurrence = Schema['EventOccurrenceView'];

/** Entries of one page of the list. */
const PAGE = 25;

/** The occurrences of an event: the time, the measured value, and the results of its actions. */
export function OccurrencesPanel({ eventId }: { readonly eventId: string }) {
  const { times } = useSession();
  const list = usePages({
    key: ['/api/events/{eventId}/history', eventId],
    read: (cursor, signal) =>
      api.get('/api/events/{eventId}/history', { path: { eventId }, query: { limit: PAGE, ...cursor }, signal }),
    next: olderThan,
    entriesOf: ({ firings }) => firings,
    every: 3_000,
  });
  return (
    <Panel title={words.events.occurrences}>
      <PagedList list={list}>
        {(entries) => (
          <DataTable
            label={`${words.events.occurrences}: ${words.events.actions}`}
            columns={columns(times)}
            rows={entries}
            rowKey={({ id }) => String(id)}
            rowName={({ time }) => times.dateTime(time)}
            empty={words.events.never}
          />
        )}
      </PagedList>
    </Panel>
  );
}

const columns = (times: Times): Column<Occurrence>[] => [
  { key: 'time', header: words.events.time, cell: ({ time }) => times.dateTime(time), width: '19ch' },
  { key: 'object', header: words.events.object, cell: ({ object, objectId }) => objectName(objectId) ?? object },
  {
    key: 'reading',
    header: words.events.reading,
    cell: ({ reading, heldSeconds }) =>
      reading &&
      words.events.readingOf(
        quantity(reading.value, 2, reading.unit),
        quantity(reading.limit, 2, reading.unit),
        heldSeconds ? words.events.held(duration(heldSeconds)) : '',
      ),
  },
  {
    key: 'actions',
    header: words.events.actions,
    cell: ({ actions }) => actions.map((action, place) => <RunState key={place} action={action} />),
  },
];

type ActionRun = Schema['OccurrenceActionView'];

const TONES: Readonly<Record<ActionRun['state'], Tone>> = {
  pending: 'quiet',
  begun: 'warn',
  done: 'ok',
  failed: 'bad',
  skipped: 'quiet',
  interrupted: 'bad',
};

const RunState = ({ action: { actionName, state, detail } }: { readonly action: ActionRun }) => (
  <Text size="sm" lh={1.4}>
    {actionName} <StateLabel tone={TONES[state]}>{words.events.states[state]}</StateLabel>
    {detail !== undefined && (
      <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {' '}
        {detail}
      </Text>
    )}
  </Text>
);
