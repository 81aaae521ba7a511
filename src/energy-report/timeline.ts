import { minuteOfWeek, nextAfter, type CalendarRule, type Zone } from '../common/calendar.js';
import { yieldWhenLate } from '../common/time-slices.js';
import { MINUTES_OF_WEEK, pricesOfWeek, type Tariff } from '../settings/tariff.js';

/** The lengths of the periods of a report, in the calendar of the device. */
export const STEPS = ['day', 'week', 'month', 'total'] as const;
export type Step = (typeof STEPS)[number];

const MIDNIGHT = { hour: 0, minute: 0 };
/** The begin of each period; a week begins on Monday. */
const BEGINS: Readonly<Record<Exclude<Step, 'total'>, CalendarRule>> = {
  day: MIDNIGHT,
  week: { ...MIDNIGHT, weekday: 1 },
  month: { ...MIDNIGHT, day: 1 },
};
const DAY = 86_400;
const QUARTER = 900;
const HOUR = 3600;

/** A part of a report: seconds since 1970, the end not included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface TimelineOptions extends Period {
  readonly step: Step;
  readonly zone: Zone;
  readonly tariff: Tariff;
}

/** Receives a part of a stretch of time, with its share of the stretch. */
export interface PartReader {
  (period: number, share: number, price: number | undefined): void;
}

/** A time range in stretches of one period and one price. */
export class Timeline {
  readonly periods: readonly Period[];
  readonly #starts: number[] = [];
  readonly #periods: number[] = [];
  readonly #prices: (number | undefined)[] = [];
  #cursor = 0;

  private constructor(
    readonly from: number,
    readonly to: number,
    begins: readonly number[],
  ) {
    this.periods = begins.map((begin, place) => ({ from: begin, to: begins[place + 1] ?? to }));
  }

  /** The most periods are those of days. A change of the clock makes a day 23 or 25 hours long. */
  static async of({ from, to, step, zone, tariff }: TimelineOptions): Promise<Timeline> {
    const begins = [from];
    if (step !== 'total') {
      for (let at = from; ; begins.push(at)) {
        at = nextAfter(BEGINS[step], zone, at * 1000) / 1000;
        if (at >= to) break;
        await yieldWhenLate();
      }
    }
    const timeline = new Timeline(from, to, begins);
    const prices = pricesOfWeek(tariff);
    for (const [place, period] of timeline.periods.entries()) {
      if (!prices) timeline.#add(period.from, place, undefined);
      else await timeline.#addPrices(place, prices, zone);
    }
    return timeline;
  }

  /** True for an hour, counted from 1970, in which a period or a price changes within a quarter. */
  readonly isFine = (hour: number): boolean => this.#fineHours.has(hour);

  get #fineHours(): ReadonlySet<number> {
    return (this.#fine ??= new Set(
      [...this.#starts, this.to].filter((at) => at % QUARTER !== 0).map((at) => Math.floor(at / HOUR)),
    ));
  }

  #fine: ReadonlySet<number> | undefined;

  /** Calls the reader for each part of a stretch that is in the range. Fast for stretches in order of time. */
  split(from: number, to: number, reader: PartReader): void {
    const starts = this.#starts;
    const [begin, end] = [Math.max(from, this.from), Math.min(to, this.to)];
    if (begin >= end) return;
    for (let at = this.#find(begin), left = begin; left < end; at++) {
      const right = Math.min(end, starts[at + 1] ?? end);
      reader(this.#periods[at] ?? 0, (right - left) / (to - from), this.#prices[at]);
      left = right;
    }
  }

  /** The part that includes a whole stretch, which most are; -1 if there is none. */
  partOf(from: number, to: number): number {
    if (from < this.from || to > this.to) return -1;
    const at = this.#find(from);
    return to <= (this.#starts[at + 1] ?? this.to) ? at : -1;
  }

  /** Seconds since 1970. */
  beginOf(part: number): number {
    return this.#starts[part] ?? this.from;
  }

  endOf(part: number): number {
    return this.#starts[part + 1] ?? this.to;
  }

  periodOf(part: number): number {
    return this.#periods[part] ?? 0;
  }

  priceOf(part: number): number | undefined {
    return this.#prices[part];
  }

  #find(moment: number): number {
    const starts = this.#starts;
    let at = this.#cursor;
    while (at > 0 && (starts[at] ?? 0) > moment) at--;
    while ((starts[at + 1] ?? Infinity) <= moment) at++;
    return (this.#cursor = at);
  }

  async #addPrices(place: number, prices: Float64Array, zone: Zone): Promise<void> {
    const period = this.periods[place];
    if (!period) return;
    for (let begin = period.from; begin < period.to;) {
      const end = Math.min(period.to, begin + DAY - (begin % DAY));
      const [first, last] = [zone.offsetAt(begin * 1000), zone.offsetAt(end * 1000 - 1)];
      // The minutes of the week follow one another, unless the clock changes in between.
      const start = minuteOfWeek(zone, begin * 1000);
      for (let at = begin, passed = 0; at < end; at += 60 - (at % 60), passed++) {
        const minute = first === last ? (start + passed) % MINUTES_OF_WEEK : minuteOfWeek(zone, at * 1000);
        this.#add(at, place, prices[minute]);
      }
      await yieldWhenLate();
      begin = end;
    }
  }

  #add(at: number, period: number, price: number | undefined): void {
    const last = this.#starts.length - 1;
    if (last >= 0 && this.#periods[last] === period && this.#prices[last] === price) return;
    this.#starts.push(at);
    this.#periods.push(period);
    this.#prices.push(price);
  }
}
