import { Injectable, Logger } from '@nestjs/common';
import { Clock, type Millis } from '../common/clock.js';
import { yieldWhenLate } from '../common/time-slices.js';
import type { Seconds, Watts } from '../common/units.js';
import { HistoryReaderService } from '../history/history-reader.service.js';
import { HistoryRecorderService } from '../history/history-recorder.service.js';
import type { HistoryObject } from '../history/history-objects.js';
import type { MeasureName } from '../readings-format/measures.js';
import { percentileOf, type NodeStatistics, type Peak } from './capacity-statistics.js';

const MINUTE: Seconds = 60;
const QUARTER: Seconds = 900;
const HOUR: Seconds = 3600;
const DAY: Seconds = 86_400;
const WEEK = 7 * DAY;
const MONTH = 30 * DAY;
/** Share of the minutes whose average is not above what is typical. */
const TYPICAL = 0.95;

const KINDS: ReadonlySet<string> = new Set(['inlet', 'line', 'bank', 'outlet']);

interface Columns {
  /** Begins of the steps, s since 1970. */
  readonly t: readonly number[];
  readonly avg: readonly number[];
  readonly max: readonly number[];
}

/**
 * The peaks and the typical current of each node by the history. It is read as a whole at the first question and then once an
 * hour, in the background; each minute in between the newest readings are added to the peaks.
 */
@Injectable()
export class CapacityStatisticsService {
  readonly #logger = new Logger('Capacity');
  #byId: ReadonlyMap<string, NodeStatistics> = new Map();
  #hour = -1;
  /** The minute up to which the peaks are known, counted from 1970. */
  #minute = -1;
  #running: Promise<void> | undefined;
  #version = 0;

  constructor(
    private readonly clock: Clock,
    private readonly recorder: HistoryRecorderService,
    private readonly reader: HistoryReaderService,
  ) {}

  /** Rises whenever a statistic may have changed. */
  get version(): number {
    return this.#version;
  }

  of(id: string): NodeStatistics | undefined {
    return this.#byId.get(id);
  }

