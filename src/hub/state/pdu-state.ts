import type { Millis } from '../../common/clock.js';
import type { Watts } from '../../common/units.js';
import type { UpMessage } from '../../fleet-wire/messages.js';
import type { Minute, SwitchState } from '../../fleet-wire/minute.js';
import type { LoadedProfile } from './loaded-profile.js';
import { Presence } from '../presence/presence.js';

/** The facts that a PDU has sent of itself. */
export type HelloFacts = UpMessage<'hello'>;

/** Measured values in the order of the series of the profile; NaN is unknown. */
export interface Readings {
  /** The parts that they are of, which may not be those of now. */
  readonly profile: LoadedProfile;
  readonly values: Float64Array;
  /** On the hub's clock, when they came. */
  readonly at: Millis;
  /** True for those of this second, false for the means of a minute and for the last ones of a reader that has gone. */
  readonly isLive: boolean;
}

/** Readings of a second, made of what has come when somebody reads them first: most seconds of most PDUs nobody does. */
class LiveValues implements Readings {
  readonly isLive = true;
  #values: Float64Array | undefined;

  constructor(
    readonly profile: LoadedProfile,
    private readonly make: () => Float64Array,
    readonly at: Millis,
  ) {}

  get values(): Float64Array {
    return (this.#values ??= this.make());
  }

  /** The same, once others should have followed. */
  get last(): Readings {
    const { profile, values, at } = this;
    return { profile, values, at, isLive: false };
  }
}

/** The largest profile has as many outlets and banks; a PDU cannot fill memory with states of others. */
const MAX_OBJECTS = 40_000;
/** A state that has come by itself is newer than a minute that may have waited for its turn. */
const NEWER_THAN_MINUTE: Millis = 120_000;
/** Live readings that are older than this are the last ones; they give way to the next minute. */
const LIVE_FOR: Millis = 5000;

/** The last known state of one PDU: its parts, its readings, and its relays and breakers. Times are on the hub's clock. */
export class PduState {
  readonly presence = new Presence();
  /** The newest message of this PDU in any run of the hub. */
  lastSeen: Millis | null = null;
  hello: HelloFacts | undefined;
  /** The parts as they were last known, perhaps not yet those that the newest hello speaks of. */
  profile: LoadedProfile | undefined;
  /** The newest minute as it came, for the next start of the hub. */
  minuteBytes: Buffer | undefined;
  #minute: Readings | undefined;
  #live: LiveValues | undefined;
  /** States by the id of the outlet or bank, and when they came by themselves. */
  readonly #states = new Map<string, { readonly state: SwitchState; readonly at: Millis }>();
  #statesText: string | undefined;
  #run = 0;
  #stateNumber = -1;

  heard(now: Millis): void {
    this.lastSeen = Math.floor(now);
    this.presence.heard(now);
  }

  /** True if the parts of the newest hello are known, so that its minutes can be read. */
  get isProfileCurrent(): boolean {
    return this.profile !== undefined && this.profile.hash === this.hello?.profile;
  }

  /**
   * Takes a minute as it comes; undefined for one that cannot be read yet. The arrays of the answer are used again for the
   * next minute. Throws WireError.
   */
  takeMinute(bytes: Buffer, now: Millis): Minute | undefined {
    if (!this.profile || !this.isProfileCurrent) return undefined;
    const minute = this.profile.readMinute(bytes);
    this.minuteBytes = Buffer.from(bytes); // they are a part of what the connection has read at once
    this.#showMinute(minute, this.profile, now);
    const { outlets, banks } = this.profile;
    outlets.forEach(({ id }, place) => this.#takeFromMinute(id, minute.relays[place], now));
    banks.forEach(({ id }, place) => this.#takeFromMinute(id, minute.breakers[place], now));
    return minute;
  }

  /** Takes states that have changed, unless they are older than others that came before. */
  takeStates({ run, number, changes }: UpMessage<'state'>, now: Millis): void {
    if (run < this.#run || (run === this.#run && number <= this.#stateNumber)) return;
    [this.#run, this.#stateNumber] = [run, number];
    for (const { object, state } of changes) this.#setState(object, state, now);
  }

  /** @param values answers them; it is asked once somebody reads them, so the last one counts */
  takeLive(values: () => Float64Array, now: Millis): void {
    if (this.profile) this.#live = new LiveValues(this.profile, values, now);
  }

  stateOf(object: string): SwitchState {
    return this.#states.get(object)?.state ?? 'unknown';
  }

  /** The newest readings that are known; undefined before the first. */
  readings(now: Millis): Readings | undefined {
    const [live, minute] = [this.#live, this.#minute];
    if (live && now - live.at < LIVE_FOR) return live;
    return live && live.at > (minute?.at ?? -Infinity) ? live.last : minute;
  }

  /** The power of the whole PDU; null if it is not known. */
  watts(now: Millis): Watts | null {
    const readings = this.readings(now);
    return readings?.profile.total('activePower', readings.values) ?? null;
  }

  /** The states as they are stored, by the id of the object. */
  get statesText(): string {
    return (this.#statesText ??= JSON.stringify(
      Object.fromEntries([...this.#states].map(([object, { state }]) => [object, state])),
    ));
  }

  /** Shows what was stored by an earlier run of the hub. */
  restore(statesText: string, minute: Buffer | null, at: Millis): void {
    const states = JSON.parse(statesText) as Readonly<Record<string, SwitchState>>;
    for (const [object, state] of Object.entries(states)) this.#setState(object, state, -Infinity);
    if (!minute || !this.profile) return;
    this.minuteBytes = minute;
    this.#showMinute(this.profile.readMinute(minute), this.profile, at);
  }

  /** The values of one PDU stay in one array, as long as its series are as many. */
  #showMinute({ means }: Minute, profile: LoadedProfile, at: Millis): void {
    const before = this.#minute?.values;
    const values = before?.length === means.length ? before : new Float64Array(means.length);
    values.set(means);
    this.#minute = { profile, values, at, isLive: false };
  }

  #takeFromMinute(object: string, state: SwitchState | undefined, now: Millis): void {
    const known = this.#states.get(object);
    if (state === undefined || (known && (known.state === state || now - known.at < NEWER_THAN_MINUTE))) return;
    this.#setState(object, state, -Infinity);
  }

  #setState(object: string, state: SwitchState, at: Millis): void {
    const known = this.#states.get(object);
    if (!known && this.#states.size >= MAX_OBJECTS) return;
    if (known?.state !== state) this.#statesText = undefined;
    this.#states.set(object, { state, at });
  }
}
