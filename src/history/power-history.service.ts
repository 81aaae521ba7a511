import { Injectable } from '@nestjs/common';
import { yieldWhenLate } from '../common/time-slices.js';
import { HistoryArchiveService } from './history-archive.service.js';
import type { HistoryObject } from './history-objects.js';
import { HistoryRecorderService } from './history-recorder.service.js';
import type { HistoryBlockEntity } from './history.entity.js';
import { MEASURES } from '../readings-format/measures.js';
import { ObjectNumberStore } from './object-number.store.js';
import { PowerDay } from './power-day.js';
import {
  beginOf,
  blockId,
  blockOfSpan,
  dayOf,
  hoursOf,
  isOf,
  MINUTES,
  objectNumberOf,
  QUARTERS,
  spanOf,
  spanOfBlock,
  type Resolution,
} from './resolutions.js';

/** The objects and the time range to read. */
export interface PowerRequest {
  readonly objects: readonly HistoryObject[];
  /** Seconds since 1970. */
  readonly from: number;
  /** Seconds since 1970, not included. */
  readonly to: number;
  /** True for an hour, counted from 1970, of which quarters are too coarse; minutes are read where they are stored. */
  readonly isFine: (hour: number) => boolean;
}

/** Receives what was measured, a day (UTC) of one object at a time. */
export interface PowerReceiver {
  /**
   * Called for each day of an object, in the order of time.
   * @param place of the object in the request
   * @param day is used again for the next one
   */
  addDay(place: number, day: PowerDay): void;
  /** Called after a day, when all objects have had it. */
  endDay(): Promise<void>;
}

/** Number of blocks that are read at once. */
const BATCH_SIZE = 100;
const DAY = spanOf(QUARTERS);

/**
 * Reads energy counters and power of many objects: quarters of an hour for days that are over, else minutes. The range
 * is extended to the nearest days with samples on both sides, whose counters span a gap at its begin or end.
 */
@Injectable()
export class PowerHistoryService {
  constructor(
    private readonly recorder: HistoryRecorderService,
    private readonly archive: HistoryArchiveService,
    private readonly numbers: ObjectNumberStore,
  ) {}

  async read(request: PowerRequest, receiver: PowerReceiver): Promise<void> {
    const days = this.#days(request);
    let rolled: number[] = [];
    for (const day of days) {
      if (this.#isQuartersOnly(day, request)) {
        rolled.push(day);
        continue;
      }
      await this.#rolledDays(rolled, request, receiver);
      rolled = [];
      await this.#fineDay(day, request, receiver);
    }
    await this.#rolledDays(rolled, request, receiver);
  }

