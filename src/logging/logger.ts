import { inspect } from 'node:util';
import { type LoggerService, Logger } from '@nestjs/common';
import { isBadConfiguration } from '../launcher/launch.js';
import type { Clock } from '../common/clock.js';
import { LOG_LEVELS, type LogLevel, type LogLine, type RecentLog } from './recent-log.js';
import { redact } from './redaction.js';

/** Contexts of the framework's messages at start, which are left out because the ready line must be the first. */
const FRAMEWORK = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'WebSocketsController',
]);

export type LogFormat = 'text' | 'json';
export type WriteLine = (line: LogLine) => void;

/** The log: one line for each message from a level on, without secrets; the newest are held in memory. */
export class AppLogger implements LoggerService {
  readonly #limit: number;

  constructor(
    private readonly clock: Clock,
    private readonly recent: RecentLog,
    private readonly write: WriteLine,
    level: LogLevel = 'info',
    private readonly pdu?: string,
  ) {
    this.#limit = LOG_LEVELS.indexOf(level);
  }

  log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    if (typeof context === 'string' && FRAMEWORK.has(context)) return;
    this.#write('info', message, rest);
  }

  /** Logs an error, but not a wrong configuration, which is printed on lines of its own without a stack. */
  error(message: unknown, ...rest: unknown[]): void {
    if (!isBadConfiguration(message)) this.#write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.error(message, ...rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }

  /** Writes a message of the framework, whose last parameter is the context. */
  #write(level: LogLevel, message: unknown, rest: readonly unknown[]): void {
    if (LOG_LEVELS.indexOf(level) > this.#limit) return;
    const context = rest.at(-1);
    const more = rest.slice(0, -1).filter((each) => each !== undefined);
    const stack = [message instanceof Error ? message.stack : undefined, ...more.map(textOf)]
      .filter(Boolean)
      .join('\n');
    const line: LogLine = {
      at: this.clock.now(),
      level,
      ...(this.pdu !== undefined && { pdu: this.pdu }),
      context: typeof context === 'string' ? context : '',
      message: redact(message instanceof Error ? message.message : textOf(message)),
      ...(stack !== '' && { stack: redact(stack) }),
    };
    this.recent.add(line);
    this.write(line);
  }
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.stack ?? value.message;
  return inspect(value, { depth: 4, breakLength: Infinity });
};

/** One line of JSON for a program that reads it. */
export const jsonLine = ({ at, ...line }: LogLine): string =>
  JSON.stringify({ time: new Date(at).toISOString(), ...line });

/** One line for a person, with the stack below it. A message cannot forge a second line. */
export const textLine = ({ at, level, pdu, context, message, stack }: LogLine): string =>
  `${new Date(at).toISOString()} ${level.toUpperCase().padEnd(5)} ` +
  `${pdu === undefined ? '' : `${pdu} `}${context && `[${context}] `}` +
  message.replaceAll(/[\r\n]+/g, ' ⏎ ') +
  (stack === undefined ? '' : `\n${stack}`);

/** Writes errors to the standard error stream and everything else to the standard output. */
export const toConsole =
  (format: LogFormat): WriteLine =>
  (line) =>
    process[line.level === 'error' ? 'stderr' : 'stdout'].write(`${(format === 'json' ? jsonLine : textLine)(line)}\n`);

/** Passes the lines to another logger, for a program that has its own. */
export const toLogger =
  (logger: LoggerService): WriteLine =>
  ({ level, context, message, stack }) => {
    if (level === 'error') logger.error(message, stack, context);
    else if (level === 'warn') logger.warn(message, context);
    else if (level === 'debug') logger.debug?.(message, context);
    else logger.log(message, context);
  };

/**
 * Logs unhandled promise rejections: they are mistakes in the program, but no reason to stop a controller of running
 * machines. An uncaught exception still ends the process, because its state is unknown then.
 */
export function logUnhandledRejections(): void {
  const logger = new Logger('Controller');
  process.on('unhandledRejection', (reason) => {
    logger.error(`Unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  });
}
