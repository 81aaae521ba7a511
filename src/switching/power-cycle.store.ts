import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { shortened } from '../audit/audit-bounds.js';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { IntentJournal } from '../hardware/relays/intent-journal.js';
import { JournalTable, MAX_CAUSE_NAME } from '../hardware/relays/journal-table.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { JournalEntry } from '../hardware/relays/slot-journal.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import { isRelayOutputId } from '../common/ids.js';
import type { OnOff } from '../common/units.js';
import { PowerCycleEntity } from './power-cycle.entity.js';
import { following, spaced, timeLeft, afterOff, type PowerCycle } from './power-cycle.js';

const TABLE = new JournalTable('cycle', PowerCycleEntity, 'relay');

/** The running power cycles: in memory for every tick, in the database to survive a crash. */
@Injectable()
export class PowerCycleStore implements OnModuleInit {
  readonly #logger = new Logger('PowerCycles');
  readonly #cycles = new Map<string, PowerCycle>();
  /** Place of each relay in the snapshot's list of its kind. */
  readonly #positions: ReadonlyMap<string, number>;

  constructor(
    { model }: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly journal: IntentJournal,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {
    journal.register(TABLE);
    this.#positions = new Map([...model.outlets, ...model.relayOutputs].map(({ id, position }) => [id, position]));
  }

  /** Continues the power cycles of the last run: every relay that was to turn on does so in time, or at once. */
  async onModuleInit(): Promise<void> {
    const rows = (await this.journal.all(TABLE)).sort((a, b) => a.dueAt - b.dueAt || a.wait - b.wait);
    for (const cycle of spaced(rows.map((row) => this.#fromRow(row)))) this.#cycles.set(cycle.relay, cycle);
    await this.#persistSpacing();
    const gone = rows.filter(({ relay }) => !this.#positions.has(relay)).map(({ relay }) => relay);
    await this.cancel(gone, { kind: 'system', who: 'model' });
  }

  get size(): number {
    return this.#cycles.size;
  }

  get(relay: string): PowerCycle | undefined {
    return this.#cycles.get(relay);
  }

  values(): Iterable<PowerCycle> {
    return this.#cycles.values();
  }

  /** The state that the newest snapshot shows. */
  measured(relay: string): OnOff | undefined {
    const { outlets, relayOutputs } = this.snapshots.current;
    const readings = isRelayOutputId(relay) ? relayOutputs : outlets;
    return readings[this.#positions.get(relay) ?? -1]?.state;
  }

  /**
   * Begins cycles, in place of those of the same relays. `entries` are made durable with them, and the audit records
   * if the database can be written: one for each cycle, or one for all of them, which led to the moves of the cycles.
   * Answers the ids of these records.
   */
  async begin(
    cycles: readonly PowerCycle[],
    auditRecords: readonly AuditRecord[],
    entries: readonly JournalEntry[] = [],
  ): Promise<readonly number[]> {
    const ids = await this.journal.commit(
      (led) => [...ledBy(led, cycles).map((cycle) => TABLE.upsert(this.#toRow(cycle))), ...entries],
      () => this.audit.prepared(...auditRecords),
    );
    for (const cycle of ledBy(ids, cycles)) this.#cycles.set(cycle.relay, cycle);
    this.snapshots.touch();
    return ids;
  }

  /** Commits, before the OFF, that these relays are to turn on again. */
  async storeBeforeOff(cycles: readonly PowerCycle[]): Promise<void> {
    await this.#persist(cycles.map((cycle) => afterOff(cycle, this.clock.uptime())));
  }

  /** Replaces a cycle in memory only, and only if it is still the same. */
  replace(before: PowerCycle, after: PowerCycle): void {
    if (this.#cycles.get(before.relay) !== before) return;
    this.#cycles.set(before.relay, after);
    this.snapshots.touch();
  }

  /** Deletes the cycles of relays that are on. */
  async end(relays: readonly string[]): Promise<void> {
    await this.#remove(relays, []);
  }

  /**
   * Ends the cycles of relays that are on since `at`. The following steps of their sequences are delayed in the same
   * commit, so that they keep their distance even if the controller is restarted now. `mayMove` is true for those that
   * no command holds.
   */
  async completeSteps(relays: readonly string[], at: Millis, mayMove: (relay: string) => boolean): Promise<void> {
    if (relays.length === 0) return;
    const ended = new Set(relays);
    const taken = relays.flatMap((relay) => this.#cycles.get(relay)?.sequence ?? []);
    const waiting = [...this.#cycles.values()].filter(({ relay }) => !ended.has(relay) && mayMove(relay));
    const moved = following(taken, at, waiting);
    await this.#remove(
      relays,
      [],
      moved.map(([, after]) => TABLE.upsert(this.#toRow(after))),
    );
    for (const [before, after] of moved) this.replace(before, after);
  }

  /**
   * Cancels cycles in whatever phase they are; the relays stay as they are. Stores the audit records before its own, and
   * answers the ids of all of them.
   */
  async cancel(
    relays: readonly string[],
    cause: Cause,
    auditRecords: readonly AuditRecord[] = [],
  ): Promise<readonly number[]> {
    const cancelled = relays.map((relay) => ({ ...auditSubject(relay, 'turnOnCancelled'), cause }));
    return this.#remove(relays, [...auditRecords, ...cancelled]);
  }

  async #remove(
    relays: readonly string[],
    auditRecords: AuditRecord[],
    entries: readonly JournalEntry[] = [],
  ): Promise<readonly number[]> {
    if (relays.length === 0 && auditRecords.length === 0) return [];
    const ids = await this.journal.commit([...relays.map((relay) => TABLE.remove(relay)), ...entries], () =>
      this.audit.prepared(...auditRecords),
    );
    for (const relay of relays) this.#cycles.delete(relay);
    if (relays.length > 0) this.snapshots.touch();
    return ids;
  }

  /** Stores the spacing of a late sequence for another restart. A full disk does not stop the sequence. */
  async #persistSpacing(): Promise<void> {
    const members = [...this.#cycles.values()].filter(({ sequence }) => sequence);
    if (members.length === 0) return;
    await this.#persist(members).catch((error: unknown) =>
      this.#logger.warn(`The times of late sequence steps could not be stored: ${String(error)}`),
    );
  }

  async #persist(cycles: readonly PowerCycle[]): Promise<void> {
    await this.journal.commit(cycles.map((cycle) => TABLE.upsert(this.#toRow(cycle))));
  }

  #toRow({ relay, kind, phase, wait, due, sequence, cause }: PowerCycle): PowerCycleEntity {
    // After a crash before the OFF, a relay that is on stays on; one that is off must not turn on before its time.
    const isDark = phase === 'pendingOff' && this.measured(relay) === 'OFF';
    const dueAt = this.clock.now() + (isDark ? wait : Math.max(due - this.clock.uptime(), 0));
    const { name, gap } = sequence ?? { name: '', gap: 0 };
    const who = shortened(cause.who, MAX_CAUSE_NAME);
    const entry = cause.entry ?? null;
    return { relay, kind, wait, dueAt: Math.round(dueAt), sequence: name, gap, via: cause.kind, who, entry };
  }

  #fromRow({ relay, kind, wait, dueAt, sequence, gap, via, who, entry }: PowerCycleEntity): PowerCycle {
    return {
      relay,
      kind,
      phase: 'pendingOn',
      wait,
      due: this.clock.uptime() + timeLeft(dueAt, wait, this.clock.now()),
      failures: 0,
      sequence: sequence ? { name: sequence, gap } : undefined,
      cause: { kind: via, who, ...(typeof entry === 'number' && { entry }) },
    };
  }
}

/** The cycles with the entries that led to them: one for each, or the first for all of them. */
function ledBy(ids: readonly number[], cycles: readonly PowerCycle[]): readonly PowerCycle[] {
  if (ids.length === 0) return cycles;
  const entryOf = (place: number) => (ids.length === cycles.length ? ids[place] : ids[0]);
  return cycles.map((cycle, place) => ({ ...cycle, cause: { ...cycle.cause, entry: entryOf(place) } }));
}

/** The kind and object of an audit record. */
export const auditSubject = (relay: string, what: string) => {
  const kind = isRelayOutputId(relay) ? 'relayOutput' : 'outlet';
  return { kind: `${kind}.${what}`, object: `${kind}:${relay}` };
};
