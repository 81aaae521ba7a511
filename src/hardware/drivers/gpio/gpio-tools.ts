import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Millis } from '../../../common/clock.js';

const run = promisify(execFile);

export type Level = 0 | 1;

/** The kernel's information about a line. */
export interface LineInfo {
  readonly direction: 'input' | 'output';
  readonly isUsed: boolean;
}

/** libgpiod's programs: version 1 (Debian 12) and version 2 (Debian 13) take their arguments in different ways. */
export class GpioTools {
  #major: Promise<1 | 2> | undefined;

  /** @param timeLimit of each run of a program */
  constructor(
    private readonly chip: string,
    readonly timeLimit: Millis,
  ) {}

  /** Every line of the chip by its offset. */
  async info(): Promise<ReadonlyMap<number, LineInfo>> {
    const { stdout } = await run(
      'gpioinfo',
      (await this.version()) === 1 ? [this.chip] : ['-c', this.chip],
      this.#options,
    );
    return linesIn(stdout);
  }

  /** The levels of lines that are inputs. Only version 2 can read an output without making it an input. */
  async levels(lines: readonly number[]): Promise<Level[]> {
    const offsets = lines.map(String);
    const argv =
      (await this.version()) === 1 ? [this.chip, ...offsets] : ['--numeric', '--as-is', '-c', this.chip, ...offsets];
    const { stdout } = await run('gpioget', argv, this.#options);
    const levels = stdout.trim().split(/\s+/);
    if (levels.length !== lines.length) throw new Error(`gpioget answers "${stdout.trim()}"`);
    return levels.map((level) => (level === '1' ? 1 : 0));
  }

  /** True if the programs can read an output without making it an input. */
  async canReadOutputs(): Promise<boolean> {
    return (await this.version()) === 2;
  }

  /** Arguments of a gpioset that drives a line until the process is ended. */
  async holding(line: number, level: Level): Promise<string[]> {
    const value = `${line}=${level}`;
    return (await this.version()) === 1 ? ['--mode=signal', this.chip, value] : ['-c', this.chip, value];
  }

  get #options() {
    return { timeout: this.timeLimit, env: process.env };
  }

  version(): Promise<1 | 2> {
    return (this.#major ??= this.#version().catch((error: unknown) => {
      this.#major = undefined;
      throw error;
    }));
  }

  async #version(): Promise<1 | 2> {
    try {
      const { stdout } = await run('gpioset', ['--version'], this.#options);
      return /\bv1\./.test(stdout) ? 1 : 2;
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      throw isMissing
        ? new Error('the programs of libgpiod are missing (Debian package gpiod)', { cause: error })
        : error;
    }
  }
}

/** `line   5:      unnamed    "gpioset"  output  active-high [used]` (1), `line 5: "GPIO5" output consumer=x` (2). */
function linesIn(text: string): Map<number, LineInfo> {
  const lines = new Map<number, LineInfo>();
  for (const row of text.split('\n')) {
    const found = /^\s*line\s+(\d+):(.*)$/.exec(row);
    const rest = found?.[2]?.replace(/"[^"]*"/g, '') ?? '';
    const direction = /\b(input|output)\b/.exec(rest)?.[1];
    if (!found || direction === undefined) continue;
    const isUsed = /\[[^\]]*\bused\b|\bconsumer=/.test(rest);
    lines.set(Number(found[1]), { direction: direction === 'input' ? 'input' : 'output', isUsed });
  }
  return lines;
}
