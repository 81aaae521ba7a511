import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MEASURES, scaleOf } from './measures.js';
import { isStorable, packBlock, readMeasure, unpackBlock } from './block.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { readColumn, readDeltas, writeColumn, writeDeltas } from './columns.js';
import { Samples, type ObjectSamples } from './samples.js';
import { packBlocks, packTail, unpackTail } from './tail.js';

const SLOTS = 60;
const codes = Object.values(MEASURES).map(({ code }) => code);

/** Any value of a meter, including odd ones. */
const aValue = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(0, 230, 1e9, -1e9, 0.0004, -0.0004),
);
const aSample = fc
  .tuple(fc.integer({ min: 0, max: SLOTS - 1 }), fc.integer({ min: 1, max: 200 }), fc.array(aValue, { minLength: 1 }))
  .map(([slot, count, values]) => {
    const [min, max] = [Math.min(...values), Math.max(...values)];
    const mean = Math.min(max, Math.max(min, values.reduce((sum, value) => sum + value, 0) / values.length));
    return [slot, count, mean, min, max] as const;
  });
const someSamples = fc.array(aSample, { maxLength: 90 }).map((samples) => {
  const all = new Samples(SLOTS);
  for (const sample of samples) all.add(...sample);
  return all;
});
const anObject = fc
  .array(fc.tuple(fc.constantFrom(...codes), someSamples), { maxLength: 10 })
  .map((list): ObjectSamples => new Map(list.filter(([, samples]) => !samples.isEmpty)));

/** As lists of slot, count, mean, min, max in whole stored units. */
const plain = (object: ObjectSamples) =>
  [...object].map(([code, samples]) => {
    const rows: number[][] = [];
    samples.each((slot, count, ...values) => {
      rows.push([slot, count, ...values.map((value) => Math.round(value * scaleOf(code)) + 0)]);
    });
    return [code, rows];
  });

describe('a number in bytes', () => {
  it('is read up to the largest that is exact, and refused beyond it, however long it is', () => {
    const largest = new ByteWriter().number(Number.MAX_SAFE_INTEGER).bytes();
    expect(new ByteReader(largest).number()).toBe(Number.MAX_SAFE_INTEGER);
    for (const length of [8, 200]) {
      const bytes = Buffer.concat([Buffer.alloc(length, 0x80), Buffer.of(length === 8 ? 1 : 0)]);
      expect(() => new ByteReader(bytes).number()).toThrow('nobody has written');
    }
  });
});

describe('a block', () => {
  it('returns what was packed, to the stored digit', () => {
    fc.assert(
      fc.property(anObject, (object) => {
        expect(plain(unpackBlock(packBlock(object, SLOTS)))).toEqual(plain(object));
      }),
    );
  });

  it('is the same when it is packed a second time', () => {
    fc.assert(
      fc.property(anObject, (object) => {
        const once = packBlock(object, SLOTS);
        expect(packBlock(unpackBlock(once), SLOTS).equals(once)).toBe(true);
      }),
    );
  });

  it('is read for one measure without the others', () => {
    fc.assert(
      fc.property(anObject, fc.constantFrom(...codes), (object, code) => {
        const only = new Map([[code, new Samples(SLOTS)]]);
        readMeasure(packBlock(object, SLOTS), code, (...sample) => only.get(code)?.add(...sample));
        expect(plain(only)[0]?.[1]).toEqual(plain(object).find(([each]) => each === code)?.[1] ?? []);
      }),
    );
  });

  it('never shows a mean beyond its extremes', () => {
    fc.assert(
      fc.property(anObject, (object) => {
        for (const samples of unpackBlock(packBlock(object, SLOTS)).values()) {
          samples.each((_, __, mean, min, max) => expect(min <= mean && mean <= max).toBe(true));
        }
      }),
    );
  });

  it('that is damaged is refused or read, but never endlessly', () => {
    fc.assert(
      fc.property(anObject, fc.uint8Array({ maxLength: 60 }), fc.nat(200), (object, noise, at) => {
        const bytes = packBlock(object, SLOTS);
        bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
        try {
          unpackBlock(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });

  it('of an hour of a quiet outlet is small', () => {
    const samples = new Samples(SLOTS);
    for (let slot = 0; slot < SLOTS; slot++) samples.add(slot, 60, 230.01, 229.98, 230.03);
    expect(packBlock(new Map([[2, samples]]), SLOTS).length).toBeLessThan(150);
  });

  it('with objects one after another is a tail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(60_000), anObject), { maxLength: 5 }), async (list) => {
        const objects = new Map(list);
        const after = unpackTail(packTail(await packBlocks(objects, SLOTS)));
        expect([...after].map(([id, object]) => [id, plain(object)])).toEqual(
          [...objects].map(([id, object]) => [id, plain(object)]),
        );
      }),
    );
  });
});

describe('a value', () => {
  it.each([NaN, Infinity, -Infinity, 1e300])('of %s is not stored', (value) => {
    expect(isStorable(value, 1000)).toBe(false);
  });
});

describe('numbers as bytes', () => {
  it('are restored, however large', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
        const writer = new ByteWriter();
        for (const number of numbers) writer.number(number);
        const reader = new ByteReader(writer.bytes());
        expect(numbers.map(() => reader.number())).toEqual(numbers);
        expect(reader.isAtEnd).toBe(true);
      }),
    );
  });

  it('are restored as columns, with runs of zeros and with differences of any sign', () => {
    const aNumber = fc.oneof(fc.constant(0), fc.nat(), fc.integer({ min: 0, max: 2 ** 50 }));
    fc.assert(
      fc.property(fc.array(aNumber), (numbers) => {
        const writer = new ByteWriter();
        writeColumn(writer, numbers);
        const signed = numbers.map((number, i) => (i % 2 ? -number : number) + 0);
        writeDeltas(writer, signed);
        const reader = new ByteReader(writer.bytes());
        expect([...readColumn(reader, numbers.length)]).toEqual(numbers);
        expect([...readDeltas(reader, numbers.length)].map((number) => number + 0)).toEqual(signed);
      }),
    );
  });

  it('that end too early are refused', () => {
    expect(() => new ByteReader(Buffer.from([0x80])).number()).toThrow('in the middle of a number');
    expect(() => new ByteReader(Buffer.from([5, 1])).part()).toThrow('in the middle of a part');
  });
});
