import { StringDecoder } from 'node:string_decoder';
import type { ServerChannel } from 'ssh2';
import type { CallerWithAddress } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import { yieldNow } from '../common/time-slices.js';
import type { ShellCommand, Answer, Dialogue } from './commands/command.js';
import { LineEditor, type EditorStep } from './editor.js';
import { EXIT, refusalOf } from './exit-status.js';
import { Interpreter, type Services } from './interpreter.js';
import { LineCutter, MAX_LINE, statementsOf, UsageError } from './parse.js';

/** The terminal of a client. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
}

export interface SessionOptions {
  readonly caller: CallerWithAddress;
  readonly services: Services;
  /** Absent without a terminal. */
  readonly terminal: Terminal | undefined;
  readonly prompt: () => string;
  readonly greeting: () => string;
  readonly needsNewPassword: () => boolean;
  readonly uptime: () => Millis;
  /** Number of bytes that the client has not taken yet. */
  readonly backlog: () => number;
  /** Called for each line that is run. */
  readonly onCommand: () => void;
  readonly onInput: () => void;
  readonly failed: (error: unknown) => void;
  readonly commands?: readonly ShellCommand[];
}

/** Longest time that a command may take, time that it waits for the user not counted. */
const COMMAND_LIMIT: Millis = 120_000;
/** Input that waits while a command runs, in characters; the channel is paused above it. */
const MAX_WAITING_INPUT = 64 * 1024;
/** Output that the client has not taken, above which nothing more is written, in bytes. */
export const MAX_BACKLOG = 256 * 1024;
/** Size of one write, so that the backlog is checked between them. */
const PIECE = 16 * 1024;
/** Keys of a terminal that are read before the event loop continues; each may print a whole line again. */
const KEYS_AT_ONCE = 10;
const TIMED_OUT: Answer = {
  refusals: ['The command did not end in time; what it does may still be done.'],
  status: EXIT.timedOut,
};
const MORE = '--More--';

/**
 * One channel of a connection: an exec request, a shell of lines, or a terminal. Reads lines, runs one command after
 * another, and prints what they answer.
 */
export class ShellSession implements Dialogue {
  readonly preferences = { pager: true };
  readonly isTerminal: boolean;
  readonly #interpreter: Interpreter;
  readonly #editor: LineEditor;
  readonly #cutter = new LineCutter();
  readonly #decoder = new StringDecoder('utf8');
  #rows: number;
  #mode: 'exec' | 'lines' | 'terminal' = 'exec';
  #closed = false;
  #inputEnded = false;
  /** Called when there is input, when it ends, and when the channel closes. */
  #wake: (() => void) | undefined;
  /** Called once a second. */
  #tick: (() => void) | undefined;
  /** Resolves the command that runs with its time limit. */
  #commandDue: Millis = Infinity;
  #giveUp: (() => void) | undefined;

