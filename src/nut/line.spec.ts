import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineReader, MAX_LINE, wordsOf } from './line.js';

describe('a line of a NUT client', () => {
  it.each([
    ['GET VAR pdu ups.status', ['GET', 'VAR', 'pdu', 'ups.status']],
    ['  LIST \t UPS  ', ['LIST', 'UPS']],
    ['SET VAR pdu outlet.1.desc "web 01"', ['SET', 'VAR', 'pdu', 'outlet.1.desc', 'web 01']],
    ['PASSWORD "a \\"b\\" \\\\ c"', ['PASSWORD', 'a "b" \\ c']],
    ['PASSWORD a\\ b', ['PASSWORD', 'a b']],
    ['PASSWORD ""', ['PASSWORD', '']],
    ['PASSWORD it"is', ['PASSWORD', 'it"is']],
    ['"a""b"c', ['a', 'b', 'c']],
    ['USERNAME j\u00fcrgen\u0007', ['USERNAME', 'jrgen']],
    ['\u00e4', []],
    ['', []],
  ])('%j has the words %j', (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });

  it.each(['SET VAR pdu x "abc', '"', 'GET \\', '"a\\"'])('%j is not complete', (line) => {
    expect(wordsOf(line)).toBeUndefined();
  });

  it('gives back any printable words that were quoted', () => {
    const word = fc.string({ unit: fc.constantFrom(...' !"#$&\'()*+,-./09:;=?@AZ[\\]^_`az{|}~') });
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const line = words.map((each) => `"${each.replace(/["\\]/g, '\\$&')}"`).join(' ');
        expect(wordsOf(line)).toEqual(words);
      }),
    );
  });

  it('never throws, and its words are printable ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) => {
        for (const word of wordsOf(line) ?? []) expect(word).toMatch(/^[ -~]*$/);
      }),
    );
  });
});

describe('the lines of a connection', () => {
  /** All lines of these chunks. */
  function linesOf(...chunks: string[]): (string | null)[] {
    const reader = new LineReader();
    const lines: (string | null)[] = [];
    for (const chunk of chunks) {
      reader.push(Buffer.from(chunk, 'latin1'));
      for (let line = reader.next(); line !== undefined; line = reader.next()) {
        lines.push(line);
        if (line === null) return lines;
      }
    }
    return lines;
  }

  it('end with LF, with or without CR', () => {
    expect(linesOf('VER\nNET', 'VER\r\n\nHEL')).toEqual(['VER', 'NETVER', '']);
  });

  it('are the same however the octets arrive', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\r', '\n', '\u00e9'), maxLength: 60 });
    fc.assert(
      fc.property(text, (all) => {
        expect(linesOf(...all)).toEqual(linesOf(all));
      }),
    );
  });

  it('have at most 1,024 octets, also while the end is missing', () => {
    const longest = 'x'.repeat(MAX_LINE);
    expect(linesOf(`${longest}\n`)).toEqual([longest]);
    expect(linesOf(`${longest}y\n`)).toEqual([null]);
    expect(linesOf('x'.repeat(600), 'x'.repeat(600))).toEqual([null]);
  });
});
