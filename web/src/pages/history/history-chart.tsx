import { Box, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { amps, duration, quantity } from '../../language/format.js';
import { live } from '../../live/live.js';
import { deviceNow } from '../../live/device-now.js';
import { ErrorNote } from '../../components/error-note.js';
import { TimeChart, type ChartLimit } from '../../components/time-chart.js';
import { Loading } from '../../components/loading.js';
import { fixedRange, type TimeRange } from '../../components/time-range/time-range.js';
import { ChartTable } from './chart-table.js';
import { measureName, type HistoryObject, type Measure } from './history-choice.js';
import type { Columns } from './history-columns.js';
import { drawingOf } from './history-lines.js';
import { useHistories } from './use-histories.js';
import { useMarkers } from './use-markers.js';

interface HistoryChartProps {
  readonly objects: readonly HistoryObject[];
  readonly measure: Measure;
  readonly range: TimeRange;
  readonly isBefore?: boolean;
  readonly onZoom: (range: TimeRange) => void;
  readonly height?: number;
  /** Another limit than the rated current. */
  readonly limit?: number | undefined;
}

/** The height of a chart with its markers and texts, px, so that what is below it stays while it is read. */
const heightWithTexts = (height: number) => ({ base: height + 154, sm: height + 119, lg: height + 99 });

/** The chart of one measurement, and its values as a table. */
export function HistoryChart({
  objects,
  measure,
  range,
  isBefore = false,
  onZoom,
  height = 320,
  limit,
}: HistoryChartProps) {
  const { times } = useSession();
  const { parts, error, isOld } = useHistories({ objects, measure, range, isBefore });
  const isEnergy = measure.measure === 'energy';
  const drawing = useMemo(() => parts && drawingOf(parts, isEnergy, times, deviceNow()), [parts, isEnergy, times]);
  const data = useCallback((): Columns => drawing?.columns ?? [[]], [drawing]);
  const [object] = objects;
  const history = parts?.[0]?.history;
  const markers = useMarkers(
    object && history && objects.length === 1 && MARKED.has(object.kind) ? `${object.kind}:${object.id}` : undefined,
    history?.from ?? 0,
    history?.to ?? 0,
  );
  if (error) return <ErrorNote error={error} />;
  if (!history || !drawing || !object) {
    return (
      <Box mih={heightWithTexts(height)}>
        <Loading />
      </Box>
    );
  }
  if (drawing.columns[0].length === 0) return <Text c="dimmed">{words.history.empty}</Text>;
  const used = isEnergy && objects.length === 1 ? (history.used ?? []).reduce((sum, part) => sum + part, 0) : undefined;
  const digits = digitsOf(drawing.columns);
  return (
    <div aria-busy={isOld}>
      <TimeChart
        label={`${objects.map(({ name }) => name).join(', ')}: ${measureName(measure)}`}
        unit={measure.unit}
        lines={drawing.lines}
        data={data}
        zone={times.zone}
        height={height}
        digits={digits}
        range={rangeOf(isEnergy)}
        span={[history.from, history.to]}
        isBars={drawing.isBars}
        limits={limit === undefined ? ratingOf(object, measure) : [limitOf(limit, measure)]}
        markers={markers}
        onZoom={(from, to) => onZoom(fixedRange(from, to))}
      />
      <Text size="sm" c="dimmed">
        {times.dateTime(history.from)} – {times.dateTime(history.to)} ({times.zone}).{' '}
        {!isEnergy && words.history.step(duration(history.step))}{' '}
        {used !== undefined && words.history.usedInAll(quantity(used, 3, measure.unit))} {words.history.zoom}
      </Text>
      <ChartTable drawing={drawing} times={times} digits={Math.min(3, digits + 1)} unit={measure.unit} />
    </div>
  );
}

const MARKED = new Set(['outlet', 'bank', 'inlet', 'sensor']);

const limitOf = (value: number, { unit }: Measure): ChartLimit => {
  const digits = Number.isInteger(value) ? 0 : 2;
  return { label: words.history.limit(quantity(value, digits, unit)), value, isAlwaysShown: true };
};

/** The rated current of a bank or an inlet. */
function ratingOf({ kind, id }: HistoryObject, { measure }: Measure): ChartLimit[] {
  if (measure !== 'current') return [];
  const value =
    kind === 'bank'
      ? live.get('banks', id)?.ratedCurrent
      : kind === 'inlet'
        ? live.get('inlets', id)?.ratedCurrent
        : undefined;
  return value === undefined ? [] : [{ label: words.history.limit(amps(value)), value }];
}

/** The number of decimals: small numbers need more of them to differ. */
function digitsOf([, ...columns]: Columns): number {
  const highest = columns.reduce(
    (most, column) => column.reduce<number>((top, value) => Math.max(top, value ?? 0), most),
    0,
  );
  return highest >= 100 ? 0 : highest >= 10 ? 1 : highest >= 1 ? 2 : 3;
}

/** The scale starts at zero for energy and loads, but not for voltages and temperatures, which would be a flat line. */
const rangeOf =
  (isEnergy: boolean) =>
  (min: number, max: number): [number, number] => {
    if (isEnergy || min < max / 2) return [Math.min(0, min), max === 0 ? 1 : max * 1.1];
    const room = Math.max((max - min) * 0.3, max * 0.01);
    return [min - room, max + room];
  };
