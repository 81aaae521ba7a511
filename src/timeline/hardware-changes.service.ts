import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditEntryEntity } from '../audit/audit-entry.entity.js';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import type { Cause } from '../common/cause.js';
import { TokenBucket } from '../common/token-bucket.js';
import { Db } from '../database/db.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { hasMains } from '../hardware/mains.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';

/** Records of one object: a contact that bounces all day writes ten at once, then one a minute. */
const RATE = { perSecond: 1 / 60, burst: 10 };
const CAUSE: Cause = { kind: 'system', who: 'hardware' };

/** Something of the hardware that is so or not, and the kinds of the records of either. */
interface Fact {
  readonly yes: string;
  readonly no: string;
  /** The state that counts as recorded where the log says nothing; undefined: the first reading is adopted. */
  readonly normally: boolean | undefined;
}

const BREAKER: Fact = { yes: 'bank.breakerClosed', no: 'bank.breakerTripped', normally: true };
const MAINS: Fact = { yes: 'inlet.mainsBack', no: 'inlet.mainsLost', normally: undefined };
const SENSOR: Fact = { yes: 'sensor.connected', no: 'sensor.disconnected', normally: undefined };
const SOURCE = 'inlet.transfer';
const FACTS = [BREAKER, MAINS, SENSOR];

/** One observation of a snapshot; `is` is undefined while it is not known. */
type Observation = readonly [fact: Fact, object: string, is: boolean | undefined];

/**
 * Records what happens to the hardware by itself: breakers that trip, mains that are lost, sensors that are plugged in,
 * a transfer switch that changes its source. It compares with what the log says last, so a change while the controller was
 * not running is recorded at its start, and one that cannot be recorded now is recorded later.
 */
@Injectable()
export class HardwareChangesService implements OnModuleInit {
  /** The newest state of each object in the log. */
  readonly #recorded = new Map<string, boolean>();
  readonly #budgets = new Map<string, TokenBucket>();
  #source: string | undefined;
  /** True until the first reading of this start has been compared. */
  #isFirst = true;

  constructor(
    private readonly db: Db,
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly audit: AuditLogService,
  ) {}

  async onModuleInit(): Promise<void> {
    const { tableName } = this.db.tableOf(AuditEntryEntity);
    const kinds = FACTS.flatMap(({ yes, no }) => [yes, no]);
    const rows = await this.db.read.query<{ kind: string; object: string }[]>(
      `SELECT "kind", "object", max("id") FROM "${tableName}" WHERE "kind" IN (${kinds.map(() => '?').join(', ')}) GROUP BY "object"`,
      kinds,
    );
    for (const { kind, object } of rows)
      this.#recorded.set(
        object,
        FACTS.some(({ yes }) => yes === kind),
      );
    this.snapshots.onTick('faults', (now) => this.#onTick(now));
  }

  #onTick(now: Snapshot): void {
    if (!now.fresh) return;
    const records = [...this.#changes(now), ...this.#transfer(now)];
    this.#isFirst = false;
    if (records.length > 0) void this.audit.recordOrQueue(...records);
  }

  #changes(now: Snapshot): AuditRecord[] {
    return this.#observations(now).flatMap(([fact, object, is]) => {
      if (is === undefined) return [];
      const before = this.#recorded.get(object) ?? fact.normally;
      if (before === is) return [];
      if (before !== undefined && !this.#mayRecord(object, now)) return [];
      this.#recorded.set(object, is);
      if (before === undefined) return [];
      const after = this.#isFirst ? { whileStopped: true } : undefined;
      return [{ kind: is ? fact.yes : fact.no, object, cause: CAUSE, after }];
    });
  }

  #observations({ banks, inlets, sensors }: Snapshot): Observation[] {
    const { model } = this.driver;
    return [
      ...banks.map(({ id, breakerClosed }): Observation => [BREAKER, `bank:${id}`, breakerClosed]),
      ...inlets.map((inlet): Observation => [MAINS, `inlet:${inlet.id}`, hasMains(inlet)]),
      ...model.sensors.map(({ id, position }): Observation => [SENSOR, `sensor:${id}`, sensors[position]?.connected]),
    ];
  }

  /** A transfer switch has changed its source. */
  #transfer(now: Snapshot): AuditRecord[] {
    const source = now.inlets.find(({ active }) => active === true)?.id;
    if (source === undefined || source === this.#source) return [];
    const before = this.#source;
    if (before !== undefined && !this.#mayRecord(SOURCE, now)) return [];
    this.#source = source;
    if (before === undefined) return [];
    const members = { before: { source: before }, after: { source } };
    return [{ kind: SOURCE, object: `inlet:${source}`, cause: CAUSE, ...members }];
  }

  #mayRecord(object: string, { uptime }: Snapshot): boolean {
    const budget = this.#budgets.get(object) ?? new TokenBucket(RATE);
    this.#budgets.set(object, budget);
    return budget.take(uptime);
  }
}
