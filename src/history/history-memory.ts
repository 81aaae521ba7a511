import { yieldWhenLate } from '../common/time-slices.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { Extremes } from './extremes.js';
import { FreshMinutes } from './fresh-minutes.js';
import { Hour } from './hour.js';
import { LiveRing } from './live-ring.js';
import { OpenMinute } from './open-minute.js';
import type { SampleReader } from '../readings-format/samples.js';
import type { SamplesByObject } from '../readings-format/tail.js';
import type { HistoryObject, HistoryObjects } from './history-objects.js';

const MINUTE = 60_000;
const MINUTES_OF_HOUR = 60;
/** Most hours in memory while the database cannot be written. */
const MAX_HOURS = 24;
/** The number of series that are merged before the time is read again. */
const SERIES_AT_ONCE = 100;

/** The samples to write: complete hours, and the newest minutes of the current one. */
export interface Unwritten {
  readonly hours: readonly Hour[];
  readonly tail: FreshMinutes | undefined;
}

/**
 * The part of the history that is in memory: the seconds, the open minute, and the minutes that are in no block yet.
 */
export class HistoryMemory {
  readonly ring: LiveRing;
  readonly extremes: Extremes;
  readonly #values: Float64Array;
  #open: OpenMinute | undefined;
  /** Minutes that are over and not in an hour yet. */
  #closed: OpenMinute[] = [];
  /** The number of series of the first of them that are in an hour already. */
  #merged = 0;
  #hour = -1;
  #hours = new Map<number, Hour>();
  /** The minutes of the newest hour that are in no tail yet. */
  #fresh: FreshMinutes | undefined;
  #writing: Unwritten | undefined;
  readonly #minuteListeners: ((minute: OpenMinute) => void)[] = [];

  /** @param numberOf the number of an object in blocks */
  constructor(
    private readonly objects: HistoryObjects,
    private readonly numberOf: (object: HistoryObject) => number,
  ) {
    this.ring = new LiveRing(objects.series.length);
    this.extremes = new Extremes(objects.series);
    this.#values = new Float64Array(objects.series.length);
  }

