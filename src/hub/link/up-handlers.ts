import { Logger } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import { WireError } from '../../fleet-wire/readings.js';
import type { UpKind } from '../../fleet-wire/topics.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import type { UpHandler } from './hub-link.js';

/** A PDU whose messages cannot be read is named in the log once in this time. */
const QUIET: Millis = 60_000;

/** Passes messages to the modules that handle their kind. What one of them cannot read or do stops no other. */
export class UpHandlers {
  readonly #logger = new Logger('HubLink');
  readonly #handlers = new Map<UpKind, UpHandler[]>();
  /** The time at which each PDU was last named, by its number. */
  readonly #named = new Map<number, Millis>();

  constructor(private readonly uptime: () => Millis) {}

  add(kind: UpKind, handler: UpHandler): void {
    this.#handlers.set(kind, [...(this.#handlers.get(kind) ?? []), handler]);
  }

  pass(kind: UpKind, pdu: Pdu, payload: Buffer): void {
    for (const handler of this.#handlers.get(kind) ?? []) {
      try {
        void handler(pdu, payload)?.catch((error: unknown) => this.#failed(kind, pdu, error));
      } catch (error) {
        this.#failed(kind, pdu, error);
      }
    }
  }

  #failed(kind: UpKind, pdu: Pdu, error: unknown): void {
    if (!(error instanceof WireError)) {
      const stack = error instanceof Error ? error.stack : error;
      this.#logger.error(`A message of the PDU "${pdu.name}" could not be dealt with (${kind}).`, stack);
      return;
    }
    const now = this.uptime();
    if (now - (this.#named.get(pdu.no) ?? -Infinity) < QUIET) return;
    this.#named.set(pdu.no, now);
    this.#logger.warn(`A message of the PDU "${pdu.name}" (${pdu.id}) is dropped (${kind}): ${error.message}`);
  }
}
