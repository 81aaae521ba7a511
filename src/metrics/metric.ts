import type { DurationHistogram } from '../common/duration-histogram.js';
import { rounded } from '../common/units.js';
import type { Facts } from './facts.js';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

interface Named {
  /** Name in the style of Prometheus, with base units: `rackfeed_outlet_current_amperes`. */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
}

export interface NumberMetric extends Named {
  readonly type: 'gauge' | 'counter';
  readonly samples: (facts: Facts) => readonly Sample[];
}

/** A histogram of durations, shown in seconds. */
export interface HistogramMetric extends Named {
  readonly type: 'histogram';
  readonly series: (facts: Facts) => readonly { readonly labels: Labels; readonly durations: DurationHistogram }[];
}

export type MetricRow = NumberMetric | HistogramMetric;

/** A measurement; undefined if unknown, which gives no sample. */
type Maybe = number | boolean | undefined;

/** A kind of object, with the labels that identify one of them. */
export interface MetricObjects<T> {
  readonly of: (facts: Facts) => readonly T[];
  readonly labels: (object: T) => Labels;
}

/** Rows about each object of a kind. */
export function metricsOf<T>(objects: MetricObjects<T>) {
  const row =
    (type: NumberMetric['type']) =>
    (name: string, help: string, read: (object: T) => Maybe): NumberMetric => ({
      name,
      help,
      type,
      samples: (facts) =>
        objects.of(facts).flatMap((object) => {
          const value = read(object);
          return value === undefined ? [] : [{ labels: objects.labels(object), value: rounded(Number(value)) }];
        }),
    });
  return { gauge: row('gauge'), counter: row('counter') };
}
