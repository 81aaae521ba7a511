import { Anchor, Group, Text } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { live, liveSeries, useIsLive, useLiveSummary } from '../../live/live.js';
import { SERIES_SECONDS } from '../../live/live-series.js';
import { TimeChart } from '../../components/time-chart.js';
import { fixedRange, presetRange, withRange, type TimeRange } from '../../components/time-range/time-range.js';
import { useNewestMarkers } from '../history/use-markers.js';
import { carriesNothing } from './no-load.js';

const LINES = [{ label: words.overview.activePower }];
const onTick = (redraw: () => void): (() => void) => live.subscribe('all', redraw);

/**
 * The power of an inlet or bank in the last minutes: first the history of the controller, then live values. A sentence
 * instead of an empty chart for one that has carried nothing in that time.
 */
export function PowerChart({
  list,
  id,
  name,
}: {
  readonly list: 'inlets' | 'banks';
  readonly id: string;
  readonly name: string;
}) {
  const { times } = useSession();
  const navigate = useNavigate();
  const markers = useNewestMarkers(SERIES_SECONDS, list === 'banks' ? id : undefined);
  const key = `${list}/${id}`;
  const historyOf = (range: TimeRange): string =>
    `/history?${String(withRange(new URLSearchParams({ object: id, measure: 'activePower' }), range))}`;
  const data = useCallback((): [number[], (number | null)[]] => {
    const { times: at, values } = liveSeries.of(key);
    return [at, values];
  }, [key]);
  const isLive = useIsLive();
  useEffect(() => {
    if (!isLive) return undefined; // after an outage its part of the history is missing here
    const query = { object: id, measure: 'activePower', from: `-${SERIES_SECONDS}s`, step: 1 } as const;
    const asked = new AbortController();
    api.get('/api/history', { query, signal: asked.signal }).then(
      ({ t, avg }) => liveSeries.seed(key, t, avg),
      () => undefined, // the chart then starts with live values
    );
    return () => asked.abort();
  }, [id, key, isLive]);
  const isEmpty = useLiveSummary(() => carriesNothing(live.get(list, id)) && !liveSeries.of(key).values.some(Boolean));
  if (isEmpty) {
    return (
      <Text size="sm" c="dimmed">
        {words.overview.noLoad(name)}
      </Text>
    );
  }
  return (
    <div className="live-picture">
      <TimeChart
        label={`${name}: ${words.overview.activePower}, ${words.overview.lastMinutes(SERIES_SECONDS / 60)}`}
        unit="W"
        lines={LINES}
        data={data}
        zone={times.zone}
        onTick={onTick}
        height={120}
        minSpan={120}
        markers={markers}
        onZoom={(from, to) => void navigate(historyOf(fixedRange(from, to)))}
      />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {words.overview.activePower} · {words.overview.lastMinutes(SERIES_SECONDS / 60)}
        </Text>
        <Anchor
          component={Link}
          to={historyOf(presetRange('1h'))}
          size="xs"
          className="touch-link"
          title={words.overview.zoom}
          aria-label={words.overview.historyOf(name)}
        >
          {words.titles.history}
        </Anchor>
      </Group>
    </div>
  );
}
