import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineCutter, listItems, MAX_LINE, separateOptions, statementsOf, UsageError, wordsOf } from './parse.js';

const texts = (line: string): string[] => wordsOf(line).map(({ text }) => text);

describe('a command line', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['  pshow  ', ['pshow']],
    ['pset 3  0', ['pset', '3', '0']],
    ['name 3 "Web server"', ['name', '3', 'Web server']],
    ['name 3 \'a "b" c\'', ['name', '3', 'a "b" c']],
    ['name 3 Anna\\ s', ['name', '3', 'Anna s']],
    ['name 3 ""', ['name', '3', '']],
    ['name 3 "a\\"b"', ['name', '3', 'a"b']],
    ['on\0 1\t2', ['on', '1', '2']],
  ])('%j has these words', (line, words) => {
    expect(texts(line)).toEqual(words);
  });

  it('whose quote is not closed is refused', () => {
    expect(() => wordsOf('name 3 "Web')).toThrow(UsageError);
  });

  it('is split into statements outside of quotes', () => {
    expect(statementsOf('pset 1 0; name 2 "a;b"\npshow;;')).toEqual(['pset 1 0', 'name 2 "a;b"', 'pshow']);
  });

  it('with any content is either read or refused, and any words survive their quoting', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(anything, (line) => {
        try {
          statementsOf(line).forEach(wordsOf);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
        }
      }),
      { numRuns: process.env['FUZZ'] === undefined ? 10_000 : 100_000 },
    );
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 8 }), (words) => {
        const line = words.map((word) => `"${word.replace(/[\\"]/g, '\\$&')}"`).join(' ');
        expect(texts(line)).toEqual(words);
        expect(statementsOf(`${line};${line}`)).toEqual(words.length === 0 ? [] : [line, line]);
      }),
    );
  });
});

describe('options', () => {
  it('may stand anywhere, unless they are in quotes or behind --', () => {
    const { args, options } = separateOptions(wordsOf('3 --confirm --json "--yes" -- --confirm'), ['confirm']);
    expect(args.map(({ text }) => text)).toEqual(['3', '--yes', '--confirm']);
    expect([...options.keys()]).toEqual(['confirm', 'json']);
  });

  it.each(['--yes', '--jsonx', '--__proto__', '--toString'])('are refused where the command has none: %s', (option) => {
    expect(() => separateOptions(wordsOf(option))).toThrow(UsageError);
  });
});

describe('the option --reason', () => {
  const reasonOf = (line: string) => {
    const { args, options } = separateOptions(wordsOf(line), ['reason']);
    return { args: args.map(({ text }) => text), reason: options.get('reason') };
  };

  it.each<[string, string[], string]>([
    ['3 --reason "disk swap"', ['3'], 'disk swap'],
    ['--reason "disk swap" 3', ['3'], 'disk swap'],
    ['3 --reason "--confirm"', ['3'], '--confirm'],
    ['3 --reason maintenance', ['3'], 'maintenance'],
    ['3 --reason maintenance --json', ['3'], 'maintenance'],
  ])('%s has a text', (line, args, reason) => {
    expect(reasonOf(line)).toEqual({ args, reason });
  });

  it('without quotes takes no word of its text for an outlet', () => {
    expect(() => reasonOf('3 --reason rack 4')).toThrow(UsageError);
  });

  it.each(['3 --reason', '3 --reason --json'])('is refused without a text: %s', (line) => {
    expect(() => reasonOf(line)).toThrow(UsageError);
  });
});

describe('a list of outlets', () => {
  it('has numbers, ranges and ids', () => {
    expect(listItems('01,3-5 1-1200578,')).toEqual([{ one: '1' }, { from: 3, to: 5 }, { one: '1-1200578' }]);
  });

  it.each(['5-3', '0-2'])('with the range %s is refused', (list) => {
    expect(() => listItems(list)).toThrow(UsageError);
  });

  it('is not guessed from an id that could be a range: of a bank with a short number', () => {
    const ids = (item: string) => ['1-1', '1-12', '9-2'].includes(item);
    expect(listItems('1-1 9-2 3-5', ids)).toEqual([{ from: 1, to: 1 }, { one: '9-2' }, { from: 3, to: 5 }]);
    expect(() => listItems('1-12', ids)).toThrow('"1-12" is a range and the id of an outlet');
  });
});

describe('a stream of lines', () => {
  const cut = (...pieces: string[]): string[] => {
    const cutter = new LineCutter();
    const lines: string[] = [];
    for (const piece of pieces) {
      cutter.feed(piece);
      for (let next = cutter.next(); next; next = cutter.next()) lines.push(next.line);
    }
    const last = cutter.last();
    return last ? [...lines, last.line] : lines;
  };

  it.each(['\r', '\n', '\r\n', '\n\r', '\r\0'])('ends lines with %j, each once', (end) => {
    expect(cut(`a${end}${end}b${end}c`)).toEqual(['a', '', 'b', 'c']);
  });

  it('is the same however it is cut into pieces', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\r\n', '\n\r', '\r\0', 'ö'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(40), { maxLength: 6 }), (whole, cuts) => {
        const places = [0, ...cuts.map((place) => place % (whole.length + 1)), whole.length].sort((a, b) => a - b);
        const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
        expect(cut(...pieces)).toEqual(cut(whole));
      }),
      { numRuns: 1000 },
    );
  });

  it('reports a line that is too long, and goes on with the next', () => {
    const cutter = new LineCutter();
    cutter.feed(`${'x'.repeat(MAX_LINE + 1)}\npshow\n`);
    expect(cutter.next()).toEqual({ line: 'x'.repeat(MAX_LINE), tooLong: true });
    expect(cutter.next()).toEqual({ line: 'pshow', tooLong: false });
  });
});
