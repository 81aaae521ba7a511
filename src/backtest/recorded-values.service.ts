import { Injectable } from '@nestjs/common';
import type { Seconds } from '../common/units.js';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import type { EventObject } from '../events/engine/compiled-rule.js';
import type { RecordedMeasure } from '../events/catalogue/row.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { phaseImbalance } from '../hardware/power-math.js';
import { HistoryReaderService } from '../history/history-reader.service.js';
import { HistoryRecorderService } from '../history/history-recorder.service.js';
import { measureOf, type MeasureName } from '../history/measures.js';
import { MINUTES, QUARTERS } from '../history/resolutions.js';
import type { Sample } from './replay.js';

/** A time range, seconds since 1970; `to` is not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

type Reader = (sample: Sample) => void;
type Read = (at: number, count: number, min: number, max: number) => void;

/** Reads from the history what an event would have seen, in the finest samples that are kept for each part of a range. */
@Injectable()
export class RecordedValuesService {
  constructor(
    private readonly driver: PduDriver,
    private readonly recorder: HistoryRecorderService,
    private readonly reader: HistoryReaderService,
    private readonly energy: EnergyCountersService,
  ) {}

  /** Calls the reader for each sample of an object's measure, in the order of time. */
  async each(object: EventObject, measure: RecordedMeasure, range: Range, reader: Reader): Promise<void> {
    if (measure === 'energy') return this.#eachEnergy(object.id, range, reader);
    for (const [part, length] of this.#parts(range)) {
      if (measure === 'phaseImbalance') await this.#eachImbalance(object.id, part, length, reader);
      else {
        await this.#each(object.id, measure, part, length, (at, count, min, max) =>
          reader({ at, length, count, min, max }),
        );
      }
    }
  }

  /** The parts of a range of which quarters of an hour, minutes and seconds are kept. */
  #parts({ from, to }: Range): [Range, Seconds][] {
    const { quarters, minutes = to, seconds = to } = this.reader.oldest;
    const within = (at: number): number => Math.min(to, Math.max(from, at));
    const quartersEnd = quarters === undefined ? from : within(Math.ceil(minutes / QUARTERS.step) * QUARTERS.step);
    // The minute in which the seconds begin is read as a minute, unless the range ends in it.
    const whole = Math.ceil(seconds / MINUTES.step) * MINUTES.step;
    const minutesEnd = Math.max(quartersEnd, within(whole < to ? whole : whole - MINUTES.step));
    const parts: [Range, Seconds][] = [
      [{ from, to: quartersEnd }, QUARTERS.step],
      [{ from: quartersEnd, to: minutesEnd }, MINUTES.step],
      [{ from: minutesEnd, to }, 1],
    ];
    return parts.filter(([part]) => part.from < part.to);
  }

  async #each(id: string, name: MeasureName, range: Range, step: Seconds, read: Read): Promise<void> {
    const object = this.recorder.objects.find(id);
    const series = object && this.recorder.objects.seriesOf(object, name);
    if (!object || series === undefined) return;
    const { code, counts = false } = measureOf(name);
    const { steps } = await this.reader.read({ object, series, measure: code, counts, ...range, step });
    steps.each(read);
  }

  /**
   * The imbalance of the lines of an inlet. Of seconds it is exact; of longer samples it is at most what the extremes of
   * the lines allow, and at least nothing.
   */
  async #eachImbalance(inlet: string, range: Range, length: Seconds, reader: Reader): Promise<void> {
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

  /** The energy since the last reset of the counter; what it was before an earlier reset is not known. */
  async #eachEnergy(id: string, range: Range, reader: Reader): Promise<void> {
    const from = Math.max(range.from, Math.ceil((this.energy.resetAtOf(id) ?? 0) / 1000));
    if (from >= range.to) return;
    const sinceReset = (energy: number): number => this.energy.energyOf({ id, energy }) ?? energy;
    const { minutes = range.to } = this.reader.oldest;
    const length = from < minutes ? QUARTERS.step : MINUTES.step;
    await this.#each(id, 'energy', { from, to: range.to }, length, (at, count, min, max) =>
      reader({ at, length, count, min: sinceReset(min), max: sinceReset(max) }),
    );
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
