import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program that reports its progress line by line. */
export class LineProcess {
  readonly lines: string[] = [];
  #errors = '';
  #waiting: (() => void)[] = [];
  readonly #child: ChildProcess;

  constructor(program: string, argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
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
    this.#child.once('exit', wake);
    this.#child.once('error', (error) => (this.#errors += error.message));
  }

  /** Resolves when its output satisfies the condition; rejects when it ends before. */
  async until(isSo: (lines: readonly string[], errors: string) => boolean): Promise<void> {
    while (!isSo(this.lines, this.#errors)) {
      if (this.#child.exitCode !== null) throw new Error(`It has ended: ${this.#errors}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  say(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
