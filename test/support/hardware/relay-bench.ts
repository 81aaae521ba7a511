/**
 * Relays that outlive the controller, for tests of what a crash does to them. The bench (relays, stored rows, wall
 * clock) persists; a `ControllerRun` is one run of the controller's own switching classes with it, which can be
 * interrupted at any durable write or relay move.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getMetadataArgsStorage } from 'typeorm';
import { AuditLogService, type AuditRecord } from '../../../src/audit/audit-log.service.js';
import { Db } from '../../../src/database/db.js';
import type { Statement, Writes } from '../../../src/database/statement.js';
import { IntentJournal } from '../../../src/hardware/relays/intent-journal.js';
import { MeterPollerService } from '../../../src/hardware/meter-poller.service.js';
import { PduDriver } from '../../../src/hardware/pdu.driver.js';
import { PduModel } from '../../../src/hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../../../src/hardware/profiles/profile.js';
import { RelayControlService } from '../../../src/hardware/relays/relay-control.service.js';
import { RelayIntentStore, type RelayChange } from '../../../src/hardware/relays/relay-intent.store.js';
import { SlotMemory } from '../../../src/common/slot-file.js';
import { SlotJournal } from '../../../src/hardware/relays/slot-journal.js';
import { SnapshotStore } from '../../../src/hardware/snapshot.store.js';
import { Revision } from '../../../src/kernel/revision.js';
import { Ticks } from '../../../src/kernel/ticks.js';
import type { OnOff } from '../../../src/common/units.js';
import { PowerCycleRunner } from '../../../src/switching/power-cycle-runner.js';
import { PowerCycleStore } from '../../../src/switching/power-cycle.store.js';
import { RelayCommands } from '../../../src/switching/relay-commands.js';
import { UndoOffers } from '../../../src/switching/undo-offers.js';
import { SwitchingService } from '../../../src/switching/switching.service.js';
import { VirtualClock } from '../time/virtual-clock.js';

const PROFILE: ModelProfile = {
  model: 'bench',
  modelNumber: 'TEST-PDU',
  enclosureSerialNumber: '7',
  controllerSerialNumber: 1,
  formFactor: '0U',
  phase: 'Single Phase',
  inletConfig: 'standard',
  inlets: [
    {
      plug: 'C20',
      lines: ['L1'],
      nominalVoltage: 230,
      nominalFrequency: 50,
      ratedCurrent: 16,
      lineConfiguration: 'L-N',
    },
  ],
  banks: [{ serial: '9', inlet: 0, lines: ['L1'] }],
  outlets: Array.from({ length: 4 }, () => ({ bank: 0, receptacle: 'IEC 60320 C13' })),
  outletSwitching: true,
  outletMetering: false,
  relayOutputs: 1,
  sensorPorts: {},
};

/** The behaviour of the bus for a command: executes it, loses it, or executes it without an acknowledgement. */
export type Bus = 'working' | 'losing' | 'mute';

/** A class that loads its state at the start. */
export interface Part {
  onModuleInit(): unknown;
}

type Rows = Map<unknown, Map<unknown, object>>;

/**
 * The transaction that the current call belongs to. One storage serves all runs, because every promise of the process
 * pays for each storage that was ever entered: with one for each run, 900 runs took 23 s instead of 1.
 */
const transactions = new AsyncLocalStorage<{ readonly run: ControllerRun; readonly entities: object }>();

const { tables: TABLES, columns: COLUMNS } = getMetadataArgsStorage();

/** The part of TypeORM's entity metadata that statements are built from. */
const metadataOf = (entity: unknown) => ({
  tableName: TABLES.find(({ target }) => target === entity)?.name,
  columns: COLUMNS.filter(({ target }) => target === entity).map(({ propertyName }) => {
    return { propertyName, databaseName: propertyName };
  }),
});

const entityOf = (name: string | undefined) => TABLES.find((table) => table.name === name)?.target;

/** The entity and the keys of the rows that a statement deletes; undefined for any other. */
function deletedRows({ sql, values }: Statement) {
  const [, name] = /^DELETE FROM "(\w+)"/.exec(sql) ?? [];
  return name === undefined ? undefined : { entity: entityOf(name), keys: values };
}

/** The rows that a statement stores. */
function storedRows({ sql, values }: Statement) {
  const [, name, list = '', key = ''] = /^INSERT INTO "(\w+)" \((.*?)\).*ON CONFLICT \("(\w+)"\)/.exec(sql) ?? [];
  const names = list.split(', ').map((column) => column.slice(1, -1));
  const rows: Record<string, unknown>[] = [];
  for (let from = 0; from < values.length; from += names.length) {
    rows.push(Object.fromEntries(names.map((column, place) => [column, values[from + place]])));
  }
  return { entity: entityOf(name), key, rows };
}

