import { Injectable, Logger } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import { decodeUp } from '../../fleet-wire/messages.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PduFacts } from '../pdus/pdu-facts.js';
import { HubLink } from './hub-link.js';

/** A controller whose connection was taken over is back after ten minutes at most, so nobody speaks with the key then. */
const DOUBTED_FOR: Millis = 15 * 60_000;

interface Heard {
  /** The number of the start that has said hello last, and of the one before it. */
  run: number;
  before: number | undefined;
  /** The hub's clock at which the one before has spoken again. */
  copiedAt: Millis | undefined;
}

/**
 * Knows keys that two controllers have, because a data folder was copied: they take turns at the connection, and a start
 * that another one has followed speaks again. A command could then be carried out by each of them, or by the wrong one.
 */
@Injectable()
export class CopiedKeys {
  readonly #logger = new Logger('HubLink');
  readonly #heard = new Map<string, Heard>();

  constructor(
    private readonly link: HubLink,
    facts: PduFacts,
  ) {
    // Before the commands hear of the same hello, and send what is open.
    link.onUp('hello', (pdu, payload) => this.#onHello(pdu, decodeUp('hello', payload).run));
    facts.register(({ id }) => {
      const at = this.#copiedAt(id);
      return at === undefined ? {} : { keyCopiedAt: Math.floor(at) };
    });
  }

  /** True for a PDU whose key two controllers have used in the last minutes: nobody knows which one gets what it is sent. */
  isCopied({ id }: Pick<Pdu, 'id'>): boolean {
    return this.#copiedAt(id) !== undefined;
  }

  forget(pdu: string): void {
    this.#heard.delete(pdu);
  }

  #onHello({ id, name }: Pdu, run: number): void {
    const heard = this.#heard.get(id);
    if (!heard) {
      this.#heard.set(id, { run, before: undefined, copiedAt: undefined });
      return;
    }
    if (run === heard.run) return;
    if (run === heard.before) {
      if (!this.isCopied({ id })) {
        this.#logger.warn(`Two controllers use the key of the PDU "${name}" (${id}): no command is sent to it.`);
      }
      heard.copiedAt = this.link.now;
    }
    [heard.run, heard.before] = [run, heard.run];
  }

  #copiedAt(id: string): Millis | undefined {
    const at = this.#heard.get(id)?.copiedAt;
    return at !== undefined && this.link.now - at < DOUBTED_FOR ? at : undefined;
  }
}
