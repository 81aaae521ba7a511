import type { PowerDay, PowerSlot } from '../history/power-day.js';
import type { Timeline } from './timeline.js';

/** Resolution of stored counters, kWh. */
const RESOLUTION = 0.0001;
/** Energy by which a counter may rise at once, kWh: meters of some kinds count in steps of a tenth. */
const COUNTER_STEP = 0.11;
const WATT_SECONDS = 3_600_000;
/** The most slots without a counter between two with one that are remembered. */
const MAX_HELD = 3000;

/** The newest slot with a reading of the counter. */
interface Counted {
  begin: number;
  end: number;
  /** 0 if there is none. */
  counts: number;
  /** kWh */
  last: number;
  /** True if the counter has risen to this slot from one before. */
  isLinked: boolean;
}

/** The energy, its cost and the highest power in the periods of a timeline. */
export class Sums {
  readonly kWh: Float64Array;
  readonly cost: Float64Array;
  /** Seconds whose energy is known. */
  readonly covered: Float64Array;
  /** W; -Infinity without a reading. */
  readonly peaks: Float64Array;
  /** Seconds since 1970. */
  readonly peakTimes: Float64Array;
  /** The part of the timeline that was used last; a slot is in the same one as the slot before but for a few a day. */
  #from = 0;
  #to = 0;
  #period = 0;
  #price = 0;

  constructor(private readonly timeline: Timeline) {
    const { length } = timeline.periods;
    this.kWh = new Float64Array(length);
    this.cost = new Float64Array(length);
    this.covered = new Float64Array(length);
    this.peaks = new Float64Array(length).fill(-Infinity);
    this.peakTimes = new Float64Array(length);
  }

