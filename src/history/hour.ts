import { packTail, unpackTail, type Things } from './packing/tail.js';
import { samplesIn, type Samples, type ThingSamples } from './packing/samples.js';
import { MINUTES } from './resolutions.js';

/** Samples of an hour that are not in a block yet: by the number of the thing and the code of the measure. */
export class Hour {
  readonly things: Things = new Map();

  /** @param number counted from 1970 */
  constructor(readonly number: number) {}

  samples(thing: number, measure: number): Samples {
    return samplesIn(this.#thing(thing), measure, MINUTES.slots);
  }

  /** Of one measure of one thing, if there are any. */
  find(thing: number, measure: number): Samples | undefined {
    return this.things.get(thing)?.get(measure);
  }

  addAll(things: Things): void {
    for (const [thing, measures] of things) {
      for (const [measure, samples] of measures) this.samples(thing, measure).addAll(samples);
    }
  }

  packed(): Buffer {
    return packTail(this.things, MINUTES.slots);
  }

  /** Throws for bytes that are none. */
  static unpacked(number: number, bytes: Uint8Array): Hour {
    const hour = new Hour(number);
    hour.addAll(unpackTail(bytes));
    return hour;
  }

  #thing(number: number): ThingSamples {
    const known = this.things.get(number);
    if (known) return known;
    const thing: ThingSamples = new Map();
    this.things.set(number, thing);
    return thing;
  }
}
