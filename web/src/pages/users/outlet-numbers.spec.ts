import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { outletsIn } from './outlet-numbers.js';

const outlets = Array.from({ length: 16 }, (_, place) => ({ id: `${place + 1}-7`, outletIndex: place + 1 }));
const numbers = (text: string) => outletsIn(text, outlets)?.map(({ outletIndex }) => outletIndex);

describe('outlets by their numbers', () => {
  it('are read from numbers and ranges, each once', () => {
    expect(numbers('9-11, 14')).toEqual([9, 10, 11, 14]);
    expect(numbers('3;1 2–3')).toEqual([1, 2, 3]);
    expect(numbers('')).toEqual([]);
  });

  it.each(['17', '0', '3-17', '5-3', 'x', '1-', '-2', '1-2-3', '9999-99999'])('are none in %j', (text) => {
    expect(numbers(text)).toBeUndefined();
  });

  it('are those of the list, however they are written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 16 })), (list) => {
        expect(numbers(list.join(', '))).toEqual([...list].sort((a, b) => a - b));
      }),
    );
  });
});
