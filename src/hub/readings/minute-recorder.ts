import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import { HubShards } from '../../database/hub-shards.js';
import type { Minute } from '../../fleet-wire/minute.js';
import { Ticks } from '../../kernel/ticks.js';
import { HubLink } from '../link/hub-link.js';
import { PduDeletion } from '../pdus/pdu-deletion.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PdusService } from '../pdus/pdus.service.js';
import type { LoadedProfile } from '../state/loaded-profile.js';
import { PduStates } from '../state/pdu-states.js';
import type { HourMinutes, PduMinute } from './hour-minutes.js';
import { hourId, hourOf, hourOfId, pduOfHourId } from './minute-hour.entity.js';
import { MinutesStore } from './minutes.store.js';

/** So long minutes of PDUs are kept. */
export const RETAINED_HOURS = 35 * 24;
const STORE_EVERY: Millis = 60_000;
/** The clock of a PDU may be ahead by so many minutes. */
const AHEAD = 2;

/** Records the minutes of all PDUs: in memory at first, and once a minute all of them together in the database. */
@Injectable()
export class MinuteRecorder implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('FleetReadings');
  /** Minutes that are not stored yet, by the id of the hour. */
  #waiting = new Map<number, Map<number, PduMinute | null>>();
  #storing: Promise<void> | undefined;
  #storeAt: Millis = 0;
  #deletedBefore = 0;

  constructor(
    private readonly link: HubLink,
    private readonly pdus: PdusService,
    private readonly states: PduStates,
    private readonly store: MinutesStore,
    private readonly ticks: Ticks,
    private readonly deletion: PduDeletion,
    private readonly shards: HubShards,
  ) {}

  onModuleInit(): void {
    this.states.onMinute((pdu, minute, profile) => {
      if (this.shards.isMine(pdu.no)) this.add(pdu, minute.minute, powerIn(minute, profile));
    });
    this.shards.onChange(async () => {
      await this.flush(); // before another hub goes on with these hours
      this.store.forgetRecent(); // another hub may have gone on with them
    });
    this.deletion.register({
      idle: () => this.flush(),
      delete: (entities, { no }) => this.store.deleteOf(entities, no),
      forget: ({ no }) => {
        for (const id of this.#waiting.keys()) if (pduOfHourId(id) === no) this.#waiting.delete(id);
      },
    });
    this.ticks.onTick('upkeep', () => {
      if (this.link.now >= this.#storeAt) this.#begin();
    });
  }

  /** A clean stop loses nothing. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** The minute that is being measured now, counted from 1970. */
  get currentMinute(): number {
    return Math.floor(this.link.now / 60_000);
  }

  /** The oldest hour that is kept. */
  get oldestHour(): number {
    return hourOf(this.currentMinute) - RETAINED_HOURS;
  }

  /** Takes a minute by its number; one that is too old, or of the future, is left. */
  add({ no }: Pdu, minute: number, power: PduMinute): void {
    if (minute > this.currentMinute + AHEAD || hourOf(minute) < this.oldestHour) return;
    this.#changeOf(no, minute).set(minute % 60, power);
  }

  /** The PDU has no readings of this minute. */
  addNone({ no }: Pdu, minute: number): void {
    const change = this.#changeOf(no, minute);
    if (!change.has(minute % 60)) change.set(minute % 60, null);
  }

  /** Resolves when all minutes so far are stored, or could not be. */
  async flush(): Promise<void> {
    await this.#storing;
    this.#begin();
    await this.#storing;
  }

  /** The hours of a PDU from one to another, both included, with what is not stored yet. */
  async hours({ no }: Pdu, first: number, last: number): Promise<ReadonlyMap<number, HourMinutes>> {
    await this.#storing;
    if ([...this.#waiting.keys()].some((id) => id >= hourId(no, first) && id <= hourId(no, last))) await this.flush();
    return this.store.hours(no, first, last);
  }

  #changeOf(pdu: number, minute: number): Map<number, PduMinute | null> {
    const id = hourId(pdu, hourOf(minute));
    const change = this.#waiting.get(id) ?? new Map<number, PduMinute | null>();
    this.#waiting.set(id, change);
    return change;
  }

  #begin(): void {
    if (this.#storing) return;
    this.#storeAt = this.link.now + STORE_EVERY;
    this.#storing = this.#store().finally(() => (this.#storing = undefined));
  }

  async #store(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    try {
      if (waiting.size > 0) await this.store.add(waiting);
      await this.#deleteOld();
    } catch (error) {
      this.#takeBack(waiting);
      this.#logger.warn(`The minutes of PDUs cannot be written now: ${String(error)}`);
    }
  }

  /** Makes the newest of what could not be stored wait again. */
  #takeBack(changes: ReadonlyMap<number, ReadonlyMap<number, PduMinute | null>>): void {
    for (const [id, change] of changes) {
      if (hourOfId(id) < hourOf(this.currentMinute) - 1) continue; // the PDU has it, and is asked again
      this.#waiting.set(id, new Map([...change, ...(this.#waiting.get(id) ?? [])]));
    }
  }

  async #deleteOld(): Promise<void> {
    const oldest = this.oldestHour;
    if (this.#deletedBefore >= oldest) return;
    await this.store.deleteBefore(
      this.pdus.all.map(({ no }) => no),
      oldest,
    );
    this.#deletedBefore = oldest;
  }
}

/** The power of a PDU in a minute that it has sent. */
export const powerIn = (minute: Minute, profile: LoadedProfile): PduMinute => ({
  w: profile.total('activePower', minute.means) ?? NaN,
  va: profile.total('apparentPower', minute.means) ?? NaN,
  peak: profile.total('activePower', minute.peaks) ?? NaN,
});
