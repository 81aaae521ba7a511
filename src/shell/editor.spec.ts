import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineEditor, PASTE_OFF, PASTE_ON, type EditorEvent } from './editor.js';
import { MAX_LINE } from './parse.js';
import { graphemesOf, graphemeWidth, textWidth } from './text-width.js';

const [UP, DOWN, RIGHT, LEFT] = ['\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D'];
/** Sequences of keys: 100,000 by npm run test:fuzz. */
const RUNS = process.env['FUZZ'] === undefined ? 3000 : 100_000;
const TIME = process.env['FUZZ'] === undefined ? undefined : 3_600_000;
const noCompletion = () => ({ word: '', candidates: [] });

/** A terminal that shows what the editor prints, as far as the editor uses it. */
class Screen {
  #rows: string[][] = [[]];
  #row = 0;
  #column = 0;

  constructor(private readonly columns: number) {}

  print(output: string): void {
    // eslint-disable-next-line no-control-regex
    for (const [part] of output.matchAll(/\x1b\[[0-9;?]*[A-Za-z]|[\r\n\x07]|[^\x1b\r\n\x07]+/g)) this.#part(part);
  }

  get text(): string {
    return this.#rows.map((row) => row.join('').trimEnd()).join('\n');
  }

  get cursor(): [row: number, column: number] {
    return [this.#row, this.#column];
  }

  /** The same text on a screen of another width, as terminals wrap it again. */
  resized(columns: number): Screen {
    const screen = new Screen(columns);
    const before = this.#row * this.columns + this.#column;
    screen.#print(this.#rows.map((row) => row.join('')).join(''));
    screen.#row = Math.floor(before / columns);
    screen.#column = before % columns;
    return screen;
  }

  #print(text: string): void {
    for (const each of graphemesOf(text)) this.#put(each);
  }

  #part(part: string): void {
    const [, count = '', letter = ''] = /^\x1b\[([0-9;?]*)([A-Za-z])$/.exec(part) ?? []; // eslint-disable-line no-control-regex
    if (letter === 'A') this.#row -= Number(count);
    else if (letter === 'B') this.#row += Number(count);
    else if (letter === 'C') this.#column += Number(count);
    else if (letter === 'J') this.#erase();
    else if (part === '\r') this.#column = 0;
    else if (part === '\n') this.#down();
    else if (letter === '' && part !== '\x07') this.#print(part);
  }

  #put(grapheme: string): void {
    const width = graphemeWidth(grapheme);
    if (this.#column + width > this.columns) {
      this.#column = 0;
      this.#down();
    }
    const row = (this.#rows[this.#row] ??= []);
    while (row.length < this.#column) row.push(' ');
    row[this.#column] = grapheme;
    for (let more = 1; more < width; more++) row[this.#column + more] = '';
    this.#column += width;
  }

  #down(): void {
    this.#row++;
    while (this.#rows.length <= this.#row) this.#rows.push([]);
  }

  #erase(): void {
    this.#rows.length = this.#row + 1;
    this.#rows[this.#row]?.splice(this.#column);
  }
}

const lineOf = (keys: string): string | undefined => {
  const editor = new LineEditor(noCompletion);
  editor.begin('> ');
  editor.feed(`${keys}\r`);
  const { event } = editor.step();
  return event?.kind === 'line' ? event.line : event?.kind;
};

describe('the line editor', () => {
  it.each<[string, string, string]>([
    ['inserts at the cursor', `Gre${LEFT}${LEFT}x`, 'Gxre'],
    ['edits a word with an umlaut in its middle', `Größe${LEFT}${LEFT}s`, 'Grösße'],
    ['moves to the start and the end', 'bc\x01a\x05d', 'abcd'],
    ['moves by the keys Home and End of several terminals', 'b\x1b[Ha\x1b[Fc\x1bOH1\x1b[4~2', '1abc2'],
    ['moves back and forward', 'ac\x02b\x06d', 'abcd'],
    ['deletes before the cursor', 'abx\x7fcy\b', 'abc'],
    ['deletes at the cursor', 'xab\x01\x04\x05', 'ab'],
    ['deletes with the key', 'xab\x01\x1b[3~', 'ab'],
    ['kills to the end and inserts it again', 'one two\x02\x02\x02\x0b\x01\x19 ', 'two one '],
    ['kills to the start', 'one two\x02\x02\x02\x15', 'two'],
    ['kills a word', 'one two  \x17x', 'one x'],
    ['joins an accent to its letter', 'e\u0301x\x7f\x7fy', 'y'],
    ['ignores keys that it does not know', 'a\x1b[99~\x1b[1;5Cb\x1bxc\x00\x1f', 'abc'],
    ['takes pasted text as text', '\x1b[200~pset 1 0\rpset 2 0\t\x03\x1b[201~', 'pset 1 0 pset 2 0 '],
  ])('%s', (_, keys, line) => {
    expect(lineOf(keys)).toBe(line);
  });

  it('recalls the lines of the session, and the one that was begun', () => {
    const editor = new LineEditor(noCompletion);
    const enter = (keys: string): EditorEvent | undefined => {
      editor.begin('> ');
      editor.feed(keys);
      return editor.step().event;
    };
    enter('first\r');
    enter('second\r');
    enter('second\r');
    expect(enter(`new${UP}\r`)).toEqual({ kind: 'line', line: 'second' });
    expect(enter(`${UP}${UP}\r`)).toEqual({ kind: 'line', line: 'first' });
    expect(enter(`draft${UP}\x10${DOWN}\x0e\x0e\r`)).toEqual({ kind: 'line', line: 'draft' });
  });

  it('remembers a hundred lines and no secret', () => {
    const editor = new LineEditor(noCompletion);
    for (let count = 0; count < 150; count++) {
      editor.begin('> ');
      editor.feed(`line ${count}\r`);
      editor.step();
    }
    expect(editor.begin('Password: ', { secret: true })).toBe(`${PASTE_ON}\r\x1b[JPassword: `);
    editor.feed('hidden\r');
    const { output, event } = editor.step();
    expect([output.includes('hidden'), event]).toEqual([false, { kind: 'line', line: 'hidden' }]);
    editor.begin('> ');
    editor.feed(`${UP.repeat(120)}\r`);
    expect(editor.step().event).toEqual({ kind: 'line', line: 'line 50' });
  });

  it('reads ctrl-C, and ctrl-D on an empty line only', () => {
    expect(lineOf('abc\x03')).toBe('interrupt');
    expect(lineOf('\x04')).toBe('end');
    expect(lineOf('a\x04')).toBe('a');
  });

  it('completes a word, and lists several at the second tab', () => {
    const words = ['outlets', 'outputs', 'inlets'];
    const complete = (before: string) => {
      const word = /\S*$/.exec(before)?.[0] ?? '';
      return { word, candidates: words.filter((each) => each.startsWith(word)) };
    };
    const editor = new LineEditor(complete);
    editor.begin('> ');
    editor.feed('show i\t');
    editor.step();
    expect(editor.line).toBe('show inlets ');
    editor.begin('> ');
    editor.feed('show o\t');
    editor.step();
    expect(editor.line).toBe('show out');
    editor.feed('\t');
    expect(editor.step().output).toBe('\x07');
    editor.feed('\t');
    expect(editor.step().output).toContain('outlets  outputs');
    editor.feed('x\t');
    expect(editor.step().output).toContain('\x07');
  });

  it('takes a paste of a thousand characters, and no more', () => {
    expect(lineOf('x'.repeat(MAX_LINE))).toHaveLength(MAX_LINE);
    expect(lineOf('x'.repeat(MAX_LINE + 500))).toHaveLength(MAX_LINE);
    expect(lineOf(`\x1b[200~${'x'.repeat(MAX_LINE + 500)}\x1b[201~`)).toHaveLength(MAX_LINE);
  });

  it('hands keys out one by one to whoever asks for a key', () => {
    const editor = new LineEditor(noCompletion);
    editor.feed(`q${UP}\r\n \x1b[`);
    expect([editor.takeKey(), editor.takeKey(), editor.takeKey(), editor.takeKey(), editor.takeKey()]).toEqual([
      'q',
      UP,
      '\r',
      ' ',
      undefined,
    ]);
  });

  const key = fc.oneof(
    fc.constantFrom(...[UP, DOWN, LEFT, RIGHT, '\x01', '\x05', '\x02', '\x06', '\x08', '\x7f', '\x0b', '\x15', '\x17']),
    fc.constantFrom(
      '\x19',
      '\x1b[3~',
      '\x1b[H',
      '\x1b[F',
      '\t',
      'a',
      'b',
      ' ',
      'ß',
      '漢',
      '字',
      '👩‍🔧',
      'e\u0301',
      '\u0301',
    ),
    fc.string({ maxLength: 12 }),
  );

  it('shows on the terminal the line that it has, with the cursor in its place', () => {
    const run = (keys: readonly string[], columns: number): void => {
      const editor = new LineEditor(noCompletion, columns);
      const screen = new Screen(columns);
      screen.print(editor.begin('Syn> ').replace(PASTE_ON, ''));
      for (const each of keys) {
        editor.feed(each);
        const { output, event } = editor.step();
        if (event) break;
        screen.print(output);
        const shown = `Syn> ${editor.line}`;
        expect(screen.text.replaceAll('\n', '').replace(/ /g, '')).toBe(shown.replace(/ /g, ''));
        if (!/[^ -~]/.test(editor.line)) {
          const at = 5 + editor.cursor;
          expect(screen.cursor).toEqual([Math.floor(at / columns), at % columns]);
        }
      }
    };
    const visible = fc.array(
      fc.constantFrom(...[UP, DOWN, LEFT, RIGHT, '\x01', '\x05', '\x7f', '\x0b', '\x19', 'a', 'bc', ' ', '漢', 'ö']),
      { maxLength: 40 },
    );
    fc.assert(fc.property(visible, fc.integer({ min: 12, max: 40 }), run), { numRuns: 500 });
  });

  it('shows the line once, with the cursor in its place, when the terminal gets another width', () => {
    const keys = fc.array(fc.constantFrom(LEFT, RIGHT, '\x01', '\x05', '\x7f', 'a', 'bcd', '\x17', ' '), {
      maxLength: 40,
    });
    const width = fc.integer({ min: 12, max: 60 });
    fc.assert(
      fc.property(keys, keys, width, width, (before, after, first, second) => {
        const editor = new LineEditor(noCompletion, first);
        let screen = new Screen(first);
        const type = (list: readonly string[]): void => {
          for (const each of list) {
            editor.feed(each);
            screen.print(editor.step().output);
          }
        };
        screen.print(editor.begin('Syn> ').replace(PASTE_ON, ''));
        type(before);
        screen = screen.resized(second);
        screen.print(editor.resize(second));
        type(after);
        expect(screen.text.replace(/[\n ]/g, '')).toBe(`Syn> ${editor.line}`.replace(/ /g, ''));
        const at = 5 + editor.cursor;
        expect(screen.cursor).toEqual([Math.floor(at / second), at % second]);
      }),
      { numRuns: 500 },
    );
  });

  it('prints nothing for another width while a command prints', () => {
    const editor = new LineEditor(noCompletion, 80);
    editor.begin('> ');
    expect(editor.resize(60)).not.toBe('');
    editor.feed('ver\r');
    editor.step();
    expect([editor.resize(40), editor.resize(0), editor.resize(NaN)]).toEqual(['', '', '']);
  });

  it(
    'survives any keys, cut anywhere, and never has a longer line than allowed',
    () => {
      const keys = fc.array(fc.oneof(key, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 30 });
      fc.assert(
        fc.property(keys, fc.integer({ min: 1, max: 100 }), (list, columns) => {
          const editor = new LineEditor(
            (before) => ({ word: before.slice(-1), candidates: ['alpha', 'beta'] }),
            columns,
          );
          editor.begin('> ');
          for (const each of list) {
            editor.feed(each);
            for (let step = editor.step(); step.event; step = editor.step()) editor.begin('> ');
            expect(editor.line.length).toBeLessThanOrEqual(MAX_LINE);
            expect(editor.cursor).toBeLessThanOrEqual(graphemesOf(editor.line).length);
          }
        }),
        { numRuns: RUNS },
      );
    },
    TIME,
  );

  it('prints a line end behind each line, and no bracketed paste while a command runs', () => {
    const editor = new LineEditor(noCompletion);
    editor.begin('> ');
    editor.feed('a\r\nb\r\0');
    expect(editor.step().output.endsWith(`${PASTE_OFF}\r\n`)).toBe(true);
    editor.begin('> ');
    expect(editor.step().event).toEqual({ kind: 'line', line: 'b' });
    editor.begin('> ');
    expect(editor.step().event).toBeUndefined();
  });
});

describe('the width of text', () => {
  it.each<[string, number]>([
    ['', 0],
    ['abc', 3],
    ['Größe', 5],
    ['漢字', 4],
    ['e\u0301', 1],
    ['👩‍🔧', 2],
    ['ｶ', 1],
    ['Ａ', 2],
  ])('%j takes %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});