  constructor(
    private readonly channel: ServerChannel,
    private readonly options: SessionOptions,
  ) {
    const { terminal } = options;
    this.isTerminal = terminal !== undefined;
    this.#rows = terminal?.rows ?? 0;
    this.#interpreter = new Interpreter({ ...options, dialogue: this });
    this.#editor = new LineEditor((before) => this.#interpreter.complete(before), terminal?.columns);
    channel.on('data', (data: Buffer) => this.#onData(data));
    channel.once('end', () => this.#onInputEnd());
    channel.once('close', () => this.#onClose());
    channel.on('error', () => this.#onClose());
    channel.stderr.on('error', () => this.#onClose());
  }

  get reply(): ServerChannel & { readonly closed: boolean } {
    return this.channel;
  }

  /** Runs the statements of an exec request. */
  async exec(text: string): Promise<void> {
    let status: number = EXIT.done;
    try {
      const [first = '', ...rest] = statementsOf(text);
      const keepsGoing = /^-k(\s|$)/.test(first);
      const statements = keepsGoing ? [first.slice(2).trim(), ...rest] : [first, ...rest];
      for (const statement of statements) {
        const answer = await this.#run(statement);
        await this.#show(answer);
        if (answer.status) status = status === EXIT.done ? answer.status : status;
        if (this.#closed || answer.ends || (answer.status && !keepsGoing)) break;
        await this.#giveWay();
      }
    } catch (error) {
      status = await this.#refuse(error);
    }
    this.#finish(status);
  }

  /** Runs a shell: with a terminal by its line editor, without one line by line. */
  async shell(): Promise<void> {
    this.#mode = this.isTerminal ? 'terminal' : 'lines';
    if (this.isTerminal) await this.print([this.options.greeting()]);
    let status: number = EXIT.done;
    while (!this.#closed) {
      const line = await this.#readLine(this.options.prompt(), false);
      if (line === undefined) break;
      const answer = line.tooLong ? TOO_LONG : await this.#run(line.line);
      await this.#show(answer);
      status = answer.status ?? EXIT.done;
      if (answer.ends) break;
      await this.#giveWay();
    }
    this.#finish(status);
  }

  resize({ columns, rows }: Terminal): void {
    this.#write(this.#editor.resize(columns), false);
    this.#rows = rows;
  }

  /** Called once a second. */
  onTick(uptime: Millis): void {
    this.#tick?.();
    if (uptime >= this.#commandDue) this.#giveUp?.();
  }

  /** Ends the session with a sentence for its user. */
  end(reason: string): void {
    if (this.#closed) return;
    this.#write(`${this.isTerminal ? '\r\n' : ''}${reason}\n`, true);
    this.#finish(EXIT.refused);
  }

  async ask(prompt: string, { secret = false } = {}): Promise<string | undefined> {
    if (this.#mode === 'exec' && !this.isTerminal) return undefined;
    return this.#untimed(async () => (await this.#readLine(prompt, secret, true))?.line);
  }

  async print(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await this.#send(`${lines.join('\n')}\n`, false);
  }

  async pause(seconds: number): Promise<boolean> {
    const until = this.options.uptime() + seconds * 1000;
    return this.#untimed(
      () =>
        new Promise<boolean>((resolve) => {
          const end = (goesOn: boolean): void => {
            this.#tick = undefined;
            this.#wake = undefined;
            resolve(goesOn);
          };
          this.#tick = () => {
            if (this.options.uptime() >= until) end(true);
          };
          const onInput = (): void => {
            if (this.#closed || this.#takesKey()) end(false);
          };
          this.#wake = onInput;
          onInput();
        }),
    );
  }

  /** True when a key, a line, or the end of the input has come; an exec request has no input. */
  #takesKey(): boolean {
    if (this.isTerminal) return this.#editor.takeKey() !== undefined;
    return this.#mode === 'lines' && (this.#inputEnded || this.#cutter.next() !== undefined);
  }

  async #run(line: string): Promise<Answer> {
    this.options.onCommand();
    const limit = new Promise<Answer>((resolve) => {
      this.#giveUp = () => resolve(TIMED_OUT);
    });
    this.#commandDue = this.options.uptime() + COMMAND_LIMIT;
    try {
      return await Promise.race([this.#interpreter.run(line), limit]);
    } finally {
      this.#commandDue = Infinity;
      this.#giveUp = undefined;
    }
  }

  /** The time limit of a command begins again after it has waited for the user. */
  async #untimed<T>(wait: () => Promise<T>): Promise<T> {
    this.#commandDue = Infinity;
    try {
      return await wait();
    } finally {
      if (this.#giveUp) this.#commandDue = this.options.uptime() + COMMAND_LIMIT;
    }
  }

  async #show({ lines = [], refusals = [] }: Answer): Promise<void> {
    const pages = this.isTerminal && this.preferences.pager && this.#mode === 'terminal' && lines.length >= this.#rows;
    if (pages && this.#rows > 1) await this.#page(lines);
    else await this.print(lines);
    if (refusals.length > 0) await this.#send(`${refusals.join('\n')}\n`, true);
  }

  async #refuse(error: unknown): Promise<number> {
    const { message, status } = refusalOf(error);
    await this.#send(`${message}\n`, true);
    return status;
  }

  /** Prints a screen at a time: blank for the next screen, Enter for the next line, q to stop. */
  async #page(lines: readonly string[]): Promise<void> {
    let shown = this.#rows - 1;
    await this.print(lines.slice(0, shown));
    while (shown < lines.length && !this.#closed) {
      await this.#send(MORE, false);
      const key = await this.#key();
      await this.#send(`\r${' '.repeat(MORE.length)}\r`, false);
      if (key === undefined || key === 'q' || key === 'Q' || key === '\x03') return;
      const count = key === '\r' || key === '\n' ? 1 : Math.max(1, this.#rows - 1);
      await this.print(lines.slice(shown, shown + count));
      shown += count;
    }
  }

  /** The next key; undefined when the channel closes. */
  #key(): Promise<string | undefined> {
    return this.#waitFor(() => this.#editor.takeKey());
  }

  /** The next line; undefined at the end of the input or, in answer to a question, after ctrl-C. */
  async #readLine(
    prompt: string,
    secret: boolean,
    isQuestion = false,
  ): Promise<{ readonly line: string; readonly tooLong: boolean } | undefined> {
    if (!this.isTerminal) {
      this.#write(prompt, false);
      return this.#waitFor(
        () => this.#cutter.next(),
        () => this.#cutter.last(),
      );
    }
    this.#write(this.#editor.begin(prompt, { secret }), false);
    for (;;) {
      const step = await this.#waitFor<EditorStep>(() => {
        const next = this.#editor.step(KEYS_AT_ONCE);
        this.#write(next.output, false);
        return next.event || next.hasMore ? next : undefined;
      });
      const { event } = step ?? {};
      if (event?.kind === 'line') return { line: event.line, tooLong: false };
      if (!step || event?.kind === 'end' || (event && isQuestion)) return undefined;
      if (event) this.#write(this.#editor.begin(prompt, { secret }), false);
      await this.#giveWay();
    }
  }

  /** Input that comes all at once holds up nothing else, and waits for a client that does not read what it causes. */
  async #giveWay(): Promise<void> {
    await yieldNow();
    await this.#roomForOutput();
  }

  /** Waits until `next` finds something in the input; at its end `last` may. */
  #waitFor<T>(next: () => T | undefined, last: () => T | undefined = () => undefined): Promise<T | undefined> {
    return new Promise((resolve) => {
      const check = (): void => {
        const found = this.#closed ? undefined : (next() ?? (this.#inputEnded ? last() : undefined));
        this.#resumeInput();
        if (found === undefined && !this.#closed && !this.#inputEnded) return;
        this.#wake = undefined;
        resolve(found);
      };
      this.#wake = check;
      check();
    });
  }

  #onData(data: Buffer): void {
    this.options.onInput();
    if (this.#mode === 'exec' && !this.isTerminal) return; // nothing reads it
    const text = this.#decoder.write(data);
    if (this.isTerminal) this.#editor.feed(text);
    else this.#cutter.feed(text);
    if (this.#waiting > MAX_WAITING_INPUT) this.channel.pause();
    this.#wake?.();
  }

  get #waiting(): number {
    return this.isTerminal ? this.#editor.waiting : this.#cutter.waiting;
  }

  #resumeInput(): void {
    if (this.channel.isPaused() && this.#waiting < MAX_WAITING_INPUT) this.channel.resume();
  }

  #onInputEnd(): void {
    this.#inputEnded = true;
    this.#wake?.();
  }

