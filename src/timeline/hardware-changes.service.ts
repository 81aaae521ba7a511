import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditEntryEntity } from '../audit/audit-entry.entity.js';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { Budgets } from '../common/budgets.js';
import type { Cause } from '../common/cause.js';
import { Db } from '../database/db.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { hasMains } from '../hardware/mains.js';
import type { PduModel } from '../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';

/** The changes of one object that are recorded or sent: a contact that bounces all day has ten at once, then one a minute. */
export const CHANGES_OF_ONE = { perSecond: 1 / 60, burst: 10 };
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

/** A fact of one object, which is compared with the log; `is` answers undefined while that is not known. */
interface Watched {
  readonly fact: Fact;
  readonly object: string;
  readonly is: (now: Snapshot) => boolean | undefined;
}

/**
 * Records what happens to the hardware by itself: breakers that trip, mains that are lost, sensors that are plugged in,
 * a transfer switch that changes its source. It compares with what the log says last, so a change while the controller was
 * not running is recorded at its start, and one that cannot be recorded now is recorded later.
 */
@Injectable()
export class HardwareChangesService implements OnModuleInit {
  /** The newest state of each object in the log. */
  readonly #recorded = new Map<string, boolean>();
  /** The sensors of which the newest entry in the log says that they were disconnected. */
  readonly #missing = new Set<string>();
  readonly #budgets: Budgets;
  readonly #watched: readonly Watched[];
  #source: string | undefined;
  /** True until the first reading of this start has been compared. */
  #isFirst = true;

  constructor(
    private readonly db: Db,
    driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly audit: AuditLogService,
  ) {
    this.#watched = watchedOf(driver.model);
    this.#budgets = new Budgets(CHANGES_OF_ONE, this.#watched.length + 1); // and one of the source
  }

  async onModuleInit(): Promise<void> {
    const { tableName } = this.db.tableOf(AuditEntryEntity);
    const kinds = FACTS.flatMap(({ yes, no }) => [yes, no]);
    const rows = await this.db.read.query<{ kind: string; object: string }[]>(
      `SELECT "kind", "object", max("id") FROM "${tableName}" WHERE "kind" IN (${kinds.map(() => '?').join(', ')}) GROUP BY "object"`,
      kinds,
    );
    for (const { kind, object } of rows) {
      const is = FACTS.some(({ yes }) => yes === kind);
      this.#recorded.set(object, is);
      if (kind === SENSOR.no) this.#missing.add(object);
    }
    this.#source = await this.#recordedSource();
    this.snapshots.onTick('faults', (now) => this.#onTick(now));
  }

  /** The inlet to which the newest transfer in the log went. */
  async #recordedSource(): Promise<string | undefined> {
    const { tableName } = this.db.tableOf(AuditEntryEntity);
    const [newest] = await this.db.read.query<{ object: string }[]>(
      `SELECT "object" FROM "${tableName}" WHERE "kind" = ? ORDER BY "id" DESC LIMIT 1`,
      [SOURCE],
    );
    return newest?.object.slice('inlet:'.length);
  }

  /** The sensors that were there and are missing, as `sensor:id`; none of a port that nothing was ever plugged into. */
  get missingSensors(): readonly string[] {
    return this.#watched.flatMap(({ object }) => (this.#missing.has(object) ? [object] : []));
  }

  #onTick(now: Snapshot): void {
    if (!now.fresh) return;
    const records = [...this.#changes(now), ...this.#transfer(now)];
    this.#isFirst = false;
    if (records.length > 0) void this.audit.recordOrQueue(...records);
  }

  #changes(now: Snapshot): AuditRecord[] {
    const records: AuditRecord[] = [];
    for (const { fact, object, is: isNow } of this.#watched) {
      const is = isNow(now);
      const before = this.#recorded.get(object) ?? fact.normally;
      if (is === undefined || before === is) continue;
      if (before !== undefined && !this.#mayRecord(object, now)) continue;
      this.#recorded.set(object, is);
      if (before === undefined) continue;
      if (fact === SENSOR && !is) this.#missing.add(object);
      else this.#missing.delete(object);
      const after = this.#whileStopped;
      records.push({ kind: is ? fact.yes : fact.no, object, cause: CAUSE, after });
    }
    return records;
  }

  /** A transfer switch has changed its source. */
  #transfer(now: Snapshot): AuditRecord[] {
    const source = now.inlets.find(({ active }) => active === true)?.id;
    if (source === undefined || source === this.#source) return [];
    const before = this.#source;
    if (before !== undefined && !this.#mayRecord(SOURCE, now)) return [];
    this.#source = source;
    if (before === undefined) return [];
    const members = { before: { source: before }, after: { source, ...this.#whileStopped } };
    return [{ kind: SOURCE, object: `inlet:${source}`, cause: CAUSE, ...members }];
  }

  get #whileStopped(): { whileStopped: true } | undefined {
    return this.#isFirst ? { whileStopped: true } : undefined;
  }

  #mayRecord(object: string, { uptime }: Snapshot): boolean {
    return this.#budgets.spend(object, uptime) === 0;
  }
}

const watchedOf = ({ banks, inlets, sensors }: PduModel): Watched[] => [
  ...banks.map(({ id, position }): Watched => {
    return { fact: BREAKER, object: `bank:${id}`, is: (now) => now.banks[position]?.breakerClosed };
  }),
  ...inlets.map(({ id, position }): Watched => {
    const is = (now: Snapshot): boolean | undefined => {
      const inlet = now.inlets[position];
      return inlet && hasMains(inlet);
    };
    return { fact: MAINS, object: `inlet:${id}`, is };
  }),
  ...sensors.map(({ id, position }): Watched => {
    return { fact: SENSOR, object: `sensor:${id}`, is: (now) => now.sensors[position]?.connected };
  }),
];
