/** The dispatcher of actions on a database in memory, with rows made up by the test and a clock that it moves. */
import { AuditBounds } from '../../../src/audit/audit-bounds.js';
import { AuditEntryEntity } from '../../../src/audit/audit-entry.entity.js';
import { AuditLogService } from '../../../src/audit/audit-log.service.js';
import type { SecretBox } from '../../../src/database/secret-box.js';
import type { Snapshot } from '../../../src/hardware/snapshot.js';
import { SnapshotStore } from '../../../src/hardware/snapshot.store.js';
import { Revision } from '../../../src/kernel/revision.js';
import { Ticks } from '../../../src/kernel/ticks.js';
import type { SettingsStore } from '../../../src/settings/settings.store.js';
import { ActionDispatcherService } from '../../../src/actions/execution/action-dispatcher.service.js';
import { ActionRunner } from '../../../src/actions/execution/action-runner.js';
import { ActionRecoveryService } from '../../../src/actions/execution/action-recovery.service.js';
import { ActionRunEntity } from '../../../src/actions/action.entity.js';
import { ActionRunRepository } from '../../../src/actions/execution/action-run.repository.js';
import type { ActionTools } from '../../../src/actions/execution/action-tools.js';
import { ActionEntity } from '../../../src/actions/action.entity.js';
import { ActionStore } from '../../../src/actions/action.store.js';
import { AutomationLimitsService } from '../../../src/actions/limits/automation-limits.service.js';
import { RunBudget } from '../../../src/actions/limits/run-budget.js';
import { AutomaticSwitchLog } from '../../../src/actions/limits/automatic-switch-log.js';
import type { Delivery } from '../../../src/outbound/delivery.js';
import type { ActionRow, ActionContext } from '../../../src/actions/catalogue/row.js';
import { TickTimer } from '../../../src/actions/execution/tick-timer.js';
import type { EventOccurrence } from '../../../src/actions/event-occurrence.js';
import { PreparedActions } from '../../../src/actions/execution/prepared-actions.js';
import { RunPlannerService } from '../../../src/actions/execution/run-planner.service.js';
import { RelayRateLimiter } from '../../../src/actions/limits/relay-rate-limiter.js';
import type { PreparedAction } from '../../../src/actions/execution/action-run.js';
import type { SwitchingService } from '../../../src/switching/switching.service.js';
import { aDatabase, type ModuleDatabase } from './module-database.js';
import { VirtualClock } from '../time/virtual-clock.js';

/** The behaviour of an action in a test. */
export interface FakeAction {
  readonly target?: string;
  readonly switches?: boolean;
  /** By default, an action that switches is not retried, and every other is. */
  readonly retries?: boolean;
  readonly moves?: readonly string[];
  readonly commands?: string;
  /** Its code of the catalogue, for an action that is stored too. */
  readonly code?: number;
  readonly perform: (context: ActionContext) => Promise<Delivery>;
  readonly happened?: () => boolean;
}