  /** Adds energy that was used evenly over a stretch of time, of which `seconds` were measured. */
  add(from: number, to: number, kWh: number, seconds: number): void {
    if (this.#isInPart(from, to)) this.#add(this.#period, kWh, seconds, this.#price);
    else {
      this.timeline.split(from, to, (period, share, price) => this.#add(period, kWh * share, seconds * share, price));
    }
  }

  /** Adds seconds of a stretch of time whose energy is added by itself. */
  cover(from: number, to: number, seconds: number): void {
    if (this.#isInPart(from, to)) this.covered[this.#period] = (this.covered[this.#period] ?? 0) + seconds;
    else this.add(from, to, 0, seconds);
  }

  /** Adds the highest power of a stretch of time, W. */
  addPeak(from: number, to: number, watts: number): void {
    if (this.#isInPart(from, to)) this.#addPeak(this.#period, from, watts);
    else this.timeline.split(from, to, (period) => this.#addPeak(period, from, watts));
  }

  /**
   * Adds a slot in whose stretch before it the same was measured, if all from `from` to `to` is in one part of the
   * timeline; else returns false.
   */
  addWithin(from: number, to: number, kWh: number, seconds: number, at: number, watts: number): boolean {
    if (!this.#isInPart(from, to)) return false;
    this.#add(this.#period, kWh, seconds, this.#price);
    this.#addPeak(this.#period, at, watts);
    return true;
  }

  #isInPart(from: number, to: number): boolean {
    if (from >= this.#from && to <= this.#to) return true;
    const { timeline } = this;
    const part = timeline.partOf(from, to);
    if (part < 0) return false;
    this.#from = timeline.beginOf(part);
    this.#to = timeline.endOf(part);
    this.#period = timeline.periodOf(part);
    this.#price = timeline.priceOf(part) ?? 0;
    return true;
  }

  #add(period: number, kWh: number, seconds: number, price = 0): void {
    this.kWh[period] = (this.kWh[period] ?? 0) + kWh;
    this.cost[period] = (this.cost[period] ?? 0) + kWh * price;
    this.covered[period] = (this.covered[period] ?? 0) + seconds;
  }

  #addPeak(period: number, at: number, watts: number): void {
    if (watts <= (this.peaks[period] ?? 0)) return;
    this.peaks[period] = watts;
    this.peakTimes[period] = at;
  }
}

/**
 * The energy of one object, from its counter wherever two readings of it enclose a stretch of time, else from its power.
 * The counter may begin again or be another meter's; no energy is counted twice then.
 */
export class EnergyAccumulator {
  readonly sums: Sums;
  /** One object for all slots: an object for each would be most of the work. */
  readonly #newest: Counted = { begin: 0, end: 0, counts: 0, last: 0, isLinked: false };
  readonly #slot = { begin: 0, step: 0, counts: 0, first: 0, last: 0, powers: 0, mean: 0, peak: 0 };
  /** Slots since then in which only the power was measured. */
  #held: PowerSlot[] = [];

  /**
   * @param maxWatts the most that the object can use for a minute; a counter that rises faster is another meter's
   * @param now seconds since 1970; the newest slot has not ended yet
   */
  constructor(
    timeline: Timeline,
    private readonly maxWatts: number,
    private readonly now: number,
  ) {
    this.sums = new Sums(timeline);
  }

  /** Adds the slots of a day; days come in the order of time. */
  addDay(day: PowerDay): void {
    for (let slot = 0; slot < day.slots; slot++) {
      if (day.steps[slot] === 0 || this.#addUsual(day, slot)) continue;
      day.copy(slot, this.#slot);
      this.add(this.#slot);
    }
  }

  /**
   * Adds a slot as {@link add} does, if counter and power were measured in it and in the one before, and the counter has
   * risen as it should: almost all slots of a month are of this kind. Else it returns false and adds nothing.
   */
  #addUsual(day: PowerDay, slot: number): boolean {
    const before = this.#newest;
    const begin = day.beginOf(slot);
    const end = begin + (day.steps[slot] ?? 0);
    const counts = day.counts[slot] ?? 0;
    if (
      !before.isLinked ||
      before.counts === 0 ||
      before.end !== begin ||
      end > this.now ||
      counts === 0 ||
      !day.powers[slot]
    )
      return false;
    const first = day.first[slot] ?? 0;
    const last = day.last[slot] ?? 0;
    const since = first - before.last;
    const seconds = begin - before.begin;
    if (since < 0 || !this.#isPossible(last - first, end - begin)) return false;
    if (!this.#isPossible(since, end - before.begin) || this.#held.length > 0) return false;
    const kWh = last - before.last;
    if (!this.sums.addWithin(before.begin, end, kWh, seconds, begin, day.peaks[slot] ?? 0)) return false;
    before.begin = begin;
    before.end = end;
    before.counts = counts;
    before.last = last;
    return true;
  }

  /** Adds the next slot; slots come in the order of time. The object may be used again for the next one. */
  add(slot: PowerSlot): void {
    const end = this.#endOf(slot);
    if (slot.powers > 0) this.sums.addPeak(slot.begin, end, slot.peak);
    if (slot.counts > 0) this.#count(slot, end);
    else if (slot.powers > 0) this.#hold(slot);
  }

  /** Adds what is still held; call it once. */
  end(): void {
    this.#endCounter();
  }

  #count(slot: PowerSlot, end: number): void {
    const before = this.#newest;
    const hasBefore = before.counts > 0;
    const isLower = hasBefore && slot.first < before.last - RESOLUTION;
    // Readings of two meters, or of one that began again, within the slot.
    const isMixed =
      (isLower && slot.last >= before.last) || !this.#isPossible(slot.last - slot.first, end - slot.begin);
    if (isMixed) {
      this.#endCounter();
      this.#addPower(slot);
      return;
    }
    const since = hasBefore ? Math.max(0, slot.first - before.last) : 0;
    const isLinked = hasBefore && !isLower && this.#isPossible(since, end - before.begin);
    const rise = slot.last - slot.first;
    if (isLinked) this.#link(slot, end, since, rise);
    else {
      this.#endCounter();
      this.sums.add(slot.begin, end, Math.min(rise, this.#byPower(slot)), 0);
    }
    before.begin = slot.begin;
    before.end = end;
    before.counts = slot.counts;
    before.last = slot.last;
    before.isLinked = isLinked;
  }

  /** Adds a slot and the energy since the one before, which the counter has counted, whatever was measured meanwhile. */
  #link(slot: PowerSlot, end: number, since: number, rise: number): void {
    const before = this.#newest;
    this.#cover(before.isLinked);
    const hasGap = slot.begin > before.end;
    if (hasGap) this.sums.add(before.end, slot.begin, since, slot.begin - before.end);
    this.sums.add(slot.begin, end, hasGap ? rise : since + rise, 0);
    if (this.#held.length > 0) this.#held = [];
  }

  #endCounter(): void {
    if (this.#newest.counts > 0) this.#cover(false);
    this.#newest.counts = 0;
    for (const slot of this.#held) this.#addPower(slot);
    this.#held = [];
  }

  /** Marks the newest slot as measured: all of it, if the counter has readings on both sides. */
  #cover(isWhole: boolean): void {
    const { begin, end, counts } = this.#newest;
    this.sums.cover(begin, end, isWhole ? end - begin : Math.min(counts, end - begin));
  }

  #hold(slot: PowerSlot): void {
    if (this.#newest.counts === 0) {
      this.#addPower(slot);
      return;
    }
    this.#held.push({ ...slot });
    if (this.#held.length > MAX_HELD) this.#endCounter();
  }

  #addPower(slot: PowerSlot): void {
    const end = this.#endOf(slot);
    const seconds = Math.min(slot.powers, end - slot.begin);
    if (seconds > 0) this.sums.add(slot.begin, end, Math.max(0, slot.mean * seconds) / WATT_SECONDS, seconds);
  }

  /**
   * The energy of a slot without one before by its power, kWh: the counter may have begun again within the slot, which a
   * small reading does not show. Infinity if too little of the power was measured.
   */
  #byPower({ powers, counts, mean }: PowerSlot): number {
    return powers * 2 < counts ? Infinity : Math.max(0, mean * powers) / WATT_SECONDS + RESOLUTION;
  }

  #isPossible(kWh: number, seconds: number): boolean {
    return kWh <= COUNTER_STEP + (this.maxWatts * seconds) / WATT_SECONDS;
  }

  #endOf({ begin, step }: PowerSlot): number {
    return Math.min(begin + step, Math.max(this.now, begin + 1));
  }
}
