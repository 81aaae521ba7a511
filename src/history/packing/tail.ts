import { packBlock, unpackBlock } from './block.js';
import { ByteReader, ByteWriter } from './bytes.js';
import type { ThingSamples } from './samples.js';

/** Samples of many things in one stretch of time: by the number of the thing. */
export type Things = Map<number, ThingSamples>;

const tail = new ByteWriter();

/** Many blocks as one: what is written between two full blocks. */
export function packTail(things: Things, slots: number): Buffer {
  tail.clear();
  for (const [thing, samples] of things) tail.number(thing).part(packBlock(samples, slots));
  return tail.bytes();
}

/** Throws for bytes that are none. */
export function unpackTail(bytes: Uint8Array): Things {
  const reader = new ByteReader(bytes);
  const things: Things = new Map();
  while (!reader.isAtEnd) things.set(reader.number(), unpackBlock(reader.part()));
  return things;
}
