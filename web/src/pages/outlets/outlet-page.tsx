import { Anchor, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { atCursor, useApi, usePages } from '../../api/queries.js';
import type { Command } from '../../components/command-buttons.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { withoutOverrides } from '../../language/direction.js';
import { words } from '../../language/words.js';
import type { Times } from '../../language/format.js';
import { WhenRead } from '../../components/when-read.js';
import { useOnChange } from '../../components/use-on-change.js';
import { useLiveValue, useNewestEntry } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { TimeRangeControl } from '../../components/time-range/time-range-control.js';
import { useTimeRange } from '../../components/time-range/use-time-range.js';
import { OutletActions } from './outlet-actions.js';
import { OutletNow } from './outlet-now.js';
import { useOutletRows } from './outlet-rows.js';
import { PowerCycleEnds } from './power-cycle-ends.js';
import { useSwitching } from './use-switching.js';
import { HistoryChart } from '../history/history-chart.js';
import { useHistories } from '../history/use-histories.js';

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
  const rows = useOutletRows();
  const { run } = useSwitching();
  const { data: why, error, refetch } = useApi('/api/outlets/{outletId}/why', { path: { outletId }, every: EVERY });
  useOnChange(`${state ?? ''} ${newest ?? ''}`, () => void refetch());
  const { isRead } = useOutletHistory(outletId);
  const reads = [useApi('/api/capacity'), { isLoading: !isRead }];
  if (!why) {
    return (
      <Page title={words.titles.outlet}>
        {error ? <ErrorNote error={error} /> : <Loading />}
        {error && (
          <Anchor component={Link} to="/outlets">
            {words.outletPage.others}
          </Anchor>
        )}
      </Page>
    );
  }
  const row = rows?.find(({ id }) => id === why.outlet);
  const command = (each: Command): void => void (row && run({ outlets: [row], command: each }));
  return (
    <Page title={why.outletName} actions={row && <OutletActions row={row} onCommand={command} />}>
      <PowerCycleEnds id={why.outlet} />
      <WhenRead reads={[...reads, { isLoading: !rows }]}>
        {row && <OutletNow row={row} />}
        <Panel title={words.outletPage.why}>
          <Text className="breakable">{withoutOverrides(why.text)}</Text>
        </Panel>
        <OutletPower outletId={why.outlet} />
        {(rights.can('viewLog') || rights.can('viewUsersList')) && <OutletTimeline object={`outlet:${why.outlet}`} />}
      </WhenRead>
    </Page>
  );
}

/** The sentence that explains the state of an outlet, as the controller knows it. */
export function OutletWhy({ outletId }: { readonly outletId: string }) {
  const state = useLiveValue('outlets', outletId, (outlet) => outlet?.state);
  const newest = useNewestEntry();
  const { data, refetch } = useApi('/api/outlets/{outletId}/why', { path: { outletId }, every: EVERY });
  useOnChange(`${state ?? ''} ${newest ?? ''}`, () => void refetch());
  if (!data) return null;
  return (
    <Text size="sm" className="breakable" aria-label={words.outletPage.why} role="group">
      {withoutOverrides(data.text)}
    </Text>
  );
}

/** The object, measure and time of the chart of an outlet, and whether it has been read or cannot be. */
function useOutletHistory(outletId: string) {
  const { range, choose } = useTimeRange();
  const { data, isLoading } = useApi('/api/history/objects');
  const object = data?.objects.find(({ id, kind }) => kind === 'outlet' && id === outletId);
  const measure = MEASURES.flatMap((name) => object?.measures.find((each) => each.measure === name) ?? [])[0];
  const wanted = object && measure ? { objects: [object], measure, range, isBefore: false } : undefined;
  const { parts, error } = useHistories(wanted);
  return { object, measure, range, choose, isRead: !isLoading && (parts !== undefined || error !== null) };
}

/** The chart of the power of an outlet, of its current where that alone is metered. */
export function OutletPower({ outletId }: { readonly outletId: string }) {
  const { times } = useSession();
  const { object, measure, range, choose } = useOutletHistory(outletId);
  if (!object || !measure) return null;
  return (
    <Panel title={words.outletPage.power}>
      <TimeRangeControl range={range} times={times} onChoose={choose} />
      <HistoryChart objects={[object]} measure={measure} range={range} onZoom={choose} height={240} />
      <Anchor component={Link} to={`/history?object=${object.id}&measure=${measure.measure}`} size="sm">
        {words.outletPage.history}
      </Anchor>
    </Panel>
  );
}

interface OutletTimelineProps {
  readonly object: string;
  /** Entries of one page. */
  readonly limit?: number;
}

/** The newest entries of the log about an object. */
export function OutletTimeline({ object, limit = PAGE }: OutletTimelineProps) {
  const { times } = useSession();
  const list = usePages({
    key: ['/api/timeline', object, String(limit)],
    read: (cursor, signal) => api.get('/api/timeline', { query: { object, limit, ...cursor }, signal }),
    next: atCursor,
    entriesOf: (page) => page.entries,
  });
  useOnChange(useNewestEntry(), list.refresh);
  return (
    <Panel
      title={words.outletPage.timeline}
      actions={
        <Anchor component={Link} to={`/timeline?object=${object}`} className="touch-link">
          {words.outletPage.all}
        </Anchor>
      }
    >
      <PagedList list={list}>
        {(entries) => (
          <DataTable
            label={words.outletPage.timeline}
            columns={columns(times)}
            rows={entries}
            rowKey={({ id }) => String(id)}
            rowName={({ sentence }) => sentence}
            empty={words.outletPage.empty}
          />
        )}
      </PagedList>
    </Panel>
  );
}

const columns = (times: Times): Column<Entry>[] => [
  { key: 'time', header: words.outletPage.time, width: '19ch', cell: ({ time }) => times.dateTime(time) },
  {
    key: 'name',
    header: words.outletPage.happened,
    cell: ({ sentence }) => <div className="breakable">{withoutOverrides(sentence)}</div>,
  },
];
