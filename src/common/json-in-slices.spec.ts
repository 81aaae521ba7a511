import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { stringifyInSlices, parseInSlices } from './json-in-slices.js';

const parse = (text: string | Buffer) => parseInSlices(Buffer.from(text), (piece): unknown => JSON.parse(piece));
const written = async (value: object): Promise<string> => Buffer.concat(await stringifyInSlices(value)).toString();
/** Text longer than what is parsed in one piece, with all characters that could be taken for the end of a value. */
const LONG = '"],}{[:\\'.repeat(9000);

describe('JSON in slices', () => {
  it('is parsed like JSON.parse does, whatever its size and layout', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, '\t'), async (value, space) => {
        const whole = { value, LONG, list: [value, LONG, [value, { [LONG]: value }]], none: {}, empty: [] };
        const text = JSON.stringify(whole, undefined, space);
        expect(await parse(` ${text}\n`)).toEqual(JSON.parse(text));
      }),
      { numRuns: 50 },
    );
  });

  it('is refused when JSON.parse would refuse it, wherever it is broken', async () => {
    const sound = JSON.stringify({ a: [1, { b: LONG }, 2], c: LONG, d: { e: [] } });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sound.length),
        fc.constantFrom('', ',', '"', ']', '{', ':', 'x', '\n'),
        async (at, other) => {
          const broken = sound.slice(0, at) + other + sound.slice(at + 1);
          const expected = ((): unknown => {
            try {
              return JSON.parse(broken) as unknown;
            } catch {
              return 'refused';
            }
          })();
          expect(await parse(broken).catch(() => 'refused')).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is refused where it is not UTF-8', async () => {
    const bytes = Buffer.from(JSON.stringify({ a: LONG, b: 'x' }));
    bytes[bytes.length - 3] = 0xff;
    await expect(parse(bytes)).rejects.toThrow('not valid for encoding');
  });

  it('has no member that would become a prototype', async () => {
    const value = await parse(`{"a":${JSON.stringify(LONG)},"__proto__":{"isAdministrator":true}}`);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value).not.toHaveProperty('isAdministrator');
  });

  it('is written as JSON.stringify writes it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const whole = { value, list: [value, [value]], absent: undefined, LONG, at: new Date(0) };
        expect(await written(whole)).toBe(JSON.stringify(whole));
      }),
      { numRuns: 50 },
    );
  });
});
