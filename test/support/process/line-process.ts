import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inTime } from '../time/time-limits.js';

/** A program that reports its progress line by line. */
export class LineProcess {
  readonly lines: string[] = [];
  #errors = '';
  #hasEnded = false;
  #waiting: (() => void)[] = [];
  readonly #child: ChildProcess;

  constructor(
    private readonly program: string,
    argv: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#child = spawn(program, argv, { env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] });
    const wake = (): void => this.#waiting.splice(0).forEach((each) => each());
    const take = (line: string): void => {
      this.lines.push(line);
      wake();
    };
    if (this.#child.stdout) createInterface(this.#child.stdout).on('line', take);
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
      wake();
    });
    const end = (reason = ''): void => {
      this.#errors += reason;
      this.#hasEnded = true;
      wake();
    };
    this.#child.once('exit', () => end());
    this.#child.once('error', ({ message }) => end(message));
  }

  /** Resolves when its output satisfies the condition; rejects when it ends before, or writes nothing for a minute. */
  async until(isSo: (lines: readonly string[], errors: string) => boolean): Promise<void> {
    while (!isSo(this.lines, this.#errors)) {
      if (this.#hasEnded) throw new Error(`${this.program} has ended: ${this.#errors}`);
      const news = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await inTime(news, `After ${JSON.stringify(this.#newest)}, more output of ${this.program}`, 60_000);
    }
  }

  get #newest(): string {
    return this.#errors.slice(-200) || (this.lines.at(-1) ?? '');
  }

  say(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
