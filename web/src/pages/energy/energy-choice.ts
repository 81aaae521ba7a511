import type { Times } from '../../language/format.js';
import { fixedRange, secondsOf, type TimeRange } from '../../components/time-range/time-range.js';

export const STEPS = ['total', 'day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** The rows and the time of the report; they are in the address, so that a link shows the same. */
export interface EnergyChoice {
  /** As the API takes it: "outlet", "label:tenant". */
  readonly by: string;
  readonly step: Step;
  readonly range: TimeRange;
}

/** The parameters of the API. */
export const queryOf = ({ by, step, range: { from, to } }: EnergyChoice) => ({
  by,
  step,
  from,
  ...(to !== undefined && { to }),
});

/** The parameters for the period of equal length before. */
export function queryBefore(choice: EnergyChoice, now: number) {
  const { from, to } = secondsOf(choice.range, Math.floor(now / 60) * 60);
  return { by: choice.by, step: 'total' as const, from: String(2 * from - to), to: String(from) };
}

const beginOf = (date: string, times: Times): number => times.secondsOf(`${date.slice(0, 8)}01T00:00`);

/** The month of this time, up to now. */
export const thisMonth = (now: number, times: Times): TimeRange => ({
  from: String(beginOf(times.fieldOf(now), times)),
  to: undefined,
});

/** The whole month before that of this time. */
export function monthBefore(now: number, times: Times): TimeRange {
  const end = beginOf(times.fieldOf(now), times);
  return fixedRange(beginOf(times.fieldOf(end - 3600), times), end);
}
