import { isSecondOfPair, MAX_LINE } from './parse.js';
import { graphemesOf, graphemeWidth, textWidth } from './text-width.js';

/** The result of keys: a line, ctrl-C, or ctrl-D on an empty line. */
export type EditorEvent =
  { readonly kind: 'line'; readonly line: string } | { readonly kind: 'interrupt' } | { readonly kind: 'end' };

/** The result of some keys: text for the terminal, and the event at which reading stopped, if any. */
export interface EditorStep {
  readonly output: string;
  readonly event: EditorEvent | undefined;
  /** True if there are more keys to read. */
  readonly hasMore: boolean;
}

/** Completes the word before the cursor: what may follow this text, as whole words. */
export type Complete = (before: string) => { readonly word: string; readonly candidates: readonly string[] };

const MAX_HISTORY = 100;
/** Tab takes as long as so many other keys: it asks what there is in the controller. */
const KEYS_OF_TAB = 10;
const BELL = '\x07';
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

/** Switches bracketed paste on for the prompt and off for the output of commands. */
export const PASTE_ON = '\x1b[?2004h';
export const PASTE_OFF = '\x1b[?2004l';

/** A key as it arrives: an escape sequence, or one character. */
// eslint-disable-next-line no-control-regex
const SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O])/;
/** The start of a sequence of which more is to come. */
// eslint-disable-next-line no-control-regex
const PART_OF_SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*|O)?$/;
/** Longest sequence that is waited for. */
const MAX_SEQUENCE = 32;

type Operation = 'left' | 'right' | 'home' | 'end' | 'up' | 'down' | 'delete' | 'backspace';

const SEQUENCES: Readonly<Record<string, Operation>> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  '[H': 'home',
  '[F': 'end',
  '[1~': 'home',
  '[7~': 'home',
  '[4~': 'end',
  '[8~': 'end',
  '[3~': 'delete',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  OH: 'home',
  OF: 'end',
};

const CONTROLS: Readonly<Record<string, Operation>> = {
  '\x01': 'home',
  '\x02': 'left',
  '\x05': 'end',
  '\x06': 'right',
  '\x08': 'backspace',
  '\x7f': 'backspace',
  '\x0e': 'down',
  '\x10': 'up',
};

/**
 * The line editor of a terminal: turns keys into lines, and says what the terminal has to print. It has no time and no
 * stream, so that every sequence of keys can be tried.
 */
export class LineEditor {
  #text: string[] = [];
  #cursor = 0;
  #killed: string[] = [];
  #history: string[] = [];
  /** The place in the history that is shown; the line that was being written comes after the last. */
  #shown = 0;
  #draft: string[] = [];
  #pending = '';
  #pasting = false;
  #lastEnd = '';
  #prompt = '';
  #secret = false;
  #listing = false;
  /** The row of the cursor below the row of the prompt. */
  #row = 0;
  /** True from the prompt to the end of its line; false while a command prints. */
  #isEditing = false;

  constructor(
    private readonly complete: Complete,
    private columns = 80,
  ) {}

  /** Begins a line; a secret one is not shown and not remembered. Returns what the terminal has to print. */
  begin(prompt: string, { secret = false } = {}): string {
    this.#prompt = prompt;
    this.#secret = secret;
    this.#set([]);
    this.#shown = this.#history.length;
    this.#draft = [];
    this.#row = 0;
    this.#isEditing = true;
    return PASTE_ON + this.#redraw();
  }