export const DONE: Delivery = { delivered: true };
export const anOccurrence = (actionIds: readonly number[], more: Partial<EventOccurrence> = {}): EventOccurrence => ({
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

class FakePreparedActions extends PreparedActions {
  fakeActions: ReadonlyMap<number, FakeAction> = new Map();

  override find(actionId: number): PreparedAction | undefined {
    const fake = this.fakeActions.get(actionId);
    if (!fake) return undefined;
    const { target = '', switches = false, retries = !switches, moves, commands, perform, happened } = fake;
    const row: ActionRow = {
      code: 0,
      name: 'Made up',
      params: [],
      needs: () => [],
      switches,
      retries,
      fits: () => true,
      target: () => target,
      ...(commands !== undefined && { commands: () => commands }),
      ...(moves && { moves: () => ({ objects: moves, move: 'OFF' as const }) }),
      perform: (_tools, _params, context) => perform(context),
      ...(happened && { happened }),
    };
    return {
      action: { id: actionId, name: `Action ${actionId}`, enabled: true, code: 0, params: [], maker: null },
      row,
      params: ['', '', ''],
    };
  }
}

/** One run of the controller. */
export class ControllerRun {
  readonly ticks = new Ticks();
  readonly snapshots = new SnapshotStore(this.ticks, new Revision());
  readonly audit: AuditLogService;
  readonly runs: ActionRunRepository;
  readonly automaticSwitchLog: AutomaticSwitchLog;
  readonly dispatcher: ActionDispatcherService;
  readonly #store: ActionStore;
  readonly #actions: FakePreparedActions;
  readonly #timer: TickTimer;
  readonly #limits: AutomationLimitsService;
  readonly #recovery: ActionRecoveryService;

  constructor(
    readonly database: ModuleDatabase,
    readonly clock: VirtualClock,
    perMinute: number,
  ) {
    const { db } = database;
    const settings = { get: () => perMinute } as object as SettingsStore;
    this.audit = new AuditLogService(db, clock, new AuditBounds());
    this.#store = new ActionStore(db, this.audit, {} as SecretBox);
    this.automaticSwitchLog = new AutomaticSwitchLog(clock);
    this.#timer = new TickTimer(this.ticks, clock);
    const switching = { willTurnOn: () => false } as object as SwitchingService;
    const pauses = new RelayRateLimiter(switching, this.snapshots, this.audit, clock);
    const tools = { targets: {} } as object as ActionTools;
    this.#actions = new FakePreparedActions(this.#store, tools.targets);
    const runner = new ActionRunner(tools, this.automaticSwitchLog, pauses, this.#timer, clock);
    this.runs = new ActionRunRepository(db, this.audit, clock);
    this.#limits = new AutomationLimitsService(this.audit, this.ticks, clock);
    const planner = new RunPlannerService(this.#store, new RunBudget(settings, clock), this.#limits);
    this.dispatcher = new ActionDispatcherService(planner, this.#actions, runner, this.runs, this.#timer, clock);
    this.#recovery = new ActionRecoveryService(this.runs, this.#actions, runner, this.dispatcher, clock);
  }

  async start(fakeActions: Readonly<Record<number, FakeAction>>): Promise<this> {
    this.#actions.fakeActions = new Map(Object.entries(fakeActions).map(([id, fake]) => [Number(id), fake]));
    for (const [id, { code }] of this.#actions.fakeActions) {
      if (code === undefined) continue;
      const action = { id, name: `Action ${id}`, enabled: true, code, params: [], maker: null };
      await this.database.source.manager.upsert(ActionEntity, action, ['id']);
    }
    await this.#store.load();
    this.#timer.onModuleInit();
    this.#limits.onModuleInit();
    this.snapshots.publish({} as Snapshot);
    await this.#recovery.onModuleInit();
    await this.#recovery.onApplicationBootstrap();
    return this;
  }

  stop(): void {
    this.#timer.onModuleDestroy();
    this.dispatcher.onModuleDestroy();
  }

  /** Lets seconds pass, one poll cycle each; hanging actions stay so. */
  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.clock.advance(1000);
      this.snapshots.publish({} as Snapshot);
      await this.idle();
    }
  }

  /** Completes all work that needs no time. */
  async idle(): Promise<void> {
    for (let round = 0; round < 8; round++) {
      await this.database.db.idle();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async table(): Promise<ActionRunEntity[]> {
    return this.database.source.manager.find(ActionRunEntity, { order: { id: 'ASC' } });
  }

  /** `state result` of every run, oldest first. */
  async ends(): Promise<string[]> {
    return (await this.table()).map(({ state, result }) => (result === null ? state : `${state} ${result}`));
  }

  async log(): Promise<AuditEntryEntity[]> {
    return this.database.source.manager.find(AuditEntryEntity, { order: { id: 'ASC' } });
  }
}

export class ActionBench {
  readonly clock = new VirtualClock();
  #database: ModuleDatabase | undefined;

  get database(): ModuleDatabase {
    if (!this.#database) throw new Error('The bench has not started.');
    return this.#database;
  }

  async start(fakeActions: Readonly<Record<number, FakeAction>>, perMinute = 10): Promise<ControllerRun> {
    this.#database ??= await aDatabase([AuditEntryEntity, ActionEntity, ActionRunEntity]);
    return new ControllerRun(this.#database, this.clock, perMinute).start(fakeActions);
  }

  /** Stops the controller and starts it after a time: only the database of the previous run remains. */
  async restart(fakeActions: Readonly<Record<number, FakeAction>>, awaySeconds = 1): Promise<ControllerRun> {
    this.clock.advance(awaySeconds * 1000);
    return this.start(fakeActions);
  }

  occurrence(actionIds: readonly number[], more: Partial<EventOccurrence> = {}): EventOccurrence {
    return anOccurrence(actionIds, { at: this.clock.now(), ...more });
  }

  stop(): Promise<void> {
    return this.database.close();
  }
}
