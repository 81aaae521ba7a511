import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useApi, usePages } from '../../api/queries.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { withoutOverrides } from '../../language/direction.js';
import { en } from '../../language/en.js';
import type { Times } from '../../language/format.js';
import { useLiveValue, useNewestEntry } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { HistoryChart } from '../history/history-chart.js';

type Entry = Schema['TimelineEntryView'];

/** Entries of one page of the list. */
const PAGE = 50;
const EVERY = 5_000;
const MEASURES = ['activePower', 'current'];

/** One outlet: why it is on or off, its power of the last day, and what happened to it. */
export default function OutletPage() {
  const { outletId = '' } = useParams();
  const { rights } = useSession();
  const state = useLiveValue('outlets', outletId, (outlet) => outlet?.state);
  const newest = useNewestEntry();
  const { data: why, error, refetch } = useApi('/api/outlets/{outletId}/why', { path: { outletId }, every: EVERY });
  useOnChange(`${state ?? ''} ${newest ?? ''}`, () => void refetch());
  if (!why) return <Page title={en.titles.outlet}>{error ? <ErrorNote error={error} /> : <Loading />}</Page>;
  return (
    <Page title={why.outletName}>
      <Panel title={en.outletPage.why}>
        <Text className="breakable">{withoutOverrides(why.text)}</Text>
      </Panel>
      <Power outletId={why.outlet} />
      {(rights.can('viewLog') || rights.can('viewUsersList')) && <Timeline object={`outlet:${why.outlet}`} />}
    </Page>
  );
}

function Power({ outletId }: { readonly outletId: string }) {
  const navigate = useNavigate();
  const { data } = useApi('/api/history/objects');
  const object = data?.objects.find(({ id, kind }) => kind === 'outlet' && id === outletId);
  const measure = MEASURES.flatMap((name) => object?.measures.find((each) => each.measure === name) ?? [])[0];
  if (!object || !measure) return null;
  return (
    <Panel title={en.outletPage.power}>
      <HistoryChart
        choice={{ object, measure, from: '-24h', to: undefined }}
        onZoom={(from, to) => {
          const range = `from=${Math.floor(from)}&to=${Math.ceil(to)}`;
          void navigate(`/history?object=${object.id}&measure=${measure.measure}&${range}`);
        }}
      />
    </Panel>
  );
}

function Timeline({ object }: { readonly object: string }) {
  const { times } = useSession();
  const { entries, error, isBusy, hasOlder, older, refresh } = usePages({
    key: ['/api/timeline', object],
    read: async ({ before }, signal) => {
      const query = { object, limit: PAGE, ...(before !== undefined && { cursor: before }) };
      const { nextCursor, ...page } = await api.get('/api/timeline', { query, signal });
      return { ...page, ...(nextCursor !== undefined && { nextBefore: nextCursor }) };
    },
    entriesOf: (page) => page.entries,
  });
  useOnChange(useNewestEntry(), refresh);
  return (
    <Panel title={en.outletPage.timeline}>
      <ErrorNote error={error} />
      {entries ? (
        <DataTable
          label={en.outletPage.timeline}
          columns={columns(times)}
          rows={entries}
          rowKey={({ id }) => String(id)}
          rowName={({ sentence }) => sentence}
          empty={en.outletPage.empty}
        />
      ) : (
        !error && <Loading />
      )}
      {hasOlder && (
        <Group justify="center" mt="xs">
          <Button variant="default" loading={isBusy} onClick={older}>
            {en.outletPage.older}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

const columns = (times: Times): Column<Entry>[] => [
  { key: 'time', header: en.outletPage.time, width: '19ch', cell: ({ time }) => times.dateTime(time) },
  {
    key: 'name',
    header: en.outletPage.happened,
    cell: ({ sentence }) => <div className="breakable">{withoutOverrides(sentence)}</div>,
  },
];

/** Calls back when a value is another than before, not for the first one. */
function useOnChange(value: string | number | undefined, then: () => void): void {
  const known = useRef(value);
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    then();
  });
}
