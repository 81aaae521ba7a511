/**
 * Relays that outlive the controller, for tests of what a crash does to them. The plant (relays, stored rows, wall
 * clock) stays; a `Run` is one life of the controller's own switching classes upon it, which can be cut short at any
 * durable write or relay move.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getMetadataArgsStorage } from 'typeorm';
import { AuditLog, type Deed } from '../../src/audit/audit-log.service.js';
import { Db } from '../../src/database/db.js';
import { IntentJournal } from '../../src/hardware/intent-journal.js';
import { MeterPoller } from '../../src/hardware/meter-poller.service.js';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../../src/hardware/profiles/profile.js';
import { RelayControl } from '../../src/hardware/relay-control.service.js';
import { RelayIntents, type RelayChange } from '../../src/hardware/relay-intents.service.js';
import { SlotMemory } from '../../src/hardware/slot-file.js';
import { SlotJournal } from '../../src/hardware/slot-journal.js';
import { SnapshotStore } from '../../src/hardware/snapshot.store.js';
import type { OnOff } from '../../src/kernel/units.js';
import { PowerCycleRunner } from '../../src/power-cycles/power-cycle-runner.service.js';
import { PowerCycleStore } from '../../src/power-cycles/power-cycle.store.js';
import { PowerCycles } from '../../src/power-cycles/power-cycles.service.js';
import { VirtualClock } from './virtual-clock.js';

const PROFILE: ModelProfile = {
  model: 'plant',
  modelNumber: 'PLANT',
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

/** What the bus does with a command: carries it out, loses it, or carries it out and does not say so. */
export type Bus = 'working' | 'losing' | 'mute';

/** Something that loads itself at start. */
export interface Part {
  onModuleInit(): unknown;
}

type Rows = Map<unknown, Map<unknown, object>>;

/**
 * The transaction that the current call belongs to. One storage serves all runs, because every promise of the process
 * pays for each storage that was ever entered: with one for each run, 900 runs took 23 s instead of 1.
 */
const transactions = new AsyncLocalStorage<{ readonly run: Run; readonly entities: object }>();

const { tables: TABLES, columns: COLUMNS } = getMetadataArgsStorage();

/** As much of what TypeORM knows of an entity as `storeRows` asks for. */
const metadataOf = (entity: unknown) => ({
  tableName: TABLES.find(({ target }) => target === entity)?.name,
  columns: COLUMNS.filter(({ target }) => target === entity).map(({ propertyName }) => {
    return { propertyName, databaseName: propertyName };
  }),
});

/** What a statement of `storeRows` stores. */
function storedRows(sql: string, values: readonly unknown[]) {
  const [, name, list = '', key = ''] = /^INSERT INTO "(\w+)" \((.*?)\).*ON CONFLICT \("(\w+)"\)/.exec(sql) ?? [];
  const names = list.split(', ').map((column) => column.slice(1, -1));
  const rows: Record<string, unknown>[] = [];
  for (let from = 0; from < values.length; from += names.length) {
    rows.push(Object.fromEntries(names.map((column, place) => [column, values[from + place]])));
  }
  return { entity: TABLES.find((table) => table.name === name)?.target, key, rows };
}

export class Plant {
  readonly model = new PduModel(PROFILE);
  readonly relays = new Map<string, OnOff>();
  /** Every change of a relay. */
  readonly moves: { readonly id: string; readonly state: OnOff; readonly at: number }[] = [];
  readonly deeds: Deed[] = [];
  readonly tables: Rows = new Map();
  /** The journal's slots; they can be overwritten on a full disk too. */
  readonly slots = new SlotMemory(64);
  /** The database refuses to write. */
  diskFull = false;
  /** Relays that do not follow. */
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

  /** The PDU loses its mains and has it again: every relay falls off. */
  loseMains(): void {
    for (const id of this.relays.keys()) this.move(id, 'OFF');
    this.moves.length = 0;
    this.powerOnCount++;
  }

  /** The controller starts; `others` makes more of its parts. */
  async start(others: (run: Run) => Part[] = () => []): Promise<Run> {
    const now = this.clock.now();
    this.clock = new VirtualClock();
    this.clock.setWall(now);
    const run: Run = new Run(this, await this.#openSlots((): Run => run));
    await run.open(others(run));
    return run;
  }

  /** Writing a slot is an effect of the run, as a commit is. */
  #openSlots(run: () => Run): Promise<SlotJournal> {
    return SlotJournal.open({
      read: () => this.slots.read(),
      write: (slots) => run().effect(() => void this.slots.write(slots)),
      close: () => this.slots.close(),
    });
  }
}

export class Run {
  /** Writes and relay commands that this life has left; the last one of a finite number does not happen. */
  effects = Infinity;
  readonly snapshots = new SnapshotStore();
  readonly db: Db;
  readonly journal: IntentJournal;
  readonly audit: AuditLog;
  readonly driver: PduDriver;
  readonly poller: MeterPoller;
  readonly relays: RelayControl;
  readonly cycles: PowerCycles;
  readonly #parts: readonly Part[];

