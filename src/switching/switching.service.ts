import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../common/access.js';
import { Budgets } from '../common/budgets.js';
import { Clock, type Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { FairQueue, type Rank } from '../common/fair-queue.js';
import { urgently } from '../common/urgent-work.js';
import { PowerCycleRunner } from './power-cycle-runner.js';
import { rebootStatus, timeToOn, type PendingStep, type RebootStatus } from './power-cycle.js';
import { PowerCycleStore } from './power-cycle.store.js';
import { RelayCommands } from './relay-commands.js';

/** Largest number of waiting commands and changes of one user. */
const MAX_WAITING = 100;
/** Switching commands of one user: a burst, and then so many per second. */
const BUDGET = { perSecond: 20, burst: 100 } as const;

/** The properties of a command that the queue needs. */
interface CommandTicket {
  readonly caller: CallerWithAddress;
  /** True for a command that moves a relay, which counts against the budget of its user. */
  readonly switches: boolean;
}

/** A command or change, run when its turn comes; only then it gets the object that relays are commanded with. */
type Work<T> = (relays: RelayCommands) => Promise<T>;

/**
 * The entry of every command and change that concerns relays: of outlets, groups, relay outputs and hubs, whoever sends
 * it. They run one at a time. Users take turns, administrators come before them, and the controller itself (a cold
 * start, the configuration) before all; the automation counts as one user among the others, with limits of its own.
 */
@Injectable()
export class SwitchingService {
  readonly #queue = new FairQueue();
  readonly #budgets = new Budgets(BUDGET);

  constructor(
    private readonly commands: RelayCommands,
    private readonly runner: PowerCycleRunner,
    private readonly cycles: PowerCycleStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a command of a caller when it is next. `work` checks the caller's permissions again, as they may have changed.
   * Throws TOO_MANY_COMMANDS at once, and NOT_SIGNED_IN if the caller's credential ended while the command waited.
   */
  async run<T>({ caller, switches }: CommandTicket, work: Work<T>): Promise<T> {
    if (this.#queue.waiting(caller.userId) >= MAX_WAITING) throw ApiError.tooMany(1, 'TOO_MANY_COMMANDS');
    if (switches) this.#spend(caller.userId);
    const rank: Rank = caller.access.isAdministrator ? 'administrator' : 'user';
    return this.#queue.run(caller.userId, rank, async () => {
      if (caller.hasEnded) throw new ApiError('NOT_SIGNED_IN');
      return urgently(() => work(this.commands));
    });
  }

  /** Runs a command of the automation. */
  automated<T>(work: Work<T>): Promise<T> {
    return this.#queue.run('automations', 'user', () => urgently(() => work(this.commands)));
  }

  /** Runs a command of the controller itself before all that wait. */
  first<T>(work: Work<T>): Promise<T> {
    return this.#queue.run('controller', 'first', () => urgently(() => work(this.commands)));
  }

  /** Like {@link first}, and no power cycle makes a move from the call on until `work` has ended. */
  firstWhilePaused<T>(work: Work<T>): Promise<T> {
    return this.runner.whilePaused(() => this.first(work));
  }

  /** The `rebootStatus` of a relay. */
  statusOf(relay: string): RebootStatus {
    if (this.cycles.size === 0) return 'none';
    const cycle = this.cycles.get(relay);
    return cycle ? rebootStatus(cycle, this.cycles.measured(relay), this.runner.isSwitching(relay)) : 'none';
  }

  /**
   * The moment at which a relay that is off for a reboot or a step turns on, wall clock, in whole seconds; undefined for
   * all others.
   */
  turnsOnAt(relay: string): Millis | undefined {
    const cycle = this.cycles.size === 0 ? undefined : this.cycles.get(relay);
    if (cycle?.phase !== 'pendingOn' || this.cycles.measured(relay) !== 'OFF') return undefined;
    return Math.round((this.clock.now() + timeToOn(cycle, this.clock.uptime())) / 1000) * 1000;
  }

  /** True while a reboot or a power-up is going to turn the relay on. */
  willTurnOn(relay: string): boolean {
    return this.cycles.get(relay) !== undefined;
  }

  /** The pending ON of a relay; undefined without one. */
  pendingStepOf(relay: string): PendingStep | undefined {
    const cycle = this.cycles.get(relay);
    if (!cycle) return undefined;
    // A relay that is on only waits for the end of its cycle to be stored: a reboot requested now is a new one.
    const isOver = cycle.phase === 'pendingOn' && this.runner.isSwitching(relay) && this.commands.isOn(relay);
    if (isOver) return undefined;
    const left = timeToOn(cycle, this.clock.uptime());
    return { sequence: cycle.sequence?.name, isReboot: cycle.kind === 'reboot', left };
  }

  /** Resolves when all commands requested so far have ended and no power cycle makes a move. */
  async idle(): Promise<void> {
    await this.#queue.idle();
    await this.runner.idle();
  }

  #spend(userId: string): void {
    const wait = this.#budgets.spend(userId, this.clock.uptime());
    if (wait > 0) throw ApiError.tooMany(wait / 1000, 'TOO_MANY_COMMANDS');
  }
}
