/** A GPIO chip without kernel support: programs with the names and behaviour of libgpiod's, over files. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOOL = join(import.meta.dirname, 'gpio-tool.pl');

let made = 0;

export class GpioBench {
  /** Unique each time: the process that drives a line is searched among all processes of the machine. */
  readonly chip = `gpiochip-${process.pid}-${++made}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'rackfeed-gpio-'));
  readonly #before: Readonly<Record<string, string | undefined>>;

  /** Puts the programs first in this process's search path. */
  constructor(version: 1 | 2) {
    for (const name of ['gpioinfo', 'gpioget', 'gpioset']) copyFileSync(TOOL, join(this.#folder, name));
    mkdirSync(join(this.#folder, this.chip));
    const { PATH, GPIO_CHIPS, GPIO_VERSION } = process.env;
    this.#before = { PATH, GPIO_CHIPS, GPIO_VERSION };
    process.env.PATH = `${this.#folder}:${PATH ?? ''}`;
    process.env.GPIO_CHIPS = this.#folder;
    process.env.GPIO_VERSION = String(version);
  }

  /** Adds a line to the chip in its state after the board's start. */
  line(offset: number, direction: 'input' | 'output', level: 0 | 1): void {
    writeFileSync(join(this.#folder, this.chip, String(offset)), `${direction} ${level}\n`);
  }

  /** The process that drives a line; undefined if none does. */
  holder(offset: number): number | undefined {
    const file = join(this.#folder, this.chip, `${offset}.used`);
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  }

  /** Every change of a line's output: `5 z>1`, with z if no process drives it. */
  get changes(): string[] {
    const file = join(this.#folder, this.chip, 'log');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  dispose(): void {
    for (let line = 0; line < 32; line++) {
      const pid = this.holder(line);
      if (pid !== undefined) endIfThere(pid);
    }
    for (const [name, value] of Object.entries(this.#before)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
