import { Injectable } from '@nestjs/common';
import type { Seconds } from '../common/units.js';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import type { EventObject } from '../events/engine/compiled-rule.js';
import type { RecordedMeasure } from '../events/catalogue/row.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { phaseImbalance } from '../hardware/power-math.js';
import { HistoryReaderService } from '../history/history-reader.service.js';
import { HistoryRecorderService } from '../history/history-recorder.service.js';
import type { MeasureName } from '../readings-format/measures.js';
import { MINUTES, QUARTERS, spanOf } from '../history/resolutions.js';
import type { Sample } from './replay.js';

/** A time range, seconds since 1970; `to` is not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

type Reader = (sample: Sample) => void;
type Read = (at: number, count: number, min: number, max: number) => void;

/** An object's measure to read, and which of its samples are worth reading in detail. */
interface Wanted {
  readonly object: EventObject;
  readonly measure: RecordedMeasure;
  /** True if a sample has readings beyond the limit. */
  readonly isBeyond: (sample: Sample) => boolean;
}

const DAY = spanOf(QUARTERS);

/** Reads from the history what an event would have seen, in the finest samples that are kept for each part of a range. */
@Injectable()
export class RecordedValuesService {
  constructor(
    private readonly driver: PduDriver,
    private readonly recorder: HistoryRecorderService,
    private readonly reader: HistoryReaderService,
    private readonly energy: EnergyCountersService,
  ) {}

  /**
   * Calls the reader for each sample of an object's measure, in the order of time. Days without a reading beyond the limit
   * come as quarters of an hour: the minutes of a month are fifteen times as much to read.
   */
  async each(wanted: Wanted, range: Range, reader: Reader): Promise<void> {
    const [quarters, minutes, seconds] = this.#parts(this.#known(wanted, range));
    await this.#samples(wanted, quarters, QUARTERS.step, reader);
    await this.#minutes(wanted, minutes, reader);
    await this.#samples(wanted, seconds, 1, reader);
  }

  /** The energy before the last reset of the counter is not known. */
  #known({ object, measure }: Wanted, { from, to }: Range): Range {
    const reset = measure === 'energy' ? Math.ceil((this.energy.resetAtOf(object.id) ?? 0) / 1000) : 0;
    return { from: Math.max(from, reset), to };
  }

  /** The parts of a range of which quarters of an hour, minutes and seconds are kept; each may be empty. */
  #parts({ from, to }: Range): [Range, Range, Range] {
    const { quarters, minutes = to, seconds = to } = this.reader.oldest;
    const within = (at: number): number => Math.min(to, Math.max(from, at));
    const quartersEnd = quarters === undefined ? from : within(Math.ceil(minutes / QUARTERS.step) * QUARTERS.step);
    // The minute in which the seconds begin is read as a minute, unless the range ends in it.
    const whole = Math.ceil(seconds / MINUTES.step) * MINUTES.step;
    const minutesEnd = Math.max(quartersEnd, within(whole < to ? whole : whole - MINUTES.step));
    return [
      { from, to: quartersEnd },
      { from: quartersEnd, to: minutesEnd },
      { from: minutesEnd, to },
    ];
  }

  async #minutes(wanted: Wanted, range: Range, reader: Reader): Promise<void> {
    const lastDay = Math.max(range.from, Math.floor((range.to - 1) / DAY) * DAY);
    const quarters: Sample[] = [];
    await this.#samples(wanted, { from: range.from, to: lastDay }, QUARTERS.step, (sample) => quarters.push(sample));
    const dayOf = ({ at }: Sample): number => Math.floor(at / DAY);
    const inDetail = new Set(quarters.filter((sample) => wanted.isBeyond(sample)).map(dayOf));
    let newest: number | undefined;
    for (const sample of quarters) {
      const day = dayOf(sample);
      if (!inDetail.has(day)) reader(sample);
      else if (day !== newest) {
        newest = day;
        const part = { from: Math.max(range.from, day * DAY), to: Math.min(lastDay, (day + 1) * DAY) };
        await this.#samples(wanted, part, MINUTES.step, reader);
      }
    }
    await this.#samples(wanted, { from: lastDay, to: range.to }, MINUTES.step, reader);
  }

  async #samples({ object: { id }, measure }: Wanted, range: Range, step: Seconds, reader: Reader): Promise<void> {
    if (range.from >= range.to) return;
    if (measure === 'phaseImbalance') await this.#imbalances(id, range, step, reader);
    else if (measure === 'energy') {
      const sinceReset = (energy: number): number => this.energy.energyOf({ id, energy }) ?? energy;
      // Counters have no seconds.
      const length = Math.max(step, MINUTES.step);
      await this.#each(id, measure, range, length, (at, count, min, max) =>
        reader({ at, length, count, min: sinceReset(min), max: sinceReset(max) }),
      );
    } else {
      await this.#each(id, measure, range, step, (at, count, min, max) =>
        reader({ at, length: step, count, min, max }),
      );
    }
  }

  async #each(id: string, name: MeasureName, range: Range, step: Seconds, read: Read): Promise<void> {
    const object = this.recorder.objects.find(id);
    const result = object && (await this.reader.readMeasure(object, name, { ...range, step }));
    result?.steps.each(read);
  }

  /**
   * The imbalance of the lines of an inlet. Of seconds it is exact; of longer samples it is at most what the extremes of
   * the lines allow, and at least nothing.
   */
  async #imbalances(inlet: string, range: Range, length: Seconds, reader: Reader): Promise<void> {
    const lines = this.driver.model.inlets.find(({ id }) => id === inlet)?.lineIds ?? [];
    const samples = new Map<number, { count: number; min: number; max: number }[]>();
    for (const { id } of lines) {
      await this.#each(id, 'current', range, length, (at, count, min, max) => {
        const known = samples.get(at) ?? [];
        known.push({ count, min, max });
        samples.set(at, known);
      });
    }
    for (const [at, currents] of [...samples].sort(([a], [b]) => a - b)) {
      if (currents.length < lines.length) continue;
      const max = Math.max(...corners(currents).map(phaseImbalance));
      const count = Math.min(...currents.map((each) => each.count));
      reader({ at, length, count, min: length === 1 ? max : 0, max });
    }
  }
}

/** Every combination of a lowest or highest current of each line: between them lies no higher imbalance. */
const corners = (currents: readonly { readonly min: number; readonly max: number }[]): number[][] =>
  currents.reduce<number[][]>(
    (known, { min, max }) =>
      known.flatMap((each) =>
        min === max
          ? [[...each, min]]
          : [
              [...each, min],
              [...each, max],
            ],
      ),
    [[]],
  );