export class RelayBench {
  readonly model = new PduModel(PROFILE);
  readonly relays = new Map<string, OnOff>();
  /** Every change of a relay. */
  readonly moves: { readonly id: string; readonly state: OnOff; readonly at: number }[] = [];
  readonly auditRecords: AuditRecord[] = [];
  readonly tables: Rows = new Map();
  /** The journal's slots, which can be overwritten on a full disk too. */
  readonly slots = new SlotMemory(64);
  /** True while the database refuses writes. */
  diskFull = false;
  /** The relays that do not follow. */
  readonly stuck = new Set<string>();
  bus: Bus = 'working';
  powerOnCount = 1;
  clock = new VirtualClock();

  constructor() {
    for (const { id } of [...this.model.outlets, ...this.model.relayOutputs]) this.relays.set(id, 'ON');
  }

  move(id: string, state: OnOff): void {
    if (this.stuck.has(id) || this.relays.get(id) === state) return;
    this.relays.set(id, state);
    this.moves.push({ id, state, at: this.clock.uptime() });
  }

  /** The PDU loses its mains and gets it back: every relay drops out. */
  loseMains(): void {
    for (const id of this.relays.keys()) this.move(id, 'OFF');
    this.moves.length = 0;
    this.powerOnCount++;
  }

  /** Starts the controller; `others` creates further parts of it. */
  async start(others: (run: ControllerRun) => Part[] = () => []): Promise<ControllerRun> {
    const now = this.clock.now();
    this.clock = new VirtualClock();
    this.clock.setWall(now);
    const run: ControllerRun = new ControllerRun(this, await this.#openSlots((): ControllerRun => run));
    await run.open(others(run));
    return run;
  }

  /** A slot write counts as an effect of the run, like a commit. */
  #openSlots(run: () => ControllerRun): Promise<SlotJournal> {
    return SlotJournal.open({
      read: () => this.slots.read(),
      write: (slots) => run().effect(() => void this.slots.write(slots)),
      close: () => this.slots.close(),
    });
  }
}

export class ControllerRun {
  /** The remaining writes and relay commands of this run; the last one of a finite number does not happen. */
  effects = Infinity;
  readonly ticks = new Ticks();
  readonly snapshots = new SnapshotStore(this.ticks, new Revision());
  readonly db: Db;
  readonly journal: IntentJournal;
  readonly audit: AuditLogService;
  readonly driver: PduDriver;
  readonly poller: MeterPollerService;
  readonly relays: RelayControlService;
  readonly intents: RelayIntentStore;
  readonly switching: SwitchingService;
  readonly undos: UndoOffers;
  readonly #parts: readonly Part[];

  constructor(
    readonly bench: RelayBench,
    slots: SlotJournal,
  ) {
    this.db = this.#database();
    this.audit = fake(AuditLogService, {
      record: async (...records: AuditRecord[]) => {
        bench.auditRecords.push(...records);
        return [];
      },
      prepared: async (...records: AuditRecord[]) => {
        const ids = records.map((_, place) => bench.auditRecords.length + 1 + place);
        return { statements: [], committed: () => bench.auditRecords.push(...records), ids };
      },
      nameObjects: () => undefined,
      identifyObjects: () => undefined,
      onRecord: () => undefined,
    });
    this.driver = this.#driver();
    this.poller = new MeterPollerService(this.driver, this.snapshots, bench.clock);
    this.journal = new IntentJournal(this.db, slots);
    this.intents = new RelayIntentStore(this.journal, bench.clock);
    this.relays = new RelayControlService(this.driver, this.poller, this.snapshots, this.intents, this.audit);
    const store = new PowerCycleStore(this.driver, this.snapshots, this.journal, this.audit, bench.clock);
    const runner = new PowerCycleRunner(store, this.relays, this.snapshots, bench.clock);
    const commands = new RelayCommands(store, runner, this.relays, this.intents, bench.clock);
    this.switching = new SwitchingService(commands, runner, store, bench.clock);
    this.undos = new UndoOffers(bench.clock);
    this.#parts = [this.intents, this.relays, store, runner];
  }

  get isDead(): boolean {
    return this.effects <= 0;
  }

  async open(others: readonly Part[]): Promise<void> {
    if (this.bench.bus !== 'working') this.snapshots.publish(emptySnapshot(this.bench.model));
    for (const part of [...this.#parts, ...others]) await part.onModuleInit();
    await this.poll();
  }

  /** Lets seconds pass, one poll cycle each. */
  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.bench.clock.advance(1000);
      await this.poll();
    }
  }

  async poll(): Promise<void> {
    void this.poller.poll();
    await idle();
  }

  /** Commands relays when the commands before have ended. */
  command<T>(work: (relays: RelayCommands) => Promise<T>): Promise<T> {
    return this.switching.first(work);
  }

