import type { Snapshot } from '../hardware/snapshot.js';
import { Extremes } from './extremes.js';
import { Hour } from './hour.js';
import { LiveRing } from './live-ring.js';
import { OpenMinute } from './open-minute.js';
import type { SampleReader } from './packing/samples.js';
import type { HistoryObject, HistoryObjects } from './history-objects.js';

const MINUTE = 60_000;
const MINUTES_OF_HOUR = 60;
/** Most hours in memory while the database cannot be written. */
const MAX_HOURS = 24;

/** The samples to write: complete hours, and the newest minutes of the current one. */
export interface Unwritten {
  readonly hours: readonly Hour[];
  readonly tail: Hour | undefined;
}

/**
 * The part of the history that is in memory: the seconds, the open minute, and the minutes that are in no block yet.
 */
export class HistoryMemory {
  readonly ring: LiveRing;
  readonly extremes: Extremes;
  readonly #values: Float64Array;
  #open: OpenMinute | undefined;
  #hour = -1;
  #hours = new Map<number, Hour>();
  /** The minutes of the current hour that are in no tail yet. */
  #fresh: Hour | undefined;
  #writing: Unwritten | undefined;

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
    this.ring.put(takenAt, this.#values);
    this.extremes.add(this.#values, takenAt);
  }

  /** Closes the open minute, complete or not; later readings of the same minute are merged with it. */
  closeMinute(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open || open.isEmpty) return;
    const number = Math.floor(open.minute / MINUTES_OF_HOUR);
    if (this.#fresh?.number !== number) this.#fresh = new Hour(number);
    for (const hour of [this.#hourOf(number), this.#fresh]) this.#add(open, hour);
  }

  /** Loads minutes that an earlier run has stored. */
  adopt(hour: Hour): void {
    this.#hourOf(hour.number).addAll(hour.objects);
  }

  get hasFinishedHours(): boolean {
    return [...this.#hours.keys()].some((number) => number !== this.#hour);
  }

  get hasFresh(): boolean {
    return this.#fresh !== undefined;
  }

  /** The hour that is being measured, counted from 1970. */
  get currentHour(): number {
    return this.#hour;
  }

  /** Takes the samples to write. Follow it with {@link written} or {@link giveBack}. */
  take(): Unwritten {
    const hours = [...this.#hours.values()].filter(({ number }) => number !== this.#hour);
    for (const { number } of hours) this.#hours.delete(number);
    const tail = this.#fresh?.number === this.#hour ? this.#fresh : undefined;
    this.#fresh = undefined;
    return (this.#writing = { hours, tail });
  }

  /** Drops the samples taken, which are in the database now. */
  written(): void {
    this.#writing = undefined;
  }

  /** Takes back samples that could not be written. Returns the number of hours that had to be dropped. */
  giveBack(): number {
    const { hours, tail } = this.#writing ?? { hours: [], tail: undefined };
    this.#writing = undefined;
    for (const hour of hours) this.adopt(hour);
    if (tail) {
      if (this.#fresh?.number === tail.number) this.#fresh.addAll(tail.objects);
      else this.#fresh ??= tail;
    }
    const beyond = [...this.#hours.keys()].sort((a, b) => a - b).slice(0, -MAX_HOURS);
    for (const number of beyond) this.#hours.delete(number);
    return beyond.length;
  }

  /** The hours with minutes in memory. */
  get hours(): number[] {
    return [...this.#all()].map(({ number }) => number);
  }

  /** Calls the reader for each minute of an hour that is in memory, including the open one. */
  each(hour: number, object: HistoryObject, measure: number, series: number, reader: SampleReader): void {
    for (const each of this.#all()) {
      if (each.number === hour) each.find(this.numberOf(object), measure)?.each(reader);
    }
    const open = this.#open;
    if (open && Math.floor(open.minute / MINUTES_OF_HOUR) === hour) {
      open.of(series, (_, ...sample) => reader(open.minute % MINUTES_OF_HOUR, ...sample));
    }
  }

  clear(): void {
    this.#open = undefined;
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

  #add(open: OpenMinute, hour: Hour): void {
    const slot = open.minute % MINUTES_OF_HOUR;
    open.each((i, ...sample) => {
      const series = this.objects.series[i];
      if (series) hour.samples(this.numberOf(series.object), series.measure.code).add(slot, ...sample);
    });
  }
}
