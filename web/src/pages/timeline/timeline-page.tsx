import './timeline.css';
import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addressOf, api } from '../../api/client.js';
import { atCursor, usePages } from '../../api/queries.js';
import { Page, Panel } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { secondsOf } from '../../components/time-range/time-range.js';
import { TimeRangeControl } from '../../components/time-range/time-range-control.js';
import { useTimeRange } from '../../components/time-range/use-time-range.js';
import { locale } from '../../language/locale.js';
import { words } from '../../language/words.js';
import { deviceNow } from '../../live/device-now.js';
import { useOnChange } from '../../components/use-on-change.js';
import { useNewestEntry } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { causesOf, daysOf } from './timeline-days.js';
import { TimelineEntry } from './timeline-entry.js';
import { kindsQuery, TimelineFilters, type TimelineFilter } from './timeline-filters.js';

const PAGE = 100;
const MINUTE = 60;

/** Everything that happened in a time range, day by day, with what led to it; new entries appear by themselves. */
export default function TimelinePage() {
  const { times } = useSession();
  const { hash } = useLocation();
  const { range, choose } = useTimeRange();
  const { filter, onChoose } = useFilter();
  const { from, to } = secondsOf(range, Math.floor(deviceNow() / MINUTE) * MINUTE);
  const kinds = kindsQuery(filter.kinds);
  const within = {
    from: String(from),
    ...(range.to !== undefined && { to: String(to) }),
    ...(filter.object && { object: filter.object }),
  };
  const query = { ...within, ...(kinds && { kinds }) };
  const list = usePages({
    key: ['/api/timeline', range.from, range.to ?? '', filter.object, kinds],
    read: (cursor, signal) => api.get('/api/timeline', { query: { ...query, limit: PAGE, ...cursor }, signal }),
    next: atCursor,
    entriesOf: (page) => page.entries,
  });
  useOnChange(useNewestEntry(), list.refresh);
  const isLoaded = list.entries !== undefined;
  useEffect(() => {
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' });
  }, [isLoaded, hash]);
  const byId = new Map((list.entries ?? []).map((entry) => [entry.id, entry]));
  const csv = { ...within, format: 'csv' };
  return (
    <Page
      title={words.titles.timeline}
      actions={
        <Button component="a" variant="default" href={addressOf('/api/log', {}, csv)} download="timeline.csv">
          {words.timeline.csv}
        </Button>
      }
    >
      <TimeRangeControl range={range} times={times} onChoose={choose} />
      <TimelineFilters filter={filter} onChoose={onChoose} />
      <Panel>
        <PagedList list={list}>
          {(entries) =>
            entries.length === 0 ? (
              <Text c="dimmed">{words.timeline.empty}</Text>
            ) : (
              daysOf(entries, (time) => times.fieldOf(time).slice(0, 10)).map(({ date, entries: those }) => (
                <section key={date} aria-label={times.date(those[0]?.time)}>
                  <h2 className="timeline-day">{words.timeline.day(times.date(those[0]?.time), weekdayOf(date))}</h2>
                  <ol className="timeline-list">
                    {those.map((entry) => (
                      <TimelineEntry
                        key={entry.id}
                        entry={entry}
                        causes={causesOf(entry, byId)}
                        times={times}
                        isTarget={hash === `#entry-${entry.id}`}
                      />
                    ))}
                  </ol>
                </section>
              ))
            )
          }
        </PagedList>
      </Panel>
    </Page>
  );
}

/** The filter in the address. */
function useFilter() {
  const [parameters, setParameters] = useSearchParams();
  const kinds =
    parameters
      .get('kinds')
      ?.split(',')
      .filter((kind) => kind in words.timeline.kinds) ?? [];
  const filter: TimelineFilter = { object: parameters.get('object') ?? '', kinds };
  const onChoose = (next: TimelineFilter): void => {
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of [
          ['object', next.object],
          ['kinds', next.kinds.join()],
        ] as const) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  };
  return { filter, onChoose };
}

const weekdayOf = (date: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