  /**
   * The terminal has got another width, for which it has wrapped its lines again. Returns what it has to print: the line
   * that is being written, in its place.
   */
  resize(columns: number): string {
    if (!Number.isInteger(columns) || columns <= 0) return '';
    this.columns = Math.min(columns, 10_000);
    if (!this.#isEditing) return '';
    this.#row = this.#layout(this.#shownText.slice(0, this.#cursor)).row;
    return this.#redraw();
  }

  feed(keys: string): void {
    this.#pending += keys;
  }

  /** Number of characters that wait to be read. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** The text of the line so far. */
  get line(): string {
    return this.#text.join('');
  }

  /** The number of characters, as a user counts them, before the cursor. */
  get cursor(): number {
    return this.#cursor;
  }

  /** True when the next key would be read by whoever asks for one, such as a pager. Drops and returns it. */
  takeKey(): string | undefined {
    if (this.#pending === '' || this.#waitsForMore()) return undefined;
    const key = SEQUENCE.exec(this.#pending)?.[0] ?? String.fromCodePoint(this.#pending.codePointAt(0) ?? 0);
    this.#pending = this.#pending.slice(key.length);
    if (!isSecondOfPair(this.#lastEnd, key)) {
      this.#lastEnd = key === '\r' || key === '\n' ? key : '';
      return key;
    }
    this.#lastEnd = '';
    return this.takeKey();
  }

  /** Reads what was fed, up to the next event, and up to about so many keys. */
  step(keys = Infinity): EditorStep {
    let printed = '';
    let changed = false;
    let left = keys;
    const flush = (): string => (changed ? this.#redraw() : '');
    while (this.#pending !== '' && !this.#waitsForMore()) {
      if (left <= 0) return { output: printed + flush(), event: undefined, hasMore: true };
      left -= this.#pending.startsWith('\t') ? KEYS_OF_TAB : 1;
      const done = this.#key();
      changed ||= done.changed === true;
      if (done.output !== undefined) {
        printed += flush() + done.output;
        changed = done.redraw === true;
      }
      if (done.event) {
        return {
          output: printed + (done.event.kind === 'line' ? flush() : '') + this.#leave(done.event),
          event: done.event,
          hasMore: this.#pending !== '',
        };
      }
    }
    return { output: printed + flush(), event: undefined, hasMore: false };
  }

  #waitsForMore(): boolean {
    return this.#pending.length < MAX_SEQUENCE && PART_OF_SEQUENCE.test(this.#pending);
  }

  /** Reads one key. */
  #key(): KeyResult {
    const sequence = SEQUENCE.exec(this.#pending)?.[0];
    if (sequence !== undefined) {
      this.#pending = this.#pending.slice(sequence.length);
      this.#lastEnd = '';
      if (sequence === PASTE_START || sequence === PASTE_END) {
        this.#pasting = sequence === PASTE_START;
        return {};
      }
      const operation = this.#pasting ? undefined : SEQUENCES[sequence.slice(1)];
      return operation ? this.#operate(operation) : {};
    }
    const run = /^[^\p{Cc}]+/u.exec(this.#pending)?.[0];
    if (run !== undefined) {
      this.#pending = this.#pending.slice(run.length);
      this.#lastEnd = '';
      return this.#insert(run);
    }
    const char = this.#pending.charAt(0);
    this.#pending = this.#pending.slice(1);
    return this.#pasting ? this.#pasted(char) : this.#control(char);
  }

  /** Pasted text is one line: its line ends and tabs are blanks. */
  #pasted(char: string): KeyResult {
    return /[\r\n\t]/.test(char) ? this.#insert(' ') : {};
  }

  #control(char: string): KeyResult {
    if (isSecondOfPair(this.#lastEnd, char)) {
      this.#lastEnd = '';
      return {};
    }
    this.#lastEnd = char === '\r' || char === '\n' ? char : '';
    if (this.#lastEnd !== '') return this.#enter();
    if (char !== '\t') this.#listing = false;
    const operation = CONTROLS[char];
    if (operation) return this.#operate(operation);
    switch (char) {
      case '\t':
        return this.#secret ? {} : this.#completed();
      case '\x03':
        return { event: { kind: 'interrupt' } };
      case '\x04':
        return this.#text.length === 0 ? { event: { kind: 'end' } } : this.#operate('delete');
      case '\x0b':
        return this.#kill(this.#cursor, this.#text.length);
      case '\x15':
        return this.#kill(0, this.#cursor);
      case '\x17':
        return this.#kill(this.#wordStart(), this.#cursor);
      case '\x19':
        return this.#insert(this.#killed.join(''));
      case '\x0c':
        this.#row = 0;
        return { output: '\x1b[H\x1b[2J', redraw: true };
      default:
        return {};
    }
  }

  #operate(operation: Operation): KeyResult {
    switch (operation) {
      case 'left':
        return this.#move(this.#cursor - 1);
      case 'right':
        return this.#move(this.#cursor + 1);
      case 'home':
        return this.#move(0);
      case 'end':
        return this.#move(this.#text.length);
      case 'up':
        return this.#recall(this.#shown - 1);
      case 'down':
        return this.#recall(this.#shown + 1);
      case 'delete':
        if (this.#cursor === this.#text.length) return { output: BELL };
        this.#text.splice(this.#cursor, 1);
        return { changed: true };
      case 'backspace':
        if (this.#cursor === 0) return { output: BELL };
        this.#text.splice(--this.#cursor, 1);
        return { changed: true };
    }
  }

  #insert(text: string): KeyResult {
    this.#listing = false;
    const before = this.#text.slice(0, this.#cursor).join('');
    const after = this.#text.slice(this.#cursor).join('');
    const room = MAX_LINE - before.length - after.length;
    const fitting = text.length <= room ? text : wholeCharacters(text, room);
    if (fitting === '') return text === '' ? {} : { output: BELL };
    // An accent joins the letter before it, so the characters are counted again.
    this.#text = graphemesOf(before + fitting + after);
    this.#cursor = Math.min(graphemesOf(before + fitting).length, this.#text.length);
    return fitting.length < text.length ? { output: BELL, redraw: true } : { changed: true };
  }

  #move(to: number): KeyResult {
    if (to < 0 || to > this.#text.length) return { output: BELL };
    this.#cursor = to;
    return { changed: true };
  }

  #kill(from: number, to: number): KeyResult {
    if (from === to) return {};
    this.#killed = this.#text.splice(from, to - from);
    this.#cursor = from;
    return { changed: true };
  }

  #wordStart(): number {
    let place = this.#cursor;
    while (place > 0 && this.#text[place - 1] === ' ') place--;
    while (place > 0 && this.#text[place - 1] !== ' ') place--;
    return place;
  }

  #recall(place: number): KeyResult {
    if (this.#secret || place < 0 || place > this.#history.length) return { output: BELL };
    if (this.#shown === this.#history.length) this.#draft = this.#text;
    this.#shown = place;
    const recalled = this.#history[place];
    this.#set(recalled === undefined ? this.#draft : graphemesOf(recalled));
    return { changed: true };
  }

  #completed(): KeyResult {
    const before = this.#text.slice(0, this.#cursor).join('');
    const { word, candidates } = this.complete(before);
    const [only] = candidates;
    if (only === undefined) return { output: BELL };
    if (candidates.length === 1) return this.#insert(`${only.slice(word.length)} `);
    const common = commonStart(candidates);
    if (common.length > word.length) return this.#insert(common.slice(word.length));
    if (!this.#listing) {
      this.#listing = true;
      return { output: BELL };
    }
    const list = inColumns(candidates, this.columns);
    const output = `${this.#toEnd()}\r\n${list.join('\r\n')}\r\n`;
    this.#row = 0;
    return { output, redraw: true };
  }

  #enter(): KeyResult {
    this.#listing = false;
    const { line } = this;
    this.#cursor = this.#text.length;
    return { changed: true, event: { kind: 'line', line } };
  }

  /** Leaves the line for the output of a command. */
  #leave(event: EditorEvent): string {
    this.#isEditing = false;
    if (event.kind === 'line') {
      if (!this.#secret) this.#remember(event.line);
      return `${PASTE_OFF}\r\n`;
    }
    const seen = event.kind === 'interrupt' ? `${this.#toEnd()}^C` : '';
    return `${seen}${PASTE_OFF}\r\n`;
  }

  #remember(line: string): void {
    if (line.trim() === '' || line === this.#history.at(-1)) return;
    this.#history.push(line);
    if (this.#history.length > MAX_HISTORY) this.#history.shift();
  }

  #set(text: string[]): void {
    this.#text = [...text];
    this.#cursor = text.length;
  }

  /** Prints prompt and line again, over what is there, and puts the cursor in its place. */
  #redraw(): string {
    const shown = this.#shownText;
    const start = `${this.#row > 0 ? `\x1b[${this.#row}A` : ''}\r\x1b[J${this.#prompt}`;
    const at = this.#layout(shown.slice(0, this.#cursor));
    const end = this.#layout(shown);
    // A terminal stays in the last column until the next character comes.
    const wrapped = end.column === 0 && end.row > 0 ? '\r\n' : '';
    const up = end.row - at.row;
    this.#row = at.row;
    const back = up > 0 ? `\x1b[${up}A` : '';
    const place =
      at.row === end.row && at.column === end.column ? '' : `${back}\r${at.column > 0 ? `\x1b[${at.column}C` : ''}`;
    return `${start}${shown.join('')}${wrapped}${place}`;
  }

  /** The part of the line that the terminal shows: nothing of a secret. */
  get #shownText(): readonly string[] {
    return this.#secret ? [] : this.#text;
  }

  /** Moves the cursor behind the line. */
  #toEnd(): string {
    const end = this.#layout(this.#shownText);
    const down = end.row - this.#row;
    this.#row = end.row;
    return down > 0 ? `\x1b[${down}B` : '';
  }

  /** The place behind these characters, after the prompt. */
  #layout(characters: readonly string[]): { readonly row: number; readonly column: number } {
    let column = 0;
    let row = 0;
    for (const character of [...graphemesOf(this.#prompt), ...characters]) {
      const width = graphemeWidth(character);
      if (column + width > this.columns) {
        row++;
        column = 0;
      }
      column += width;
      if (column >= this.columns) {
        row++;
        column = 0;
      }
    }
    return { row, column };
  }
}

interface KeyResult {
  /** The line or the cursor has changed. */
  readonly changed?: boolean;
  readonly output?: string;
  /** The line is to be printed again behind the output. */
  readonly redraw?: boolean;
  readonly event?: EditorEvent;
}

/** The start of a text with at most so many code units, not cut within a character. */
function wholeCharacters(text: string, room: number): string {
  let fitting = '';
  // Two more show if the last one goes on, and a long text is not counted to its end.
  for (const character of graphemesOf(text.slice(0, room + 2))) {
    if (fitting.length + character.length > room) break;
    fitting += character;
  }
  return fitting;
}

function commonStart(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  let length = first.length;
  for (const word of rest) while (!word.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

function inColumns(words: readonly string[], columns: number): string[] {
  const width = Math.max(...words.map(textWidth)) + 2;
  const perLine = Math.max(1, Math.floor(columns / width));
  const lines: string[] = [];
  for (let place = 0; place < words.length; place += perLine) {
    const entries = words.slice(place, place + perLine);
    lines.push(
      entries
        .map((word) => word + ' '.repeat(width - textWidth(word)))
        .join('')
        .trimEnd(),
    );
  }
  return lines;
}
