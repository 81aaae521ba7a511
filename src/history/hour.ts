import { yieldWhenLate } from '../common/time-slices.js';
import { SharedArrays, samplesIn, type Samples, type ObjectSamples } from '../readings-format/samples.js';
import { MINUTES } from './resolutions.js';
import { packBlocks, type Blocks, type SamplesByObject } from '../readings-format/tail.js';

/** Samples of an hour that are not in a block yet: by the number of the object and the code of the measure. */
export class Hour {
  readonly objects: SamplesByObject = new Map();
  readonly #arrays = new SharedArrays(MINUTES.slots);

  /** @param number counted from 1970 */
  constructor(readonly number: number) {}

  samples(object: number, measure: number): Samples {
    return samplesIn(this.#samplesOf(object), measure, MINUTES.slots, this.#arrays);
  }

  /** The samples of one measure of one object, if there are any. */
  find(object: number, measure: number): Samples | undefined {
    return this.objects.get(object)?.get(measure);
  }

  /** Adds the samples of many objects, yielding to the event loop between them. */
  async addAll(objects: Iterable<readonly [number, ObjectSamples]>): Promise<void> {
    for (const [object, measures] of objects) {
      for (const [measure, samples] of measures) this.samples(object, measure).addAll(samples);
      await yieldWhenLate();
    }
  }

  /** Its objects as blocks. */
  blocks(): Promise<Blocks> {
    return packBlocks(this.objects, MINUTES.slots);
  }

  #samplesOf(number: number): ObjectSamples {
    const known = this.objects.get(number);
    if (known) return known;
    const object: ObjectSamples = new Map();
    this.objects.set(number, object);
    return object;
  }
}
