import { packBlock, unpackBlock } from './block.js';
import { ByteReader, ByteWriter } from './bytes.js';
import type { ObjectSamples } from './samples.js';

/** Samples of many objects in one span of time by the number of the object. */
export type SamplesByObject = Map<number, ObjectSamples>;

const tail = new ByteWriter();

/** Packs many objects as one tail, which is written between two full blocks. */
export function packTail(objects: SamplesByObject, slots: number): Buffer {
  tail.clear();
  for (const [object, samples] of objects) tail.number(object).part(packBlock(samples, slots));
  return tail.bytes();
}

/** Unpacks a tail. Throws for invalid bytes. */
export function unpackTail(bytes: Uint8Array): SamplesByObject {
  const reader = new ByteReader(bytes);
  const objects: SamplesByObject = new Map();
  while (!reader.isAtEnd) objects.set(reader.number(), unpackBlock(reader.part()));
  return objects;
}
