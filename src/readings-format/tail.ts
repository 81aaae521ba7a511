import { yieldWhenLate } from '../common/time-slices.js';
import { packBlock, unpackBlock } from './block.js';
import { ByteReader, ByteWriter } from './bytes.js';
import type { ObjectSamples } from './samples.js';

/** Samples of many objects in one span of time by the number of the object. */
export type SamplesByObject = Map<number, ObjectSamples>;

/** Blocks of many objects in one span of time by the number of the object. */
export type Blocks = ReadonlyMap<number, Buffer>;

/**
 * Packs objects, yielding to the event loop between them: there may be ten thousand. The next object is taken when the one
 * before it is packed.
 */
export async function packBlocks(objects: Iterable<readonly [number, ObjectSamples]>, slots: number): Promise<Blocks> {
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
