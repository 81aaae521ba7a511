import { Injectable } from '@nestjs/common';
import type { Seconds } from '../common/units.js';
import { HistoryArchiveService } from './history-archive.service.js';
import type { HistoryBlockEntity } from './history.entity.js';
import { HistoryRecorderService } from './history-recorder.service.js';
import { beginOf, blockAt, dayOf, hoursOf, MINUTES, QUARTERS, spanOf, type Resolution } from './resolutions.js';
import { Steps } from './steps.js';
import type { HistoryObject } from './history-objects.js';
import type { HistoryRange } from './history-range.js';
import { measureOf, type MeasureName } from '../readings-format/measures.js';
import { ObjectNumberStore } from './object-number.store.js';

/** One series and a time range, s since 1970. */
export interface HistoryRequest {
  readonly object: HistoryObject;
  /** Index of the series. */
  readonly series: number;
  /** Code of the measure. */
  readonly measure: number;
  readonly counts: boolean;
  readonly from: number;
  readonly to: number;
  readonly step: Seconds;
}

export interface HistoryResult {
  readonly steps: Steps;
  /** Length of the samples that the steps are made of, s. */
  readonly resolution: Seconds;
}

/** Number of blocks after which other work may run. */
const BATCH_SIZE = 100;

/** Assembles a range of history from the seconds, the minutes in memory, and the blocks. */
@Injectable()
export class HistoryReaderService {
  constructor(
    private readonly recorder: HistoryRecorderService,
    private readonly archive: HistoryArchiveService,
    private readonly numbers: ObjectNumberStore,
  ) {}

  /** Reads a measure of an object, like {@link read}; undefined if the object has no such measure. */
  readMeasure(
    object: HistoryObject,
    name: MeasureName,
    range: HistoryRange,
  ): Promise<HistoryResult> | HistoryResult | undefined {
    const series = this.recorder.objects.seriesOf(object, name);
    if (series === undefined) return undefined;
    const { code: measure, counts = false } = measureOf(name);
    return this.read({ object, series, measure, counts, ...range });
  }

  /** Reads the finest samples that the whole range has and the step needs; coarser samples give longer steps. */
  read(wanted: HistoryRequest): Promise<HistoryResult> | HistoryResult {
    if (this.#hasSeconds(wanted)) return this.#seconds(wanted);
    return this.#blocks(wanted, this.#resolution(wanted));
  }

  /** Begin of the oldest sample of each length, seconds since 1970. */
  get oldest(): { readonly seconds?: number; readonly minutes?: number; readonly quarters?: number } {
    const { memory } = this.recorder;
    const seconds = memory.ring.oldest;
    const [hour] = [...this.archive.spans.of(MINUTES), ...memory.hours].sort((a, b) => a - b);
    const [day] = this.archive.spans.of(QUARTERS);
    return {
      ...(seconds !== undefined && { seconds }),
      ...(hour !== undefined && { minutes: beginOf(MINUTES, hour) }),
      ...(day !== undefined && { quarters: beginOf(QUARTERS, day) }),
    };
  }

  /** True if the range has samples of seconds, which exist for an hour. A counter does not need them. */
  #hasSeconds({ step, from, counts }: HistoryRequest): boolean {
    const { seconds } = this.oldest;
    if (step >= MINUTES.step || counts || seconds === undefined) return false;
    return from >= seconds || seconds <= this.recorder.firstEver;
  }

  #resolution({ step, from }: HistoryRequest): Resolution {
    if (step >= QUARTERS.step && step % QUARTERS.step === 0) return QUARTERS;
    const { minutes = Infinity, quarters } = this.oldest;
    // The quarters of a day begin at midnight, whenever the first of its minutes was.
    const reachBack = quarters !== undefined && quarters + spanOf(QUARTERS) <= minutes;
    return reachBack && from < minutes ? QUARTERS : MINUTES;
  }

  #seconds({ series, from, to, step }: HistoryRequest): HistoryResult {
    const steps = stepsOf(from, to, Math.ceil(step));
    this.recorder.memory.ring.each(series, steps.from, steps.to, (second, value) => {
      steps.add(second, 1, value, value, value);
    });
    return { steps, resolution: 1 };
  }

  async #blocks(wanted: HistoryRequest, resolution: Resolution): Promise<HistoryResult> {
    const { from, to, step } = wanted;
    const steps = stepsOf(from, to, Math.ceil(step / resolution.step) * resolution.step);
    const first = blockAt(MINUTES, steps.from * 1000);
    const last = blockAt(MINUTES, steps.to * 1000 - 1);
    // Without an await in between: committed samples move from memory to the index in one step.
    this.#memory(wanted, first, last, steps);
    const { days, hours } = this.#stored(resolution, first, last);
    await this.#add(wanted, QUARTERS, days, steps);
    await this.#add(wanted, MINUTES, hours, steps);
    return { steps, resolution: resolution.step };
  }

  #memory({ object, measure, series }: HistoryRequest, first: number, last: number, steps: Steps): void {
    const { memory } = this.recorder;
    for (const hour of new Set([...memory.hours, memory.currentHour])) {
      if (hour < first || hour > last) continue;
      const begin = beginOf(MINUTES, hour);
      memory.each(hour, object, measure, series, (slot, ...sample) =>
        steps.add(begin + slot * MINUTES.step, ...sample),
      );
    }
  }

  /** The blocks to read: days as quarters if those suffice and are complete, else as hours of minutes. */
  #stored(resolution: Resolution, first: number, last: number): { days: number[]; hours: number[] } {
    const { spans } = this.archive;
    const within = (hour: number): boolean => hour >= first && hour <= last;
    const days = resolution === QUARTERS ? spans.of(QUARTERS).filter((day) => hoursOf(day).some(within)) : [];
    const rolled = new Set(days);
    return { days, hours: spans.of(MINUTES).filter((hour) => within(hour) && !rolled.has(dayOf(hour))) };
  }

  async #add(
    { object, measure }: HistoryRequest,
    resolution: Resolution,
    numbers: number[],
    steps: Steps,
  ): Promise<void> {
    const number = this.numbers.of(object.id);
    for (let at = 0; at < numbers.length; at += BATCH_SIZE) {
      const blocks = await this.archive.blocks(resolution, numbers.slice(at, at + BATCH_SIZE), number);
      for (const [place, block] of blocks)
        this.#addBlock(block, beginOf(resolution, place), resolution, measure, steps);
    }
  }

  #addBlock(block: HistoryBlockEntity, begin: number, { step }: Resolution, measure: number, steps: Steps): void {
    this.archive.each(block, measure, (slot, count, mean, min, max) =>
      steps.add(begin + slot * step, count, mean, min, max),
    );
  }
}

/** The whole steps that include a range. */
const stepsOf = (from: number, to: number, step: Seconds): Steps =>
  new Steps(Math.floor(from / step) * step, Math.ceil(to / step) * step, step);
