import type { INestApplication, INestApplicationContext, LoggerService } from '@nestjs/common';
import type { BrokerSetup } from '../common/broker-setup.js';
import type { Clock } from '../common/clock.js';
import type { RuntimeConfig } from '../config/runtime-config.js';
import type { Launch } from '../launcher/launch.js';

/** The logger of the controller during a command: warnings and errors only. */
export function warningsOnly(warn: (text: string) => void): LoggerService {
  const say = (message: unknown, ...rest: unknown[]): void => {
    if (rest.at(-1) !== 'ExceptionHandler') warn(message instanceof Error ? message.message : String(message));
  };
  return { log: () => undefined, warn: say, error: say };
}

/** For `catch`: throws a sentence in place of the error of a file that an argument names. */
export const cannotRead =
  (file: string) =>
  (error: unknown): never => {
    throw new Error(`"${file}" cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}).`);
  };

/** The environment of a command: nothing in it switches a relay of real hardware of this machine. */
export interface Program {
  /** Folder of the release that runs it. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line of the result to the standard output. */
  say(text: string): void;
  /** Prints any other line to the standard error stream. */
  warn(text: string): void;
  /** The whole standard input. */
  input(): Promise<string>;
  /** A secret: from a hidden prompt at a terminal (`twice`: repeated), else the first line of the standard input. */
  secret(question: string, twice: boolean): Promise<string>;
  /** Loads the controller with the stored data of a data folder that nothing else uses. The caller closes it. */
  load(config: RuntimeConfig): Promise<INestApplicationContext>;
  /** Reads what is stored of a hub, which may run, for the files of brokers beside it. Throws ConfigError. */
  readonly brokerSetup: (config: RuntimeConfig) => Promise<BrokerSetup>;
  /** Starts a controller that does not listen yet, for the demo alone. The caller closes it. */
  create(config: RuntimeConfig, options: CreateOptions): Promise<INestApplication>;
  /** Lets it listen. Throws ConfigError, after it has closed it. */
  listen(app: INestApplication, config: RuntimeConfig): Promise<void>;
}

export interface CreateOptions {
  readonly clock?: Clock;
  readonly polling?: boolean;
  readonly logger?: LoggerService;
  readonly launch?: Launch;
}

/** A subcommand of `rackfeed`. */
export interface Command {
  readonly name: string;
  /** The parameters after the name, for example `[file]`. */
  readonly parameters: string;
  /** A description in one line. */
  readonly summary: string;
  /** The lines below them in the help of this command alone. */
  readonly details?: readonly string[];
  /** Returns the exit code. Throws {@link UsageError}, ConfigError, or an error with a sufficient message. */
  run(args: readonly string[], program: Program): Promise<number>;
}

export const DONE = 0;
export const FAILED = 1;
/** Wrong arguments or a wrong configuration. */
export const USAGE_ERROR = 2;
/** Ctrl-C, as shells count it. */
export const INTERRUPTED = 130;

/** The arguments do not fit the command. */
export class UsageError extends Error {}

/** The user has pressed Ctrl-C at a prompt. */
export class Interrupted extends Error {}
