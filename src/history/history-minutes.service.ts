import { Injectable } from '@nestjs/common';
import { yieldWhenLate } from '../common/time-slices.js';
import { Samples } from '../readings-format/samples.js';
import { HistoryArchiveService } from './history-archive.service.js';
import type { HistoryObject } from './history-objects.js';
import { HistoryRecorderService } from './history-recorder.service.js';
import { ObjectNumberStore } from './object-number.store.js';
import { MINUTES } from './resolutions.js';

/** All series of one minute: the mean and the highest reading of each, NaN without any. */
export interface RecordedMinute {
  /** Counted from 1970. */
  readonly minute: number;
  readonly means: Float64Array;
  readonly peaks: Float64Array;
}

/** The most samples that are unpacked at a time: of a PDU with ten thousand outlets, a few minutes. */
const SAMPLES_AT_ONCE = 100_000;

/** Reads whole minutes: every series of each, in the order of the series. */
@Injectable()
export class HistoryMinutesService {
  constructor(
    private readonly recorder: HistoryRecorderService,
    private readonly archive: HistoryArchiveService,
    private readonly numbers: ObjectNumberStore,
  ) {}

  /**
   * The minutes from `from` up to, but not including `to`, that have a reading, oldest first; counted from 1970. Other work
   * runs meanwhile.
   */
  async *read(from: number, to: number): AsyncGenerator<RecordedMinute> {
    const series = this.recorder.objects.series.length;
    const atOnce = Math.max(1, Math.floor(SAMPLES_AT_ONCE / Math.max(1, series)));
    for (let begin = from; begin < to; begin += atOnce) {
      const end = Math.min(to, begin + atOnce);
      const samples = await this.#samples(begin, end);
      const minutes = Array.from({ length: end - begin }, (_, place) => emptyMinute(begin + place, series));
      samples.forEach((each, place) =>
        each.each((slot, _count, mean, _min, max) => {
          const minute = minutes[slot];
          if (minute) [minute.means[place], minute.peaks[place]] = [mean, max];
        }),
      );
      yield* minutes.filter(({ means }) => means.some((mean) => !Number.isNaN(mean)));
      await yieldWhenLate();
    }
  }

  /** The samples of each series; their first slot is the minute `from`. */
  async #samples(from: number, to: number): Promise<Samples[]> {
    const { objects } = this.recorder;
    const samples = objects.series.map(() => new Samples(to - from));
    const hours = Array.from({ length: hourOf(to - 1) - hourOf(from) + 1 }, (_, place) => hourOf(from) + place);
    const add = (place: number, hour: number, slot: number, ...sample: [number, number, number, number]): void => {
      const minute = hour * MINUTES.slots + slot;
      if (minute >= from && minute < to) samples[place]?.add(minute - from, ...sample);
    };
    for (const object of objects.all) {
      await this.#addObject(object, hours, add);
      await yieldWhenLate();
    }
    return samples;
  }

  async #addObject(
    object: HistoryObject,
    hours: readonly number[],
    add: (place: number, hour: number, slot: number, ...sample: [number, number, number, number]) => void,
  ): Promise<void> {
    const { memory, objects } = this.recorder;
    const places = object.measures.map((_, place) => object.firstSeries + place);
    const codeOf = (place: number): number => objects.series[place]?.measure.code ?? 0;
    // Without an await in between: committed samples move from memory to the index in one step.
    for (const hour of hours) {
      for (const place of places) {
        memory.each(hour, object, codeOf(place), place, (slot, ...sample) => add(place, hour, slot, ...sample));
      }
    }
    const stored = hours.filter((hour) => this.archive.spans.get(MINUTES, hour) !== undefined);
    if (stored.length === 0) return;
    for (const [hour, block] of await this.archive.blocks(MINUTES, stored, this.numbers.of(object.id))) {
      for (const place of places) {
        this.archive.each(block, codeOf(place), (slot, ...sample) => add(place, hour, slot, ...sample));
      }
    }
  }
}

const emptyMinute = (minute: number, series: number): RecordedMinute => ({
  minute,
  means: new Float64Array(series).fill(NaN),
  peaks: new Float64Array(series).fill(NaN),
});

const hourOf = (minute: number): number => Math.floor(minute / MINUTES.slots);
