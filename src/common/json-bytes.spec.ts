import { describe, expect, it } from '@jest/globals';
import { array, assert, double, integer, oneof, property } from 'fast-check';
import { JsonBytes } from './json-bytes.js';
import { rounded } from './units.js';

const written = (value: number): string => new JsonBytes(0).number(value).bytes().toString();

describe('a number written into bytes', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [0.0004, '0'],
    [-0.0004, '0'],
    [0.0005, '0.001'],
    [-0.001, '-0.001'],
    [230.04999, '230.05'],
    [999.9996, '1000'],
    [10, '10'],
    [9.1, '9.1'],
    [0.01, '0.01'],
    [2_147_483.647, '2147483.647'],
    [2_147_483.648, '2147483.648'],
    [-2_147_483.648, '-2147483.648'],
    [1e21, '1e+21'],
    [NaN, 'null'],
    [-Infinity, 'null'],
  ])('%d is %s', (value, text) => {
    expect(written(value)).toBe(text);
  });

  it('is the same as in JSON.stringify', () => {
    const thousandths = integer().map((value) => value / 1000);
    assert(
      property(oneof(thousandths, double({ min: -1e7, max: 1e7 }), double()), (value) => {
        expect(written(value)).toBe(JSON.stringify(rounded(value)));
      }),
    );
  });

  it('stands between the pieces around it, however many there are', () => {
    assert(
      property(array(double()), (values) => {
        const json = new JsonBytes(10).piece(Buffer.from('['));
        values.forEach((value, place) => (place > 0 ? json.piece(Buffer.from(',')) : json).number(value));
        expect(`${json.bytes().toString()}]`).toBe(JSON.stringify(values.map((value) => rounded(value))));
      }),
    );
  });
});