  /** Begins what is due; waits only where nothing has been read yet. */
  async ready(): Promise<void> {
    const now = this.#now;
    if (Math.floor(now / HOUR) !== this.#hour || Math.floor(now / MINUTE) !== this.#minute) this.#begin();
    if (this.#hour < 0) await this.#running;
  }

  /** Resolves when nothing is being read. */
  async idle(): Promise<void> {
    await this.#running;
  }

  #begin(): void {
    this.#running ??= this.#refresh()
      // A history that cannot be read must not prevent an answer about now.
      .catch((error: unknown) => this.#logger.warn(`The history cannot be read: ${(error as Error).message}`))
      .finally(() => (this.#running = undefined));
  }

  async #refresh(): Promise<void> {
    const now = this.#now;
    const [hour, minute] = [Math.floor(now / HOUR), Math.floor(now / MINUTE)];
    const isWhole = hour !== this.#hour;
    const byId = new Map<string, NodeStatistics>();
    for (const object of this.recorder.objects.all) {
      if (!KINDS.has(object.kind)) continue;
      const known = this.#byId.get(object.id);
      byId.set(object.id, isWhole || !known ? await this.#whole(object, now) : await this.#newest(object, known, now));
      await yieldWhenLate();
    }
    this.#byId = byId;
    this.#hour = hour;
    this.#minute = minute;
    this.#version++;
  }

  async #whole(object: HistoryObject, now: number): Promise<NodeStatistics> {
    const minutes = await this.#minutesOfWeek(object, now);
    const recent = peakOf(minutes);
    const reaches = (from: number): boolean => this.#begun <= from;
    return {
      recent,
      day: reaches(now - DAY) ? peakOf(minutes, now - DAY) : undefined,
      week: reaches(now - WEEK) ? recent : undefined,
      month: reaches(now - MONTH) ? await this.#peakOfMonth(object, recent, now) : undefined,
      typical: percentileOf(Float64Array.from(minutes.avg), TYPICAL),
      mostWatts: object.kind === 'outlet' && reaches(now - WEEK) ? await this.#mostWatts(object, now) : undefined,
    };
  }

  /** A day at a time, so that nothing waits for the whole week. */
  async #minutesOfWeek(object: HistoryObject, now: number): Promise<Columns> {
    const week = { t: [] as number[], avg: [] as number[], max: [] as number[] };
    for (let from = now - WEEK; from < now; from += DAY) {
      // The minute in which a day begins is part of the day before.
      const day = await this.#read(object, 'current', from, Math.min(from + DAY, now), MINUTE);
      const first = day.t[0] === week.t.at(-1) ? 1 : 0;
      for (let i = first; i < day.t.length; i++) {
        week.t.push(day.t[i] ?? 0);
        week.avg.push(day.avg[i] ?? 0);
        week.max.push(day.max[i] ?? 0);
      }
      await yieldWhenLate();
    }
    return week;
  }

  /** Adds what was measured since the last time. */
  async #newest(object: HistoryObject, known: NodeStatistics, now: number): Promise<NodeStatistics> {
    const from = this.#minute * MINUTE;
    const peak = peakOf(await this.#read(object, 'current', from, now, MINUTE));
    const { mostWatts } = known;
    const watts = mostWatts === undefined ? [] : (await this.#read(object, 'activePower', from, now, MINUTE)).max;
    return {
      ...known,
      recent: higher(known.recent, peak),
      day: known.day && higher(known.day, peak),
      week: known.week && higher(known.week, peak),
      month: known.month && higher(known.month, peak),
      mostWatts: mostWatts === undefined ? undefined : highest([mostWatts, ...watts]),
    };
  }

  /** By quarters of an hour, and the minute in the highest of them. */
  async #peakOfMonth(object: HistoryObject, recent: Peak | undefined, now: number): Promise<Peak | undefined> {
    const quarter = peakOf(await this.#read(object, 'current', now - MONTH, now, QUARTER));
    if (!quarter || (recent && recent.amps >= quarter.amps)) return recent;
    const begin = quarter.at / 1000;
    const minute = peakOf(await this.#read(object, 'current', begin, begin + QUARTER, MINUTE));
    return minute && minute.amps >= quarter.amps ? minute : quarter;
  }

  async #mostWatts(object: HistoryObject, now: number): Promise<Watts | undefined> {
    return highest((await this.#read(object, 'activePower', now - WEEK, now, QUARTER)).max);
  }

  async #read(object: HistoryObject, name: MeasureName, from: number, to: number, step: Seconds): Promise<Columns> {
    // A whole minute is never read from the seconds of the last hour.
    const result = await this.reader.readMeasure(object, name, { from, to: to + 1, step });
    return result?.steps.columns((value) => value) ?? { t: [], avg: [], max: [] };
  }

  /** Begin of the history, s since 1970; Infinity without one. */
  get #begun(): number {
    const { minutes, quarters } = this.reader.oldest;
    // The quarters of a day begin at midnight, whenever the first of its minutes was.
    const isOlder = quarters !== undefined && (minutes === undefined || quarters + DAY <= minutes);
    return (isOlder ? quarters : minutes) ?? Infinity;
  }

  /** s since 1970. */
  get #now(): number {
    return Math.floor(this.clock.now() / 1000);
  }
}

const highest = (values: readonly number[]): number | undefined =>
  values.reduce<number | undefined>((most, value) => (most === undefined || value > most ? value : most), undefined);

const higher = (a: Peak | undefined, b: Peak | undefined): Peak | undefined =>
  a && b ? (b.amps > a.amps ? b : a) : (a ?? b);

/** The highest step from a time on, the first of equal ones. */
function peakOf({ t, max }: Columns, from = 0): Peak | undefined {
  let best: { amps: number; at: Millis } | undefined;
  for (let i = 0; i < t.length; i++) {
    const [second = 0, amps = 0] = [t[i], max[i]];
    if (second >= from && (!best || amps > best.amps)) best = { amps, at: second * 1000 };
  }
  return best;
}
