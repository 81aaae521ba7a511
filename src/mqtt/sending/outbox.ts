import type { Message } from '../broker/broker-connection.js';

/** The order in which messages are sent that wait together. */
export const RANKS = ['discovery', 'device', 'state', 'reading'] as const;
export type Rank = (typeof RANKS)[number];

/** Largest number of events and answers that wait. */
const MAX_PASSING = 1000;

/** A message to be retained: the newest one of its topic. */
interface Retained extends Message {
  readonly retain: true;
  readonly rank: Rank;
  /** Empty for good: the topic is forgotten once the broker has this message. */
  readonly isLast?: true;
}

/** A message that was handed over and is not acknowledged yet. */
export type Sent = Message | Retained;

/**
 * The only queue of messages. Of each topic whose messages are retained it knows the newest one, and whether the broker
 * has it; it cannot grow beyond the number of topics. Of all other messages it holds the newest thousand.
 */
export class Outbox {
  /** The newest message of each topic; without those that have been emptied. */
  readonly #newest = new Map<string, Retained>();
  readonly #waiting = RANKS.map(() => new Set<string>());
  #passing: Message[] = [];
  readonly #underWay = new Set<Sent>();
  #dropped = 0;

  /** The number of messages that wait. */
  get size(): number {
    return this.#passing.length + this.#waiting.reduce((sum, topics) => sum + topics.size, 0);
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** True if nothing that is retained waits or is under way. */
  get isIdle(): boolean {
    return this.#waiting.every(({ size }) => size === 0) && ![...this.#underWay].some(({ retain }) => retain);
  }

  /** The number of messages that were given up. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The topics whose messages the broker has, or will have. */
  get topics(): string[] {
    return [...this.#newest.keys()];
  }

  /** The number of topics that it knows. */
  get knownTopics(): number {
    return this.#newest.size;
  }

  /** The newest message of a topic; undefined where nothing was ever published, '' once it is emptied. */
  payloadOf(topic: string): string | undefined {
    return this.#newest.get(topic)?.payload;
  }

  /** Sets the message of a topic; it is empty while there is none. The same payload again is not sent. */
  retain(topic: string, payload: string, rank: Rank, qos: 0 | 1 = 1): void {
    const before = this.#newest.get(topic);
    if (before?.payload === payload && !before.isLast) return;
    this.#newest.set(topic, { topic, payload, qos, retain: true, rank });
    this.#wait(topic, rank);
  }

  /** Takes the message of a topic away for good, also one that was left by somebody else. */
  empty(topic: string, rank: Rank = 'device'): void {
    if (this.#newest.get(topic)?.isLast) return;
    this.#newest.set(topic, { topic, payload: '', qos: 1, retain: true, rank, isLast: true });
    this.#wait(topic, rank);
  }

  /** Sends the message of a topic again. */
  again(topic: string): void {
    const known = this.#newest.get(topic);
    if (known) this.#wait(topic, known.rank);
  }

  /** True until the broker has the newest message of a topic. */
  isUnacknowledged(topic: string): boolean {
    return (
      this.#waiting.some((topics) => topics.has(topic)) || [...this.#underWay].some((each) => each.topic === topic)
    );
  }

  /** Queues a message that is not retained; the oldest is given up where there are too many. */
  pass(message: Message): void {
    this.#passing.push(message);
    if (this.#passing.length <= MAX_PASSING) return;
    this.#passing.shift();
    this.#dropped++;
  }

  /** The next message, which counts as under way from now on; undefined when nothing waits. */
  next(): Sent | undefined {
    const message = this.#nextRetained() ?? this.#passing.shift();
    if (message) this.#underWay.add(message);
    return message;
  }

  /** The broker has a message, or does not want it, which is not sent again. */
  acknowledge(message: Sent, isTaken: boolean): void {
    if (!this.#underWay.delete(message)) return; // it was lost with its connection, and waits again
    if (!isTaken) this.#dropped++;
    if ('isLast' in message && this.#newest.get(message.topic) === message) this.#newest.delete(message.topic);
  }

  /** The connection is lost: what was under way may not have arrived. */
  onLoss(): void {
    const again = [...this.#underWay].filter(({ retain }) => !retain);
    for (const message of this.#underWay) {
      if ('rank' in message && this.#newest.get(message.topic) === message) this.#wait(message.topic, message.rank);
    }
    this.#underWay.clear();
    this.#passing = [...again, ...this.#passing];
    const surplus = Math.max(0, this.#passing.length - MAX_PASSING);
    this.#passing.splice(0, surplus);
    this.#dropped += surplus;
  }

  /** A new connection: the broker may have lost everything, so all of it is sent again. */
  onConnect(): void {
    for (const [topic, { rank }] of this.#newest) this.#wait(topic, rank);
  }

  /** Forgets everything: what is at the broker is none of ours any more. */
  clear(): void {
    this.#newest.clear();
    this.#underWay.clear();
    for (const topics of this.#waiting) topics.clear();
    this.#passing = [];
  }

  #wait(topic: string, rank: Rank): void {
    for (const topics of this.#waiting) topics.delete(topic);
    this.#waiting[RANKS.indexOf(rank)]?.add(topic);
  }

  #nextRetained(): Retained | undefined {
    for (const topics of this.#waiting) {
      for (const topic of topics) {
        topics.delete(topic);
        const message = this.#newest.get(topic);
        if (message) return message;
      }
    }
    return undefined;
  }
}