  /** The days with samples in the range, and the nearest on both sides. */
  #days({ from, to }: PowerRequest): number[] {
    const { spans } = this.archive;
    const { memory } = this.recorder;
    const hours = [...spans.of(MINUTES), ...memory.hours, ...(memory.currentHour < 0 ? [] : [memory.currentHour])];
    const all = [...new Set([...spans.of(QUARTERS), ...hours.map(dayOf)])].sort((a, b) => a - b);
    const [first, last] = [Math.floor(from / DAY), Math.floor((to - 1) / DAY)];
    const before = all.findLast((day) => day < first);
    const after = all.find((day) => day > last);
    return all.filter((day) => (day >= first && day <= last) || day === before || day === after);
  }

  #isQuartersOnly(day: number, { isFine }: PowerRequest): boolean {
    const { memory } = this.recorder;
    const isRolled = this.archive.spans.get(QUARTERS, day) !== undefined;
    if (!isRolled || dayOf(memory.currentHour) === day || memory.hours.some((hour) => dayOf(hour) === day))
      return false;
    return !hoursOf(day).some(isFine);
  }

  async #rolledDays(days: readonly number[], { objects }: PowerRequest, receiver: PowerReceiver): Promise<void> {
    const scratch = new PowerDay(QUARTERS.slots, QUARTERS.step);
    const places = new Map(objects.map(({ id }, place) => [this.numbers.of(id), place]));
    const numbers = [...places.keys()].sort(ascending);
    const ids = days.flatMap((day) => numbers.map((each) => blockId(QUARTERS, day, each)));
    let current = days[0];
    // The database reads the next blocks while these are added.
    let next = this.archive.rows(ids.slice(0, BATCH_SIZE));
    for (let at = BATCH_SIZE; at < ids.length + BATCH_SIZE; at += BATCH_SIZE) {
      const rows = await next;
      next = this.archive.rows(ids.slice(at, at + BATCH_SIZE));
      next.catch(() => undefined); // seen by the next round, if there is one
      for (const row of rows) {
        const day = blockOfSpan(spanOfBlock(row.id));
        if (day !== current) await receiver.endDay();
        current = day;
        this.#addBlock(scratch.clear(beginOf(QUARTERS, day)), row, QUARTERS);
        receiver.addDay(places.get(objectNumberOf(row.id)) ?? 0, scratch);
        await yieldWhenLate();
      }
    }
    if (days.length > 0) await receiver.endDay();
  }

  async #fineDay(day: number, { objects, isFine }: PowerRequest, receiver: PowerReceiver): Promise<void> {
    const scratch = new PowerDay((MINUTES.slots * DAY) / spanOf(MINUTES), MINUTES.step);
    for (const [place, object] of objects.entries()) {
      scratch.clear(beginOf(QUARTERS, day));
      // Without an await in between: committed samples move from memory to the index in one step.
      const inMemory = this.#addMemory(scratch, day, object);
      const { spans } = this.archive;
      const isRolled = spans.get(QUARTERS, day) !== undefined;
      const stored = hoursOf(day).filter((hour) => spans.get(MINUTES, hour) !== undefined);
      const fine = new Set(stored.filter((hour) => !isRolled || isFine(hour) || inMemory.has(hour)));
      const number = this.numbers.of(object.id);
      const ids = [
        ...[...fine].map((hour) => blockId(MINUTES, hour, number)),
        ...(isRolled ? [blockId(QUARTERS, day, number)] : []),
      ];
      for (const row of await this.archive.rows(ids)) {
        if (isQuarters(row)) this.#addBlock(scratch, row, QUARTERS, (hour) => !fine.has(hour) && !inMemory.has(hour));
        else this.#addBlock(scratch, row, MINUTES);
      }
      receiver.addDay(place, scratch);
      await yieldWhenLate();
    }
    await receiver.endDay();
  }

  /** Adds the minutes that are in memory, and returns their hours. */
  #addMemory(scratch: PowerDay, day: number, object: HistoryObject): Set<number> {
    const { memory, objects } = this.recorder;
    const hours = new Set([...memory.hours, memory.currentHour].filter((hour) => hour >= 0 && dayOf(hour) === day));
    for (const hour of hours) {
      const begin = beginOf(MINUTES, hour);
      const energy = objects.seriesOf(object, 'energy');
      if (energy !== undefined) memory.each(hour, object, ENERGY, energy, scratch.counterReader(begin, MINUTES.step));
      const power = objects.seriesOf(object, 'activePower');
      if (power !== undefined) memory.each(hour, object, POWER, power, scratch.powerReader(begin, MINUTES.step));
    }
    return hours;
  }

  #addBlock(
    scratch: PowerDay,
    row: HistoryBlockEntity,
    { step }: Resolution,
    isWanted?: (hour: number) => boolean,
  ): void {
    const begin = beginOf(isQuarters(row) ? QUARTERS : MINUTES, blockOfSpan(spanOfBlock(row.id)));
    const counters = this.archive.columns(row, ENERGY);
    if (counters) scratch.addCounters(counters, begin, step, isWanted);
    const powers = this.archive.columns(row, POWER);
    if (powers) scratch.addPowers(powers, begin, step, isWanted);
  }
}

const ENERGY = MEASURES.energy.code;
const POWER = MEASURES.activePower.code;

const ascending = (a: number, b: number): number => a - b;
const isQuarters = ({ id }: HistoryBlockEntity): boolean => isOf(QUARTERS, spanOfBlock(id));
