import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import type { RuntimeConfig } from '../config/runtime-config.js';

/** What the parts of the controller have to say while a command works: what is wrong, and not what the command tells itself. */
export function warningsOnly(warn: (text: string) => void): LoggerService {
  const say = (message: unknown, ...rest: unknown[]): void => {
    if (rest.at(-1) !== 'ExceptionHandler') warn(message instanceof Error ? message.message : String(message));
  };
  return { log: () => undefined, warn: say, error: say };
}

/** What a command works with: nothing in here moves a relay. */
export interface Program {
  /** Folder of the release that runs it. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What was asked for: the standard output, a line. */
  say(text: string): void;
  /** Everything else: the standard error stream, a line. */
  warn(text: string): void;
  /** The whole standard input. */
  input(): Promise<string>;
  /** A secret: asked for at a terminal without showing it (`twice`: and once more), else the first line of the standard input. */
  secret(question: string, twice: boolean): Promise<string>;
  /** As much of the controller as knows what is stored, of a data folder that nobody else uses. Close it. */
  load(config: RuntimeConfig): Promise<INestApplicationContext>;
}

/** One word after `rackfeed`. */
export interface Command {
  readonly name: string;
  /** What follows the name, for example `[file]`. */
  readonly parameters: string;
  /** One line. */
  readonly summary: string;
  /** Answers the exit code. Throws {@link UsageError}, ConfigError, or an error whose message says all. */
  run(args: readonly string[], program: Program): Promise<number>;
}

export const DONE = 0;
export const FAILED = 1;
/** Wrong arguments or a wrong configuration. */
export const USAGE_ERROR = 2;

/** The arguments are not what the command takes. */
export class UsageError extends Error {}