  /** Adds a poll cycle at its wall clock time; one in which the hardware did not answer is a gap. */
  note(snapshot: Snapshot): void {
    const { takenAt, fresh } = snapshot;
    const minute = Math.floor(takenAt / MINUTE);
    if (this.#open && this.#open.minute !== minute) this.closeMinute();
    this.#hour = Math.floor(minute / MINUTES_OF_HOUR);
    if (!fresh) return;
    this.objects.read(snapshot, this.#values);
    this.#open ??= new OpenMinute(minute, this.#values.length);
    this.#open.add(this.#values);
    // Rules are not evaluated after an additional reading: a second has what they saw.
    if (!snapshot.reread || !this.ring.has(takenAt)) this.ring.put(takenAt, this.#values);
    this.extremes.add(this.#values, takenAt);
  }

  /** Closes the open minute, complete or not; later readings of the same minute are merged with it. */
  closeMinute(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open || open.isEmpty) return;
    this.#closed.push(open);
    for (const listener of this.#minuteListeners) listener(open);
  }

  /** Calls the listener with each minute that is over and has readings, within the poll cycle. It must not block. */
  onMinute(listener: (minute: OpenMinute) => void): void {
    this.#minuteListeners.push(listener);
  }

  /**
   * Adds the closed minutes to their hours, a few series at a time: ten thousand outlets have more than fifty thousand.
   * Call it before {@link take}.
   */
  async mergeClosed(): Promise<void> {
    for (let minute = this.#closed[0]; minute; minute = this.#closed[0]) {
      const number = hourOf(minute);
      const hour = this.#hourOf(number);
      while (this.#closed[0] === minute && this.#merged < this.objects.series.length) {
        const end = Math.min(this.#merged + SERIES_AT_ONCE, this.objects.series.length);
        for (; this.#merged < end; this.#merged++) this.#add(minute, this.#merged, hour);
        await yieldWhenLate();
      }
      if (this.#closed[0] !== minute) continue; // all was cleared meanwhile
      this.#closed.shift();
      this.#merged = 0;
      if (this.#fresh?.hour !== number) this.#fresh = new FreshMinutes(number, this.objects, this.numberOf);
      this.#fresh.add(minute);
    }
  }

  /** Loads minutes of an hour that an earlier run has stored. */
  adopt(hour: number, objects: SamplesByObject): Promise<void> {
    return this.#hourOf(hour).addAll(objects);
  }

  get hasFinishedHours(): boolean {
    return [...this.#hours.keys(), ...this.#closed.map(hourOf)].some((number) => number !== this.#hour);
  }

  get hasFresh(): boolean {
    return this.#fresh !== undefined || this.#closed.length > 0;
  }

  /** The hour that is being measured, counted from 1970. */
  get currentHour(): number {
    return this.#hour;
  }

  /** Takes the merged samples to write. Follow it with {@link written} or {@link giveBack}. */
  take(): Unwritten {
    const hours = [...this.#hours.values()].filter(({ number }) => number !== this.#hour);
    for (const { number } of hours) this.#hours.delete(number);
    const tail = this.#fresh?.hour === this.#hour ? this.#fresh : undefined;
    this.#fresh = undefined;
    return (this.#writing = { hours, tail });
  }

  /** False once samples that were taken are dropped, which a deletion of the history does too. */
  isWriting(taken: Unwritten): boolean {
    return this.#writing === taken;
  }

  /** Drops the samples taken, which are in the database now. */
  written(): void {
    this.#writing = undefined;
  }

  /**
   * Takes back samples that could not be written: nothing was merged meanwhile. Returns the number of hours that had to be
   * dropped.
   */
  giveBack(): number {
    const { hours, tail } = this.#writing ?? { hours: [], tail: undefined };
    this.#writing = undefined;
    for (const hour of hours) this.#hours.set(hour.number, hour);
    this.#fresh = tail;
    const beyond = [...this.#hours.keys()].sort((a, b) => a - b).slice(0, -MAX_HOURS);
    for (const number of beyond) this.#hours.delete(number);
    return beyond.length;
  }

  /** The hours with minutes in memory. */
  get hours(): number[] {
    return [...new Set([...this.#all().map(({ number }) => number), ...this.#closed.map(hourOf)])];
  }

  /** Calls the reader for each minute of an hour that is in memory, including the open one. */
  each(hour: number, object: HistoryObject, measure: number, series: number, reader: SampleReader): void {
    for (const each of this.#all()) {
      if (each.number === hour) each.find(this.numberOf(object), measure)?.each(reader);
    }
    const closed = series < this.#merged ? this.#closed.slice(1) : this.#closed;
    for (const minute of [...closed, ...(this.#open ? [this.#open] : [])]) {
      if (hourOf(minute) !== hour) continue;
      minute.of(series, (_, ...sample) => reader(minute.minute % MINUTES_OF_HOUR, ...sample));
    }
  }

  clear(): void {
    this.#open = undefined;
    this.#closed = [];
    this.#merged = 0;
    this.#hours.clear();
    this.#fresh = undefined;
    this.#writing = undefined;
    this.ring.clear();
    for (const object of this.objects.all) this.extremes.clear(object);
  }

  #all(): Hour[] {
    return [...(this.#writing?.hours ?? []), ...this.#hours.values()];
  }

  #hourOf(number: number): Hour {
    const known = this.#hours.get(number);
    if (known) return known;
    const hour = new Hour(number);
    this.#hours.set(number, hour);
    return hour;
  }

  #add(minute: OpenMinute, place: number, hour: Hour): void {
    const series = this.objects.series[place];
    if (!series) return;
    const number = this.numberOf(series.object);
    minute.of(place, (_, ...sample) => {
      hour.samples(number, series.measure.code).add(minute.minute % MINUTES_OF_HOUR, ...sample);
    });
  }
}

/** The hour of a minute, counted from 1970. */
const hourOf = ({ minute }: OpenMinute): number => Math.floor(minute / MINUTES_OF_HOUR);
