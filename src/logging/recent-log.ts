import { Injectable } from '@nestjs/common';
import type { Millis } from '../common/clock.js';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line of the process's own log, secrets masked. */
export interface LogLine {
  /** Wall clock, ms. */
  readonly at: Millis;
  readonly level: LogLevel;
  /** The PDU that it is about, in a process with several. */
  readonly pdu?: string | undefined;
  /** The part of the controller that logs it. */
  readonly context: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

const MAX_LINES = 500;
/** The most characters of a message or stack that are retained. */
const MAX_TEXT_LENGTH = 4000;

/** The newest lines of the process's own log, in memory, for diagnosis without access to the console. */
@Injectable()
export class RecentLog {
  readonly #lines: LogLine[] = [];
  #next = 0;

  add(line: LogLine): void {
    const { message, stack } = line;
    this.#lines[this.#next] = {
      ...line,
      message: message.slice(0, MAX_TEXT_LENGTH),
      ...(stack !== undefined && { stack: stack.slice(0, MAX_TEXT_LENGTH) }),
    };
    this.#next = (this.#next + 1) % MAX_LINES;
  }

  /** Oldest first. */
  get lines(): readonly LogLine[] {
    return [...this.#lines.slice(this.#next), ...this.#lines.slice(0, this.#next)];
  }
}
