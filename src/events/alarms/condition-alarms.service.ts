import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import { Db } from '../../database/db.js';
import { deleteAll, insertRows } from '../../database/rows.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { OutletModel } from '../../hardware/profiles/pdu-model.js';
import { emptyReadings, type Readings, type Snapshot } from '../../hardware/snapshot.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { SwitchingService } from '../../switching/switching.service.js';
import type { EventObject } from '../engine/compiled-rule.js';
import { AlarmConditionEntity } from '../event.entity.js';
import { conditionsOf, feedsOf, type Condition, type ConditionKind, type Load } from './conditions.js';

/** A condition that holds. */
export interface ConditionAlarm {
  readonly kind: ConditionKind;
  readonly object: EventObject;
  /** Wall clock. */
  readonly since: Millis;
  /** The newest one; absent before the first reading of this start. */
  readonly load?: Load | undefined;
}

/**
 * The alarms that nobody has to set up: a tripped breaker, a lost inlet, a failed relay, a circuit without power, a high
 * load. They begin and end with the readings, and stay as they are while the hardware does not answer. Their beginnings
 * are stored, so that one that lasts over a restart is the same alarm.
 */
@Injectable()
export class ConditionAlarmsService implements OnModuleInit {
  readonly #logger = new Logger('Events');
  #active: ReadonlyMap<string, ConditionAlarm> = new Map();
  readonly #endListeners: ((ended: readonly ConditionAlarm[]) => void)[] = [];
  readonly #beginListeners: ((begun: readonly ConditionAlarm[]) => void)[] = [];
  #isStored = true;
  #isWriting = false;
  #hasFailed = false;

  constructor(
    private readonly db: Db,
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly outlets: OutletsService,
    private readonly switching: SwitchingService,
  ) {}

  async onModuleInit(): Promise<void> {
    const rows = await this.db.all(AlarmConditionEntity);
    const begun = new Map(rows.map(({ kind, objectId, since }) => [`${kind} ${objectId}`, since]));
    // Those of another model are forgotten.
    const known = this.#conditions(emptyReadings(this.driver.model));
    this.#active = new Map(
      known.flatMap(({ kind, object }) => {
        const since = begun.get(keyOf(kind, object.id));
        return typeof since !== 'number' ? [] : [[keyOf(kind, object.id), { kind, object, since }] as const];
      }),
    );
    this.snapshots.onTick('rules', (now) => this.#onTick(now));
  }

  /** Those that hold, without the high load of a circuit that is overloaded. */
  get active(): readonly ConditionAlarm[] {
    return [...this.#active.values()].filter(
      ({ kind, object }) => kind !== 'highLoad' || !this.#active.has(keyOf('overload', object.id)),
    );
  }

  /** All that hold: an acknowledgement of a high load outlives an overload. */
  get all(): readonly ConditionAlarm[] {
    return [...this.#active.values()];
  }

  has(kind: ConditionKind, objectId: string): boolean {
    return this.#active.size > 0 && this.#active.has(keyOf(kind, objectId));
  }

  /** True for a circuit of which no inlet that feeds it has mains. */
  hasLostItsFeeds(bankId: string): boolean {
    const feeds = feedsOf(this.driver.model, bankId);
    return feeds.length > 0 && feeds.every((id) => this.has('inletLost', id));
  }

  /** Calls the listener, within the poll cycle, with those that have begun. One that lasts over a restart does not begin again. */
  onBegin(listener: (begun: readonly ConditionAlarm[]) => void): void {
    this.#beginListeners.push(listener);
  }

  /** Calls the listener, within the poll cycle, with those that have ended. */
  onEnd(listener: (ended: readonly ConditionAlarm[]) => void): void {
    this.#endListeners.push(listener);
  }

  /** Forgets all; those that hold begin again with the next reading. Joins the running unit of work. */
  async deleteAll(): Promise<void> {
    await this.db.transaction(async (entities) => {
      await deleteAll(entities, AlarmConditionEntity);
      this.db.afterCommit(() => (this.#active = new Map()));
    });
  }

  #onTick(now: Snapshot): void {
    if (!now.fresh) return;
    const before = this.#active;
    const after = new Map<string, ConditionAlarm>();
    const begun: ConditionAlarm[] = [];
    for (const { kind, object, holds, load } of this.#conditions(now)) {
      const key = keyOf(kind, object.id);
      const known = before.get(key);
      if (!holds && !known) continue;
      const alarm = { kind, object, since: known?.since ?? now.takenAt, load };
      after.set(key, alarm);
      if (!known) begun.push(alarm);
    }
    this.#active = after;
    const ended = [...before].flatMap(([key, alarm]) => (after.has(key) ? [] : [alarm]));
    if (ended.length > 0) for (const listener of this.#endListeners) listener(ended);
    if (begun.length > 0) for (const listener of this.#beginListeners) listener(begun);
    if (ended.length > 0 || begun.length > 0) this.#isStored = false;
    this.#store();
  }

  /** Writes down what is active, one unit of work at a time; what could not be written is, with a later reading. */
  #store(): void {
    if (this.#isStored || this.#isWriting) return;
    this.#isStored = true;
    this.#isWriting = true;
    const rows = this.all.map(({ kind, object, since }) => ({ kind, objectId: object.id, since }));
    this.db
      .transaction(async (entities) => {
        await deleteAll(entities, AlarmConditionEntity);
        await insertRows(entities, AlarmConditionEntity, rows);
      })
      .then(
        () => (this.#hasFailed = false),
        (error: unknown) => {
          this.#isStored = false;
          if (!this.#hasFailed) this.#logger.error('The beginnings of alarms could not be stored.', error);
          this.#hasFailed = true;
        },
      )
      .finally(() => (this.#isWriting = false));
  }

  #conditions(now: Readings): Condition[] {
    return conditionsOf({
      now,
      model: this.driver.model,
      hasRelayFault: (outlet) => this.#hasRelayFault(outlet),
      isActive: (kind, id) => this.has(kind, id),
    });
  }

  /** A relay that is in a power cycle is judged when that is over. */
  #hasRelayFault(outlet: OutletModel): boolean | undefined {
    if (!this.snapshots.hasSnapshot || this.switching.statusOf(outlet.id) !== 'none') return undefined;
    return this.outlets.hasRelayFault(outlet);
  }
}

const keyOf = (kind: ConditionKind, objectId: string): string => `${kind} ${objectId}`;
