import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Budgets } from '../../common/budgets.js';
import type { Millis } from '../../common/clock.js';
import { decodeUp } from '../../fleet-wire/messages.js';
import type { Minute } from '../../fleet-wire/minute.js';
import { WireError } from '../../fleet-wire/readings.js';
import { HubShards } from '../../database/hub-shards.js';
import { Ticks } from '../../kernel/ticks.js';
import { HubLink } from '../link/hub-link.js';
import { MAX_BUDGETS } from '../link/message-budgets.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PduDeletion } from '../pdus/pdu-deletion.js';
import { PduFacts, type KnownFacts } from '../pdus/pdu-facts.js';
import { PdusService } from '../pdus/pdus.service.js';
import type { LoadedProfile } from './loaded-profile.js';
import { PduState } from './pdu-state.js';
import { PduQueries, QueryUnanswered } from './pdu-queries.js';
import { ProfilesStore } from './profiles.store.js';
import { StateStore } from './state.store.js';

/** The state of a PDU is stored at most so often. */
const STORE_EVERY: Millis = 60_000;
/** The most states that are stored at once. */
const STORED_AT_ONCE = 200;
/** Questions to one PDU for its parts: its users change names one after another, and each list takes the hub up to 0.3 s. */
const QUESTIONS = { perSecond: 1 / 30, burst: 10 } as const;

export type MinuteListener = (pdu: Pdu, minute: Minute, profile: LoadedProfile) => void;

