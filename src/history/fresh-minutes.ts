import { Samples, type ObjectSamples } from '../readings-format/samples.js';
import { packBlocks, type Blocks } from '../readings-format/tail.js';
import type { HistoryObject, HistoryObjects } from './history-objects.js';
import type { OpenMinute } from './open-minute.js';
import { MINUTES } from './resolutions.js';

/** Minutes of one hour that are over and not in the database yet. */
export class FreshMinutes {
  readonly #minutes: OpenMinute[] = [];

  /**
   * @param hour its number, counted from 1970
   * @param numberOf the number of an object in blocks
   */
  constructor(
    readonly hour: number,
    private readonly objects: HistoryObjects,
    private readonly numberOf: (object: HistoryObject) => number,
  ) {}

  add(minute: OpenMinute): void {
    this.#minutes.push(minute);
  }

  /** Its objects as blocks. */
  blocks(): Promise<Blocks> {
    return packBlocks(this.#samples(), MINUTES.slots);
  }

  /** The samples of each object that has any; those of one object are valid until the next is taken. */
  *#samples(): Generator<[number, ObjectSamples]> {
    const arrays = new Map<number, Samples>();
    for (const object of this.objects.all) {
      const samples: ObjectSamples = new Map();
      const end = object.firstSeries + object.measures.length;
      for (let place = object.firstSeries; place < end; place++) this.#read(place, samples, arrays);
      if (samples.size > 0) yield [this.numberOf(object), samples];
    }
  }

  /** Reads one series; `arrays` has the memory of each measure. */
  #read(place: number, into: ObjectSamples, arrays: Map<number, Samples>): void {
    const code = this.objects.series[place]?.measure.code ?? 0;
    const samples = arrays.get(code) ?? new Samples(MINUTES.slots);
    arrays.set(code, samples);
    samples.clear(0, MINUTES.slots);
    for (const minute of this.#minutes) {
      minute.of(place, (_, ...sample) => samples.add(minute.minute % MINUTES.slots, ...sample));
    }
    if (!samples.isEmpty) into.set(code, samples);
  }
}