  constructor(
    readonly plant: Plant,
    slots: SlotJournal,
  ) {
    this.db = this.#database();
    this.audit = fake(AuditLog, { record: async (...deeds: Deed[]) => void plant.deeds.push(...deeds) });
    this.driver = this.#driver();
    this.poller = new MeterPoller(this.driver, this.snapshots, plant.clock);
    this.journal = new IntentJournal(this.db, slots);
    const intents = new RelayIntents(this.journal, plant.clock);
    this.relays = new RelayControl(this.driver, this.poller, this.snapshots, intents, this.audit);
    const store = new PowerCycleStore(this.driver, this.snapshots, this.journal, this.audit, plant.clock);
    const runner = new PowerCycleRunner(store, this.relays, this.snapshots, plant.clock);
    this.cycles = new PowerCycles(store, runner, this.relays, this.audit, plant.clock);
    this.#parts = [intents, store, runner];
  }

  get isDead(): boolean {
    return this.effects <= 0;
  }

  async open(others: readonly Part[]): Promise<void> {
    if (this.plant.bus !== 'working') this.snapshots.publish(emptyPicture(this.plant.model));
    for (const part of [...this.#parts, ...others]) await part.onModuleInit();
    await this.poll();
  }

  /** Lets seconds pass, one poll cycle each. */
  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.plant.clock.advance(1000);
      await this.poll();
    }
  }

  async poll(): Promise<void> {
    void this.poller.poll();
    await idle();
  }

  /** What became of a command: done, refused, or never answered because the controller died. */
  async outcome(command: Promise<unknown>): Promise<'done' | 'refused' | 'unanswered'> {
    let outcome: 'done' | 'refused' | 'unanswered' = 'unanswered';
    command.then(
      () => (outcome = 'done'),
      () => (outcome = 'refused'),
    );
    await idle();
    return outcome;
  }

  /** One thing that the outside world sees. */
  effect<T>(deed: () => T): Promise<T> {
    if (this.effects <= 0 || --this.effects <= 0) return new Promise<T>(() => undefined);
    return new Promise((resolve) => resolve(deed()));
  }

  #database(): Db {
    let tail: Promise<unknown> = Promise.resolve();
    const table = (entity: unknown) => {
      const rows = this.plant.tables.get(entity) ?? new Map<unknown, object>();
      this.plant.tables.set(entity, rows);
      return rows;
    };
    const staging = () => {
      const changes: (() => void)[] = [];
      const entities = {
        upsert: async (entity: unknown, given: object | object[], [key = '']: string[]) => {
          for (const row of [given].flat()) {
            changes.push(() => table(entity).set((row as Record<string, unknown>)[key], { ...row }));
          }
        },
        connection: { getMetadata: metadataOf },
        query: async (sql: string, values: unknown[]) => {
          const { entity, key, rows } = storedRows(sql, values);
          for (const row of rows) changes.push(() => table(entity).set(row[key], { ...row }));
        },
        delete: async (entity: unknown, keys: unknown[]) => {
          changes.push(() => keys.forEach((each) => table(entity).delete(each)));
        },
      };
      return { entities, commit: () => changes.forEach((change) => change()) };
    };
    return fake(Db, {
      all: async (entity: unknown) => [...table(entity).values()].map((row) => ({ ...row })),
      afterCommit: (callback: () => void) => callback(),
      write: (work: (entities: object) => Promise<unknown>) => {
        const joined = transactions.getStore();
        if (joined?.run === this) return work(joined.entities);
        const result = tail.then(async () => {
          const { entities, commit } = staging();
          const answer = await transactions.run({ run: this, entities }, () => work(entities));
          if (this.plant.diskFull) throw new Error('SQLITE_FULL: database or disk is full');
          await this.effect(commit);
          return answer;
        });
        tail = result.catch(() => undefined);
        return result;
      },
    });
  }

  #driver(): PduDriver {
    const { plant } = this;
    const drive = (changes: readonly RelayChange[]) =>
      this.effect(() => {
        if (plant.bus !== 'losing') for (const { id, state } of changes) plant.move(id, state);
        if (plant.bus !== 'working') throw new Error('The bus does not answer.');
      });
    const reading = ({ id }: { id: string }) => {
      const state = plant.relays.get(id);
      return { id, state, voltagePresent: state === 'ON' };
    };
    return fake(PduDriver, {
      name: 'plant',
      model: plant.model,
      outlets: { setOutlets: drive },
      relayOutputs: { setRelayOutput: (id: string, state: OnOff) => drive([{ id, state }]) },
      read: async () => {
        if (plant.bus !== 'working') throw new Error('The bus does not answer.');
        const { outlets, relayOutputs } = plant.model;
        const { powerOnCount } = plant;
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
export const fake = <T>(type: abstract new (...args: never[]) => T, members: object): T =>
  Object.assign(Object.create(type.prototype as object) as object, members) as T;

/** Everything here runs on promises alone, so an empty queue of them means that nothing more happens by itself. */
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const emptyPicture = ({ outlets, relayOutputs }: PduModel) => ({
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
