import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptedEncoding } from './accepted-encoding.js';

describe('a response to a client', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.8', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip;q=0.5, identity;q=0.9', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0', undefined],
    ['*', 'br'],
    ['*;q=0.1, gzip;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
  ])('that accepts %j is encoded as %j', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
    expect(acceptedEncoding(header)).toBe(encoding); // from the memory of earlier results
  });

  it('is encoded only in what is available', () => {
    expect(acceptedEncoding('br, gzip', ['gzip'])).toBe('gzip');
    expect(acceptedEncoding('br, gzip', [])).toBeUndefined();
  });

  it('never fails and never depends on the requests before it', () => {
    const part = fc.constantFrom('br', 'gzip', 'identity', '*', 'x', ';q=', '0', '1', '0.5', ',', ' ', '"', ';');
    const header = fc.oneof(
      fc.string({ maxLength: 120 }),
      fc.array(part, { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(header, (text) => {
        expect(acceptedEncoding(text)).toBe(acceptedEncoding(text, ['br', 'gzip']));
      }),
    );
  });
});
