import { yieldWhenLate } from '../common/time-slices.js';
import { samplesIn, type Samples, type ObjectSamples } from './packing/samples.js';
import { MINUTES } from './resolutions.js';
import { packBlock, unpackBlock } from './packing/block.js';
import { ByteReader, ByteWriter } from './packing/bytes.js';

/** Samples of an hour that are not in a block yet: by the number of the object and the code of the measure. */
export class Hour {
  readonly objects: SamplesByObject = new Map();

  /** @param number counted from 1970 */
  constructor(readonly number: number) {}

  samples(object: number, measure: number): Samples {
    return samplesIn(this.#samplesOf(object), measure, MINUTES.slots);
  }

  /** The samples of one measure of one object, if there are any. */
  find(object: number, measure: number): Samples | undefined {
    return this.objects.get(object)?.get(measure);
  }

  addAll(objects: SamplesByObject): void {
    for (const [object, measures] of objects) {
      for (const [measure, samples] of measures) this.samples(object, measure).addAll(samples);
    }
  }

  /** Its objects as blocks. */
  blocks(): Promise<Blocks> {
    return packBlocks(this.objects, MINUTES.slots);
  }

  /** Unpacks an hour. Throws for invalid bytes. */
  static unpacked(number: number, bytes: Uint8Array): Hour {
    const hour = new Hour(number);
    hour.addAll(unpackTail(bytes));
    return hour;
  }

  #samplesOf(number: number): ObjectSamples {
    const known = this.objects.get(number);
    if (known) return known;
    const object: ObjectSamples = new Map();
    this.objects.set(number, object);
    return object;
  }
}

/** Samples of many objects in one span of time by the number of the object. */
export type SamplesByObject = Map<number, ObjectSamples>;

/** Blocks of many objects in one span of time by the number of the object. */
export type Blocks = ReadonlyMap<number, Buffer>;

/** Packs objects, yielding to the event loop between them: there may be ten thousand. */
export async function packBlocks(objects: ReadonlyMap<number, ObjectSamples>, slots: number): Promise<Blocks> {
  const blocks = new Map<number, Buffer>();
  for (const [object, samples] of objects) {
    blocks.set(object, packBlock(samples, slots));
    await yieldWhenLate();
  }
  return blocks;
}

const tail = new ByteWriter();

/** Joins the blocks of many objects to one tail, which is written between two full blocks. */
export function packTail(blocks: Blocks): Buffer {
  tail.clear();
  for (const [object, block] of blocks) tail.number(object).part(block);
  return tail.bytes();
}

/** Unpacks a tail. Throws for invalid bytes. */
export function unpackTail(bytes: Uint8Array): SamplesByObject {
  const reader = new ByteReader(bytes);
  const objects: SamplesByObject = new Map();
  while (!reader.isAtEnd) objects.set(reader.number(), unpackBlock(reader.part()));
  return objects;
}
