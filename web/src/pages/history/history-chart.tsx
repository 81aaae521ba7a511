import { Text } from '@mantine/core';
import { useCallback } from 'react';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { duration, quantity } from '../../language/format.js';
import { ErrorNote } from '../../components/error-note.js';
import { TimeChart } from '../../components/time-chart.js';
import { Loading } from '../../components/loading.js';
import type { HistoryChoice } from './history-choice.js';

type History = Schema['HistoryView'];
type Column = (number | null)[];
type Columns = [number[], ...Column[]];

const SPREAD = [{ label: en.history.average }, { label: en.history.maximum }, { label: en.history.minimum }];
const ENERGY = [{ label: en.history.used }];
const MINUTE = 60_000;

interface HistoryChartProps {
  readonly choice: HistoryChoice;
  readonly onZoom: (from: number, to: number) => void;
}

/** The chart of one measurement: average, maximum and minimum of each step, or the energy used in it. */
export function HistoryChart({ choice: { object, measure, from, to }, onZoom }: HistoryChartProps) {
  const { times } = useSession();
  const query = { object: object.id, measure: measure.measure, from, ...(to !== undefined && { to }) };
  const { data: history, error } = useApi('/api/history', { query, ...(to === undefined && { every: MINUTE }) });
  const isEnergy = measure.measure === 'energy';
  const data = useCallback((): Columns => (history ? columnsOf(history, isEnergy) : [[]]), [history, isEnergy]);
  if (error) return <ErrorNote error={error} />;
  if (!history) return <Loading />;
  if (history.t.length === 0) return <Text c="dimmed">{en.history.empty}</Text>;
  return (
    <div>
      <TimeChart
        label={`${object.name}: ${measure.label}`}
        unit={measure.unit}
        lines={isEnergy ? ENERGY : SPREAD}
        data={data}
        zone={times.zone}
        height={320}
        digits={digitsOf(history)}
        range={rangeOf(isEnergy)}
        span={[history.from, history.to]}
        onZoom={onZoom}
      />
      <Text size="sm" c="dimmed">
        {times.dateTime(history.from)} – {times.dateTime(history.to)} ({times.zone}).{' '}
        {en.history.step(duration(history.step))}{' '}
        {isEnergy && en.history.usedInAll(quantity(usedIn(history), 3, measure.unit))} {en.history.zoom}
      </Text>
    </div>
  );
}

/** The columns of a chart. A gap in the history gets a point without a value, so that the line is interrupted there. */
function columnsOf(history: History, isEnergy: boolean): Columns {
  const lines = isEnergy ? [history.used ?? []] : [history.avg, history.max, history.min];
  const times: number[] = [];
  const columns: Column[] = lines.map(() => []);
  const add = (at: number, valueOf: (line: readonly number[]) => number | undefined): void => {
    times.push(at);
    lines.forEach((line, place) => columns[place]?.push(valueOf(line) ?? null));
  };
  history.t.forEach((at, place) => {
    const before = history.t[place - 1];
    if (before !== undefined && at - before > history.step) add(before + history.step, () => undefined);
    add(at, (line) => line[place]);
  });
  return [times, ...columns];
}

const usedIn = ({ used = [] }: History): number => used.reduce((sum, part) => sum + part, 0);

/** The number of decimals: small numbers need more of them to differ. */
function digitsOf({ max, used }: History): number {
  const highest = Math.max(...(used ?? max).slice(0, 20_000));
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
