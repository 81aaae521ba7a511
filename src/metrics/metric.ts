import type { DurationHistogram } from '../common/duration-histogram.js';
import { rounded } from '../common/units.js';

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

/** The samples of each subject: an outlet, a bank, the database. */
export interface NumberMetric<Subject> extends Named {
  readonly type: 'gauge' | 'counter';
  samples(subject: Subject): readonly Sample[];
}

/** A histogram of durations, shown in seconds. */
export interface HistogramMetric<Subject> extends Named {
  readonly type: 'histogram';
  series(subject: Subject): readonly { readonly labels: Labels; readonly durations: DurationHistogram }[];
}

export type MetricRow<Subject> = NumberMetric<Subject> | HistogramMetric<Subject>;

/** A measurement; undefined if unknown, which gives no sample. */
type Maybe = number | boolean | undefined;

/** Metrics with one sample of each subject, at most. Its labels say which one it is. */
export function metricsOf<Subject>(labels: (subject: Subject) => Labels) {
  const row =
    (type: NumberMetric<Subject>['type']) =>
    (name: string, help: string, read: (subject: Subject) => Maybe): NumberMetric<Subject> => ({
      name,
      help,
      type,
      samples: (subject) => {
        const value = read(subject);
        // A counter has no value below zero: one of a meter must not cost the metrics of all others.
        if (value === undefined || (type === 'counter' && !(Number(value) >= 0))) return [];
        return [{ labels: labels(subject), value: rounded(Number(value)) }];
      },
    });
  return { gauge: row('gauge'), counter: row('counter') };
}

/** Metrics of a subject that there is once: one value without labels, or samples with labels. */
export function metricsOfOne<Subject>() {
  const row =
    (type: NumberMetric<Subject>['type']) =>
    (name: string, help: string, read: (subject: Subject) => Maybe | readonly Sample[]): NumberMetric<Subject> => ({
      name,
      help,
      type,
      samples: (subject) => {
        const found = read(subject);
        if (typeof found === 'object') return found;
        return found === undefined ? [] : [{ labels: {}, value: Number(found) }];
      },
    });
  return { gauge: row('gauge'), counter: row('counter') };
}

const JOULES_PER_KWH = 3_600_000;

export const joules = (kilowattHours: number | undefined): number | undefined =>
  kilowattHours === undefined ? undefined : kilowattHours * JOULES_PER_KWH;