  #onClose(): void {
    this.#closed = true;
    this.#inputEnded = true;
    this.#wake?.();
  }

  async #send(text: string, isRefusal: boolean): Promise<void> {
    for (let place = 0; place < text.length && !this.#closed; place += PIECE) {
      await this.#roomForOutput();
      this.#write(text.slice(place, place + PIECE), isRefusal);
    }
  }

  /** Waits while the client does not take what was written; the connection closes when it does not for long. */
  #roomForOutput(): Promise<void> {
    if (this.#closed || this.options.backlog() + this.#unsent <= MAX_BACKLOG) return Promise.resolve();
    return new Promise((resolve) => {
      const tick = this.#tick;
      const wake = this.#wake;
      const check = (): void => {
        if (!this.#closed && this.options.backlog() + this.#unsent > MAX_BACKLOG) return;
        this.#tick = tick;
        this.#wake = wake;
        this.channel.off('drain', check);
        resolve();
      };
      this.#tick = check;
      this.#wake = check;
      this.channel.on('drain', check);
    });
  }

  /** Bytes of this channel for which the client has no window. */
  get #unsent(): number {
    return this.channel.writableLength + this.channel.stderr.writableLength;
  }

  /** Output of this channel that the client does not take. */
  get backlog(): number {
    return this.#closed ? 0 : this.#unsent;
  }

  #write(text: string, isRefusal: boolean): void {
    if (this.#closed || text === '') return;
    if (this.isTerminal) this.channel.write(text.replace(/\r?\n/g, '\r\n'));
    else if (isRefusal) this.channel.stderr.write(text);
    else this.channel.write(text);
  }

  #finish(status: number): void {
    if (this.#closed) return;
    this.channel.exit(status);
    this.channel.end();
    this.#onClose();
  }
}

const TOO_LONG: Answer = {
  refusals: [refusalOf(new UsageError(`A line has at most ${MAX_LINE} characters.`)).message],
  status: EXIT.usage,
};
