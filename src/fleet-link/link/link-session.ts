import type { KeyObject } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import { decodeDown, encodeUp, type DownMessage, type JsonUpKind, type UpMessage } from '../../fleet-wire/messages.js';
import { WireError } from '../../fleet-wire/readings.js';
import { isSigned } from '../../fleet-wire/signature.js';
import { parseTopic, type DownKind, type LinkAddress } from '../../fleet-wire/topics.js';
import type { FleetCommands } from '../ledger/fleet-commands.js';
import type { EndedEntry, FleetCommand } from '../ledger/ledger.js';
import type { Uplink } from '../sending/uplink.js';
import { HubClock } from './hub-clock.js';

/** The hub knows a controller as online for three times as long. */
const HELLO_EVERY: Millis = 30_000;
/** An outcome that the hub has not confirmed is sent again after so long. */
const ANSWER_EVERY: Millis = 5000;
/** A question for the hub's clock, for commands that wait for it, is asked at most so often. */
const ASK_EVERY: Millis = 1000;

/** The members of a hello besides run and time. */
export type HelloFacts = Omit<UpMessage<'hello'>, 'run' | 'asked'>;

/** The link as a session needs it. */
export interface LinkOptions {
  readonly address: LinkAddress;
  /** Rises with each start of the controller. */
  readonly run: number;
  /** The key of the hub that was pinned at enrolment: nothing that it has not signed is obeyed. */
  readonly hubKey: KeyObject;
  readonly uptime: () => Millis;
  readonly facts: () => HelloFacts;
  readonly uplink: Uplink;
  /** The readings of each second are wanted until this uptime. */
  readonly onLease: (until: Millis) => void;
  /** The hub has missed a frame of readings. */
  readonly onKey: () => void;
  readonly onQuery: (query: DownMessage<'query'>) => Promise<void>;
  /** The hub has stored the events up to this number. */
  readonly onEventsStored: (number: number) => void;
  /** The newest event that the hub has is this one, and not the one that it has confirmed. */
  readonly onNewestEvent: (number: number) => void;
}

/**
 * The messages between this controller and its hub, over all connections: says hello, keeps the hub's clock, passes signed
 * commands on, and repeats their outcomes until the hub has them.
 */
export class LinkSession {
  readonly #logger = new Logger('FleetLink');
  readonly #clock = new HubClock();
  #commands: FleetCommands | undefined;
  #helloAt: Millis = -Infinity;
  #answerAt: Millis = -Infinity;

  constructor(private readonly options: LinkOptions) {}

  /** The hub's clock; undefined while it is not known. */
  get now(): Millis | undefined {
    return this.#clock.at(this.options.uptime());
  }

  /** Lets commands begin; before it, those that come are left for their repetition. */
  start(commands: FleetCommands): void {
    this.#commands = commands;
  }

  /** A connection is there: the hub learns of it, and of what it may have missed. */
  onConnect(): void {
    this.#hello();
    this.#commands?.answerAgain();
  }

  /** Called once a second. */
  onTick(uptime: Millis): void {
    if (uptime - this.#helloAt >= HELLO_EVERY) this.#hello();
    if (uptime - this.#answerAt >= ANSWER_EVERY) {
      this.#answerAt = uptime;
      this.#commands?.answerAgain();
    }
  }

  /** Asks the hub for its clock, for a command that waits for it. */
  askForTime(): void {
    if (this.options.uptime() - this.#helloAt >= ASK_EVERY) this.#hello();
  }

  answer({ id, end: { outcome, code, measured } }: EndedEntry): void {
    this.#send('answer', { id, outcome, code, measured });
  }

  /** Resolves when the message has been dealt with. Never rejects: whatever comes is obeyed or dropped. */
  async onMessage(topic: string, payload: Uint8Array): Promise<void> {
    const parsed = parseTopic(topic);
    if (parsed?.direction !== 'down' || parsed.address.pdu !== this.options.address.pdu) return;
    try {
      await this.#receive(parsed.kind, payload);
    } catch (error) {
      if (error instanceof WireError) this.#logger.warn(`A message of the hub is dropped: ${error.message}`);
      else this.#logger.error('A message of the hub could not be dealt with.', error);
    }
  }

  async #receive(kind: DownKind, payload: Uint8Array): Promise<void> {
    if (kind === 'now') {
      const { run, asked, clock } = this.#signed(kind, payload);
      // The uptime of another start is another one.
      if (run === this.options.run) this.#clock.onAnswer(asked, clock, this.options.uptime());
    } else if (kind === 'command') await this.#commands?.receive(commandOf(this.#signed(kind, payload)));
    else if (kind === 'close') await this.#commands?.close(commandOf(this.#signed(kind, payload)));
    else if (kind === 'lease') this.#lease(this.#signed(kind, payload));
    else if (kind === 'key') {
      decodeDown(kind, payload);
      this.options.onKey();
    } else if (kind === 'query') await this.options.onQuery(decodeDown(kind, payload).message);
    else if (kind === 'stored') this.#stored(decodeDown(kind, payload).message);
  }

  /** A lease that has come too late, or cannot be judged by the hub's clock, is none. */
  #lease({ seconds, until }: DownMessage<'lease'>): void {
    const now = this.now;
    if (now === undefined || now >= until) return;
    this.options.onLease(this.options.uptime() + Math.min(seconds * 1000, until - now));
  }

  #stored({ outcomes, events, newest }: DownMessage<'stored'>): void {
    this.#commands?.confirm(outcomes ?? []);
    if (events !== undefined) this.options.onEventsStored(events);
    if (newest !== undefined) this.options.onNewestEvent(newest);
  }

  /** The message, if the hub has signed it for this PDU. Throws {@link WireError} otherwise. */
  #signed<K extends 'now' | 'command' | 'close' | 'lease'>(kind: K, payload: Uint8Array): DownMessage<K> {
    const { message, sent } = decodeDown(kind, payload);
    const { address, hubKey } = this.options;
    if (!isSigned(kind, address.pdu, sent, hubKey)) throw new WireError('It is not signed by the hub for this PDU.');
    return message;
  }

  #hello(): void {
    const { run, uptime, facts } = this.options;
    this.#helloAt = uptime();
    this.#send('hello', { ...facts(), run, asked: Math.floor(this.#helloAt) });
  }

  #send<K extends JsonUpKind>(kind: K, message: UpMessage<K>): void {
    this.options.uplink.send(kind, encodeUp(kind, message));
  }
}

const commandOf = ({ id, number, target, command, until, who }: DownMessage<'command' | 'close'>): FleetCommand => ({
  id,
  number,
  relay: target,
  command,
  until,
  who,
});
