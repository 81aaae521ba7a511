import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';

/** A PDU as the log knows it: work that runs in its scope logs to its own log. */
export interface LogScope {
  readonly pdu: string;
  log: LoggerService | undefined;
}

/**
 * Contexts that say nothing here: that the databases of all controllers have one name, although each is in a container of
 * its own; and an error of a start, which the collector logs.
 */
const LEFT_OUT: readonly unknown[] = ['DataSourceNameRegistry', 'ExceptionHandler'];

/**
 * The one logger that the framework has in a process, for the collector and all PDUs that it hosts. A line goes to the
 * log of the PDU whose work has written it: what a PDU starts, timers and connections too, runs in its scope.
 */
export class SharedLog implements LoggerService {
  readonly #scopes = new AsyncLocalStorage<LogScope>();
  #own: LoggerService | undefined;

  /** Takes the log of the application that is being created, of the PDU in whose scope this runs or of the collector. */
  take(log: LoggerService): this {
    const scope = this.#scopes.getStore();
    if (scope) scope.log = log;
    else this.#own = log;
    return this;
  }

  /** Runs the work of a PDU. */
  run<T>(scope: LogScope, work: () => T): T {
    return this.#scopes.run(scope, work);
  }

  /** Runs work of the collector, although a PDU has asked for it. */
  leave<T>(work: () => T): T {
    return this.#scopes.exit(work);
  }

  /** The name of the PDU whose work runs; undefined for that of the collector. */
  get pdu(): string | undefined {
    return this.#scopes.getStore()?.pdu;
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.#current?.log(message, ...rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (!LEFT_OUT.includes(rest.at(-1)) || !this.#scopes.getStore()) this.#current?.error(message, ...rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    if (!LEFT_OUT.includes(rest.at(-1))) this.#current?.warn(message, ...rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.#current?.debug?.(message, ...rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.#current?.verbose?.(message, ...rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.#current?.fatal?.(message, ...rest);
  }

  get #current(): LoggerService | undefined {
    return this.#scopes.getStore()?.log ?? this.#own;
  }
}
