import { words } from '../../language/words.js';
import type { Times } from '../../language/format.js';
import type { ChartLine } from '../../components/time-chart.js';
import { isLong } from '../../components/time-range/time-range.js';
import { energyBars, joined, spreadOf, type Columns, type Period } from './history-columns.js';
import type { PartOfChart } from './use-histories.js';

export interface Drawing {
  readonly lines: readonly ChartLine[];
  readonly columns: Columns;
  readonly isBars: boolean;
}

/** The lines of a chart: the spread of one object, the averages of several, or bars of energy. */
export function drawingOf(parts: readonly PartOfChart[], isEnergy: boolean, times: Times, now: number): Drawing {
  const [first] = parts;
  const isAlone = parts.length === 1;
  if (first && isAlone && !isEnergy) {
    return { lines: spreadLines(), columns: spreadOf(first.history), isBars: false };
  }
  if (first && isAlone && isEnergy) {
    return { lines: barLines(), columns: barsOf(first, times, now), isBars: true };
  }
  const lines = parts.map(({ object, shift }, place) => ({
    label: shift === 0 ? object.name : words.history.before(object.name),
    color: (objectPlace(parts, place) % 4) + 1,
    ...(shift !== 0 && { isLimit: true }),
  }));
  const columns = parts.map((part): Columns => {
    const [at, ...values] = isEnergy ? barsOf(part, times, now) : spreadOf(part.history);
    return [at.map((time) => time + part.shift), values[0] ?? []];
  });
  return { lines, columns: joined(columns), isBars: false };
}

const spreadLines = (): ChartLine[] => [
  { label: words.history.average, color: 1 },
  { label: words.history.maximum, color: 2, edge: 'high' },
  { label: words.history.minimum, color: 2, edge: 'low' },
];

const barLines = (): ChartLine[] => [
  { label: words.history.used, color: 1 },
  { label: words.history.inPart, color: 1, isFaint: true },
];

function barsOf({ history }: PartOfChart, times: Times, now: number): Columns {
  const stepAt = (at: number): Period => ({ begin: at, end: at + history.step });
  const dayAt = (at: number): Period => {
    const begin = times.secondsOf(midnightOf(at, times));
    return { begin, end: times.secondsOf(midnightOf(begin + DAY_AND_A_HALF, times)) };
  };
  return energyBars(history, isLong(history) ? dayAt : stepAt, now);
}

/** From midnight of any day to the next day, also where it has 23 or 25 hours; seconds. */
const DAY_AND_A_HALF = 129_600;

/** The begin of the day that a time belongs to, as the value of a date-time field. */
const midnightOf = (at: number, times: Times): string => `${times.fieldOf(at).slice(0, 10)}T00:00`;

/** The place of the object of a part among the objects: its period before has the same colour. */
const objectPlace = (parts: readonly PartOfChart[], place: number): number => {
  const ids = [...new Set(parts.map(({ object }) => object.id))];
  return ids.indexOf(parts[place]?.object.id ?? '');
};