  /** The result of a command: done, refused, or never answered because the controller died. */
  async outcome(command: Promise<unknown>): Promise<'done' | 'refused' | 'unanswered'> {
    let outcome: 'done' | 'refused' | 'unanswered' = 'unanswered';
    command.then(
      () => (outcome = 'done'),
      () => (outcome = 'refused'),
    );
    await idle();
    return outcome;
  }

  /** One externally visible effect. */
  effect<T>(work: () => T): Promise<T> {
    if (this.effects <= 0 || --this.effects <= 0) return new Promise<T>(() => undefined);
    return new Promise((resolve) => resolve(work()));
  }

  #database(): Db {
    let tail: Promise<unknown> = Promise.resolve();
    const table = (entity: unknown) => {
      const rows = this.bench.tables.get(entity) ?? new Map<unknown, object>();
      this.bench.tables.set(entity, rows);
      return rows;
    };
    const staging = () => {
      const changes: (() => void)[] = [];
      const entities = {
        connection: { getMetadata: metadataOf, options: { type: 'sqlite' } },
        query: async (sql: string, values: unknown[]) => {
          const { entity, key, rows } = storedRows({ sql, values });
          for (const row of rows) changes.push(() => table(entity).set(row[key], { ...row }));
        },
        delete: async (entity: unknown, keys: unknown[]) => {
          changes.push(() => keys.forEach((each) => table(entity).delete(each)));
        },
      };
      return { entities, commit: () => changes.forEach((change) => change()) };
    };
    type Work = (entities: object) => Promise<unknown>;
    const transaction = async (work: Work) => {
      const { entities, commit } = staging();
      const answer = await transactions.run({ run: this, entities }, () => work(entities));
      if (this.bench.diskFull) throw new Error('SQLITE_FULL: database or disk is full');
      await this.effect(commit);
      return answer;
    };
    const commitAll = async ({ statements, committed }: Writes) => {
      if (this.bench.diskFull) throw new Error('SQLITE_FULL: database or disk is full');
      await this.effect(() => {
        for (const statement of statements) {
          const deleted = deletedRows(statement);
          for (const key of deleted?.keys ?? []) table(deleted?.entity).delete(key);
          if (deleted) continue;
          const { entity, key, rows } = storedRows(statement);
          for (const row of rows) table(entity).set(row[key], { ...row });
        }
      });
      committed?.();
    };
    const queued = (work: () => Promise<unknown>) => {
      const result = tail.then(work);
      tail = result.catch(() => undefined);
      return result;
    };
    return fake(Db, {
      all: async (entity: unknown) => [...table(entity).values()].map((row) => ({ ...row })),
      afterCommit: (callback: () => void) => callback(),
      transaction: (work: Work) => {
        const joined = transactions.getStore();
        return joined?.run === this ? work(joined.entities) : queued(() => transaction(work));
      },
      exclusively: (work: (commit: typeof commitAll) => Promise<unknown>) => queued(() => work(commitAll)),
      tableOf: metadataOf,
      // There is no other hub.
      follow: () => undefined,
      announce: () => undefined,
    });
  }

  #driver(): PduDriver {
    const { bench } = this;
    const drive = (changes: readonly RelayChange[]) =>
      this.effect(() => {
        if (bench.bus !== 'losing') for (const { id, state } of changes) bench.move(id, state);
        if (bench.bus !== 'working') throw new Error('The bus does not answer.');
      });
    const reading = ({ id }: { id: string }) => {
      const state = bench.relays.get(id);
      return { id, state, voltagePresent: state === 'ON' };
    };
    return fake(PduDriver, {
      name: 'bench',
      model: bench.model,
      outlets: { setOutlets: drive },
      relayOutputs: { setRelayOutput: (id: string, state: OnOff) => drive([{ id, state }]) },
      read: async () => {
        if (bench.bus !== 'working') throw new Error('The bus does not answer.');
        const { outlets, relayOutputs } = bench.model;
        const { powerOnCount } = bench;
        return {
          inlets: [],
          banks: [],
          sensors: [],
          outlets: outlets.map(reading),
          relayOutputs: relayOutputs.map(reading),
          powerOnCount,
        };
      },
    });
  }
}

/** An object of the class with just these members. */
export const fake = <T>(type: abstract new (...args: never[]) => T, members: { [Member in keyof T]?: unknown }): T =>
  Object.assign(Object.create(type.prototype as object) as object, members) as T;

/** Everything here runs on promises only, so an empty promise queue means that nothing more happens by itself. */
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const emptySnapshot = ({ outlets, relayOutputs }: PduModel) => ({
  inlets: [],
  banks: [],
  sensors: [],
  outlets: outlets.map(({ id }) => ({ id })),
  relayOutputs: relayOutputs.map(({ id }) => ({ id })),
  seq: 0,
  takenAt: 0,
  uptime: 0,
  readAt: 0,
  fresh: false,
});
