import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeMinutes, encodeMinutes, MAX_MINUTES } from './minutes.js';
import { WireError } from './readings.js';

const messages = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: MAX_MINUTES });

describe('the minutes of an answer', () => {
  it('are read as they were sent, one by one', () => {
    fc.assert(
      fc.property(messages, (minutes) => {
        expect(decodeMinutes(encodeMinutes(minutes)).map((each) => [...each])).toEqual(
          minutes.map((each) => [...each]),
        );
      }),
    );
  });

  it('are refused when they are cut short or something follows', () => {
    fc.assert(
      fc.property(messages, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (minutes, place) => {
        const bytes = encodeMinutes(minutes);
        expect(() => decodeMinutes(bytes.subarray(0, Math.floor(place * bytes.length)))).toThrow(WireError);
        expect(() => decodeMinutes(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(WireError);
      }),
    );
  });

  it('of any bytes are refused or read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeMinutes(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
  });

  it('are at most those of an hour', () => {
    expect(() => encodeMinutes(Array.from({ length: MAX_MINUTES + 1 }, () => Buffer.of(1)))).toThrow(RangeError);
    expect(() => decodeMinutes(Buffer.of(1, MAX_MINUTES + 1, ...new Array<number>(MAX_MINUTES + 1).fill(0)))).toThrow(
      WireError,
    );
  });
});
