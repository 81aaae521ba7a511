/** The executor of actions on a database in memory, with rows made up by the test and a clock that it moves. */
import { AuditBounds } from '../../src/audit/audit-bounds.js';
import { AuditEntry } from '../../src/audit/audit-entry.entity.js';
import { AuditLog } from '../../src/audit/audit-log.service.js';
import { Audit1700000000100 } from '../../src/database/migrations/0001-audit.js';
import { Actions1700000001400 } from '../../src/database/migrations/0014-actions.js';
import type { SecretBox } from '../../src/database/secret-box.js';
import type { Snapshot } from '../../src/hardware/snapshot.js';
import { SnapshotStore } from '../../src/hardware/snapshot.store.js';
import type { SettingsStore } from '../../src/settings/settings.store.js';
import { ActionExecutor } from '../../src/actions/action-executor.service.js';
import { ActionPerformer } from '../../src/actions/action-performer.service.js';
import { ActionRecovery } from '../../src/actions/action-recovery.service.js';
import { ActionRun } from '../../src/actions/action-run.entity.js';
import { ActionRuns } from '../../src/actions/action-runs.service.js';
import type { ActionTools } from '../../src/actions/action-tools.js';
import { Action } from '../../src/actions/action.entity.js';
import { ActionStore } from '../../src/actions/action.store.js';
import { AutomationLimits } from '../../src/actions/automation-limits.service.js';
import { AutomaticMoves } from '../../src/actions/automatic-moves.service.js';
import type { Delivery } from '../../src/actions/channels/channel.js';
import type { ActionRow, Occasion } from '../../src/actions/catalogue/row.js';
import { DueTimes } from '../../src/actions/due-times.js';
import type { Firing } from '../../src/actions/firing.js';
import { FiringGuard } from '../../src/actions/firing-guard.service.js';
import { RelayPauses } from '../../src/actions/relay-pauses.service.js';
import type { Task } from '../../src/actions/run.js';
import type { PowerCycles } from '../../src/power-cycles/power-cycles.service.js';
import { aDatabase, type RoomDatabase } from './room-database.js';
import { VirtualClock } from './virtual-clock.js';

/** What an action does in a test. */
export interface Deed {
  readonly target?: string;
  readonly switches?: boolean;
  /** Unless said otherwise, what switches is not tried again, and everything else is. */
  readonly retries?: boolean;
  readonly moves?: readonly string[];
  readonly perform: (occasion: Occasion) => Promise<Delivery>;
  readonly happened?: () => boolean;
}

export const DONE: Delivery = { delivered: true };
export const aFiring = (actionIds: readonly number[], more: Partial<Firing> = {}): Firing => ({
  eventId: 1,
  eventName: 'Too much current',
  code: 31,
  params: ['1200578', '16', '3'],
  at: 0,
  object: 'Bank 1',
  objectKind: 'bank',
  objectId: '1200578',
  actionIds,
  depth: 0,
  ...more,
});

class MadeUpRows extends ActionPerformer {
  deeds: ReadonlyMap<number, Deed> = new Map();

  override taskOf(actionId: number): Task | undefined {
    const deed = this.deeds.get(actionId);
    if (!deed) return undefined;
    const { target = '', switches = false, retries = !switches, moves, perform, happened } = deed;
    const row: ActionRow = {
      code: 0,
      name: 'Made up',
      params: [],
      needs: () => [],
      switches,
      retries,
      fits: () => true,
      target: () => target,
      ...(moves && { moves: () => ({ objects: moves, move: 'OFF' as const }) }),
      perform: (_tools, _params, occasion) => perform(occasion),
      ...(happened && { happened }),
    };
    return {
      action: { id: actionId, name: `Action ${actionId}`, enabled: true, code: 0, params: [], maker: null },
      row,
      params: ['', '', ''],
    };
  }
}

/** One life of the controller. */
export class Life {
  readonly snapshots = new SnapshotStore();
  readonly audit: AuditLog;
  readonly runs: ActionRuns;
  readonly moves: AutomaticMoves;
  readonly executor: ActionExecutor;
  readonly #store: ActionStore;
  readonly #performer: MadeUpRows;
  readonly #recovery: ActionRecovery;

  constructor(
    readonly database: RoomDatabase,
    readonly clock: VirtualClock,
    perMinute: number,
  ) {
    const { db } = database;
    const settings = { get: () => perMinute } as object as SettingsStore;
    this.audit = new AuditLog(db, clock, new AuditBounds());
    this.#store = new ActionStore(db, this.audit, {} as SecretBox);
    this.moves = new AutomaticMoves(clock);
    const due = new DueTimes(clock);
    const cycles = { willTurnOn: () => false } as object as PowerCycles;
    const pauses = new RelayPauses(cycles, this.snapshots, this.audit, clock);
    const tools = { targets: {} } as object as ActionTools;
    this.#performer = new MadeUpRows(this.#store, tools, this.moves, pauses, due, clock);
    this.runs = new ActionRuns(db, this.audit, clock);
    const limits = new AutomationLimits(this.audit, clock);
    const guard = new FiringGuard(this.#store, settings, clock, limits);
    this.executor = new ActionExecutor(
      guard,
      this.#performer,
      this.runs,
      this.moves,
      due,
      db,
      this.snapshots,
      limits,
      clock,
    );
    this.#recovery = new ActionRecovery(this.runs, this.#performer, this.executor, clock);
  }

  async start(deeds: Readonly<Record<number, Deed>>): Promise<this> {
    this.#performer.deeds = new Map(Object.entries(deeds).map(([id, deed]) => [Number(id), deed]));
    this.executor.onModuleInit();
    this.snapshots.publish({} as Snapshot);
    await this.#recovery.onModuleInit();
    await this.#recovery.onApplicationBootstrap();
    return this;
  }

  /** Lets seconds pass, one poll cycle each; what hangs goes on hanging. */
  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.clock.advance(1000);
      this.snapshots.publish({} as Snapshot);
      await this.idle();
    }
  }

  /** Lets everything happen that needs no time. */
  async idle(): Promise<void> {
    for (let round = 0; round < 8; round++) {
      await this.database.db.settled();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async table(): Promise<ActionRun[]> {
    return this.database.source.manager.find(ActionRun, { order: { id: 'ASC' } });
  }

  /** `state result` of every run, oldest first. */
  async ends(): Promise<string[]> {
    return (await this.table()).map(({ state, result }) => (result === null ? state : `${state} ${result}`));
  }

  async log(): Promise<AuditEntry[]> {
    return this.database.source.manager.find(AuditEntry, { order: { id: 'ASC' } });
  }
}

export class Bench {
  readonly clock = new VirtualClock();
  #database: RoomDatabase | undefined;

  get database(): RoomDatabase {
    if (!this.#database) throw new Error('The bench has not started.');
    return this.#database;
  }

  async start(deeds: Readonly<Record<number, Deed>>, perMinute = 10): Promise<Life> {
    this.#database ??= await aDatabase([AuditEntry, Action, ActionRun], [Audit1700000000100, Actions1700000001400]);
    return new Life(this.#database, this.clock, perMinute).start(deeds);
  }

  /** The controller stops and starts again so much later: nothing of the life before is left but the database. */
  async restart(deeds: Readonly<Record<number, Deed>>, awaySeconds = 1): Promise<Life> {
    this.clock.advance(awaySeconds * 1000);
    return this.start(deeds);
  }

  firing(actionIds: readonly number[], more: Partial<Firing> = {}): Firing {
    return aFiring(actionIds, { at: this.clock.now(), ...more });
  }

  stop(): Promise<void> {
    return this.database.close();
  }
}