/** The states of all PDUs, in memory; each is stored now and then, so that the next start shows what was last known. */
@Injectable()
export class PduStates implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('FleetState');
  readonly #states = new Map<string, PduState>();
  readonly #minuteListeners: MinuteListener[] = [];
  /** PDUs whose state has changed, and when it may be stored again. */
  readonly #changed = new Set<string>();
  readonly #storeAt = new Map<string, Millis>();
  readonly #asking = new Set<string>();
  readonly #questions = new Budgets(QUESTIONS, MAX_BUDGETS);
  /** PDUs whose profile another hub was to ask for. */
  readonly #lacking = new Set<string>();
  #storing: Promise<void> = Promise.resolve();
  #isStoring = false;

  constructor(
    private readonly link: HubLink,
    private readonly facts: PduFacts,
    private readonly queries: PduQueries,
    private readonly profiles: ProfilesStore,
    private readonly store: StateStore,
    private readonly ticks: Ticks,
    private readonly deletion: PduDeletion,
    private readonly pdus: PdusService,
    private readonly shards: HubShards,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.#load();
    this.link.onUp('hello', (pdu, payload) => this.#onHello(pdu, payload));
    this.link.onUp('gone', (pdu, payload) => this.#onGone(pdu, payload));
    this.link.onUp('minute', (pdu, payload) => this.#onMinute(pdu, payload));
    this.link.onUp('state', (pdu, payload) => this.#heard(pdu).takeStates(decodeUp('state', payload), this.link.now));
    for (const kind of ['event', 'answer', 'reply'] as const) this.link.onUp(kind, (pdu) => void this.#heard(pdu));
    this.link.onDisconnect(({ id }) => this.of(id)?.presence.gone(this.link.now));
    this.deletion.register({
      idle: () => this.#storing,
      delete: (entities, { id }) => this.store.delete(entities, id),
      forget: ({ id }) => this.#forget(id),
    });
    this.facts.register((pdu) => this.#factsOf(pdu));
    this.shards.onChange(() => this.store.forgetStored()); // another hub may have stored others of them since
    this.ticks.onTick('upkeep', () => this.#storeDue());
  }

  /** A clean stop loses nothing. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#storing;
    this.#isStoring = true; // a late tick begins nothing
    const left = [...this.#changed].filter((pdu) => this.#isMine(pdu));
    for (let at = 0; at < left.length; at += STORED_AT_ONCE) await this.#save(left.slice(at, at + STORED_AT_ONCE));
  }

  /** Undefined for a PDU that was never heard. */
  of(pdu: string): PduState | undefined {
    return this.#states.get(pdu);
  }

  /** Calls the listener with each minute that could be read, also one that was sent twice. */
  onMinute(listener: MinuteListener): void {
    this.#minuteListeners.push(listener);
  }

  async #load(): Promise<void> {
    await this.profiles.load();
    for (const { pdu, seen, hello, profile, states, minute } of await this.store.load()) {
      const state = new PduState();
      state.lastSeen = seen;
      state.hello = hello ?? undefined;
      state.profile = profile === null ? undefined : this.profiles.get(profile);
      try {
        state.restore(states, minute, seen);
      } catch (error) {
        this.#logger.warn(`What is stored of a PDU is not readable: ${(error as Error).message}`);
      }
      this.#states.set(pdu, state);
    }
  }

  #forget(id: string): void {
    this.#states.delete(id);
    this.#changed.delete(id);
    this.#storeAt.delete(id);
    this.#lacking.delete(id);
    this.store.forget(id);
  }

  /** False for one that another hub stores. */
  #isMine(id: string): boolean {
    return this.shards.isMine(this.pdus.get(id)?.no);
  }

  #heard({ id }: Pdu): PduState {
    const state = this.#states.get(id) ?? new PduState();
    this.#states.set(id, state);
    state.heard(this.link.now);
    this.#changed.add(id);
    return state;
  }

  #onHello(pdu: Pdu, payload: Buffer): void {
    const hello = decodeUp('hello', payload);
    const state = this.#heard(pdu);
    state.hello = hello;
    if (state.isProfileCurrent) return;
    const known = this.profiles.get(hello.profile);
    if (known) state.profile = known;
    else void this.#findProfile(pdu, state, hello.profile);
  }

  /** Another hub may have asked for it already, or be about to: this one asks at the hello that follows. */
  async #findProfile(pdu: Pdu, state: PduState, hash: string): Promise<void> {
    const isMine = this.shards.isMine(pdu.no);
    const stored = isMine ? undefined : await this.profiles.find(hash).catch(() => undefined);
    if (stored) state.profile = stored;
    else if (isMine || this.#lacking.has(pdu.id)) await this.#askForProfile(pdu, state);
    if (state.isProfileCurrent) this.#lacking.delete(pdu.id);
    else this.#lacking.add(pdu.id);
  }

  /** The will of an earlier run, which comes late, does not matter. */
  #onGone(pdu: Pdu, payload: Buffer): void {
    const { run } = decodeUp('gone', payload);
    const state = this.of(pdu.id);
    if (state && run >= (state.hello?.run ?? 0) && !this.link.isConnected(pdu)) state.presence.gone(this.link.now);
  }

  #onMinute(pdu: Pdu, payload: Buffer): void {
    const state = this.#heard(pdu);
    const minute = state.takeMinute(payload, this.link.now);
    const { profile } = state;
    if (minute && profile) for (const listener of this.#minuteListeners) listener(pdu, minute, profile);
  }

  /** One question at a time, and not too many; a hello that follows asks again. */
  async #askForProfile(pdu: Pdu, state: PduState): Promise<void> {
    if (this.#asking.has(pdu.id) || this.#questions.spend(pdu.id, this.link.now) > 0) return;
    this.#asking.add(pdu.id);
    try {
      state.profile = await this.profiles.add(await this.queries.ask(pdu, { kind: 'profile' }));
      this.#changed.add(pdu.id);
    } catch (error) {
      if (error instanceof QueryUnanswered) this.#logger.debug(`${pdu.id} has not sent its profile: ${error.message}`);
      else if (error instanceof WireError) this.#logger.warn(`${pdu.id} has sent no profile: ${error.message}`);
      else this.#logger.warn(`The profile of ${pdu.id} was not stored: ${String(error)}`);
    } finally {
      this.#asking.delete(pdu.id);
    }
  }

  #factsOf({ id }: Pdu): Partial<KnownFacts> {
    const pdu = this.of(id);
    const watts = pdu?.watts(this.link.now) ?? null;
    const outlets = pdu?.profile?.outlets;
    const states = outlets?.map((outlet) => pdu?.stateOf(outlet.id)) ?? [];
    const isKnown = outlets?.length === 0 || states.some((state) => state !== 'unknown');
    return {
      lastSeen: pdu?.lastSeen ?? null,
      watts,
      wattsAt: watts === null ? null : (pdu?.readings(this.link.now)?.at ?? null),
      outletsOn: isKnown ? states.filter((state) => state === 'on').length : null,
      outlets: outlets?.length ?? null,
      release: pdu?.hello?.release ?? null,
    };
  }

  #storeDue(): void {
    if (this.#isStoring || this.#changed.size === 0) return;
    const { now } = this.link;
    const due: string[] = [];
    for (const pdu of this.#changed) {
      if (due.length < STORED_AT_ONCE && now >= (this.#storeAt.get(pdu) ?? 0) && this.#isMine(pdu)) due.push(pdu);
    }
    if (due.length === 0) return;
    this.#isStoring = true;
    this.#storing = this.#save(due).finally(() => (this.#isStoring = false));
  }

  async #save(pdus: readonly string[]): Promise<void> {
    for (const pdu of pdus) {
      this.#changed.delete(pdu);
      this.#storeAt.set(pdu, this.link.now + STORE_EVERY);
    }
    const states = pdus.flatMap((pdu) => {
      const state = this.of(pdu);
      return state ? [[pdu, state] as const] : [];
    });
    await this.store.save(states).catch((error: unknown) => {
      for (const pdu of pdus) this.#changed.add(pdu);
      this.#logger.warn(`The states of ${pdus.length} PDUs were not stored: ${String(error)}`);
    });
  }
}
