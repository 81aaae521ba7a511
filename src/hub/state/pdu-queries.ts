import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import { uuidV7 } from '../../common/uuid.js';
import { decodeReply, MAX_REPLY_BYTES, type Reply } from '../../fleet-wire/reply.js';
import { MAX_PROFILE_BYTES } from '../../fleet-wire/profile.js';
import { Ticks } from '../../kernel/ticks.js';
import { HubLink } from '../link/hub-link.js';
import type { Pdu } from '../pdus/pdu.entity.js';

/** A question to a PDU, answered by what it has itself. */
export type Query =
  { readonly kind: 'profile' } | { readonly kind: 'minutes'; readonly from: number; readonly to: number };

/** The PDU has not answered, or not as it should; it may be asked again later. */
export class QueryUnanswered extends Error {}

/** Without another part of the answer for so long it counts as lost. */
const ANSWER_WITHIN: Millis = 20_000;
/** The whole answer takes no longer; an hour of minutes of the largest PDU needs 70 kB a second for it. */
const WHOLE_WITHIN: Millis = 120_000;
/** An hour of minutes of the largest PDU is smaller, too. */
const MAX_BYTES = MAX_PROFILE_BYTES;
const MAX_PARTS = Math.ceil(MAX_BYTES / MAX_REPLY_BYTES);

interface Waiting {
  readonly id: string;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly wholeUntil: Millis;
  parts: (Uint8Array | undefined)[];
  until: Millis;
}

/** Asks PDUs for what they have; one question to a PDU at a time, the next when it is answered. */
@Injectable()
export class PduQueries implements OnModuleInit {
  readonly #waiting = new Map<string, Waiting>();
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly link: HubLink,
    private readonly ticks: Ticks,
  ) {}

  onModuleInit(): void {
    this.link.onUp('reply', ({ id }, payload) => this.#receive(id, decodeReply(payload)));
    this.link.onDisconnect(({ id }) => this.#fail(id, 'The PDU has disconnected.'));
    this.ticks.onTick('upkeep', () => {
      for (const [pdu, { until, wholeUntil }] of this.#waiting) {
        if (this.link.now > until) this.#fail(pdu, 'The PDU is silent.');
        else if (this.link.now > wholeUntil) this.#fail(pdu, 'The answer takes too long.');
      }
    });
  }

  /** The bytes of the whole answer. Rejects with {@link QueryUnanswered}. */
  async ask(pdu: Pdu, query: Query): Promise<Buffer> {
    const before = this.#last.get(pdu.id) ?? Promise.resolve();
    const answer = before.then(() => this.#ask(pdu, query));
    const ended = answer.catch(() => undefined);
    this.#last.set(pdu.id, ended);
    try {
      return await answer;
    } finally {
      if (this.#last.get(pdu.id) === ended) this.#last.delete(pdu.id);
    }
  }

  #ask(pdu: Pdu, query: Query): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (!this.link.isConnected(pdu)) return reject(new QueryUnanswered('The PDU is not connected.'));
      const { now } = this.link;
      const id = uuidV7(now);
      const limits = { until: now + ANSWER_WITHIN, wholeUntil: now + WHOLE_WITHIN };
      this.#waiting.set(pdu.id, { id, resolve, reject, parts: [], ...limits });
      this.link.send(pdu, 'query', { id, from: undefined, to: undefined, ...query });
    });
  }

  #receive(pdu: string, { id, part, parts, bytes }: Reply): void {
    const waiting = this.#waiting.get(pdu);
    if (waiting?.id !== id || waiting.parts[part]) return; // of a question that was given up, or a copy
    if (parts > MAX_PARTS) return this.#fail(pdu, 'The answer is too long.');
    if (waiting.parts.length === 0) waiting.parts = Array.from({ length: parts });
    if (parts !== waiting.parts.length) return this.#fail(pdu, 'The answer contradicts itself.');
    waiting.parts[part] = bytes;
    waiting.until = this.link.now + ANSWER_WITHIN;
    const whole = waiting.parts.filter((each) => each !== undefined);
    if (whole.length < parts) return;
    this.#waiting.delete(pdu);
    waiting.resolve(Buffer.concat(whole));
  }

  #fail(pdu: string, why: string): void {
    const waiting = this.#waiting.get(pdu);
    this.#waiting.delete(pdu);
    waiting?.reject(new QueryUnanswered(why));
  }
}
