import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { RelayControlService } from '../hardware/relays/relay-control.service.js';
import type { RelayChange } from '../hardware/relays/relay-intent.store.js';
import type { JournalEntry } from '../hardware/relays/slot-journal.js';
import type { SwitchRequest } from '../hardware/relays/switch-command.js';
import { assertSwitched, type SwitchOutcome } from '../hardware/relays/switch-command.js';
import type { Cause } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { Mutex } from '../common/mutex.js';
import type { OnOff } from '../common/units.js';
import { PowerCycleRunner } from './power-cycle-runner.js';
import {
  afterFailure,
  newPowerUp,
  newReboot,
  rebootStatus,
  timeToOn,
  type RebootStatus,
  type Sequence,
} from './power-cycle.js';
import { auditSubject, PowerCycleStore } from './power-cycle.store.js';
import type { SequenceCommand, StaggeredStep, PendingStep } from './power-cycle.js';

/** Commands to the relays of outlets and relay outputs: at once, as a reboot, or one after another. */
@Injectable()
export class PowerCyclesService {
  readonly #mutex = new Mutex();
  readonly #isOn = (relay: string): boolean => this.#lastState(relay) === 'ON';

  constructor(
    private readonly cycles: PowerCycleStore,
    private readonly runner: PowerCycleRunner,
    private readonly relays: RelayControlService,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins reboots; resolves when they are durable. The OFF follows with the next poll cycle, the ON when the wait is
   * over. A reboot that is already under way continues unchanged.
   */
  reboot(reboots: readonly StaggeredStep[], cause: Cause): Promise<void> {
    return this.#exclusively(relaysOf(reboots), async () => {
      this.assertAllowed(requestsOf(relaysOf(reboots), 'REBOOT'), cause);
      const uptime = this.clock.uptime();
      const begun = reboots
        .filter(({ relay }) => this.cycles.get(relay)?.kind !== 'reboot')
        .map((turn) => newReboot(turn, this.#lastState(turn.relay), uptime, { cause: movedFor(cause) }));
      if (begun.length === 0) return;
      const auditRecords = begun.map(({ relay, phase, wait }) => ({
        ...auditSubject(relay, 'reboot'),
        cause,
        after: { rebootStatus: phase, offSeconds: wait / 1000 },
      }));
      await this.cycles.begin(begun, () => this.audit.record(...auditRecords));
    });
  }

  /**
   * Switches at once and cancels the power cycles of these relays. All of them are driven, even if one fails. Throws
   * HARDWARE_SILENT or RELAY_FAULT of the first that has not followed.
   */
  async switch(changes: readonly RelayChange[], cause: Cause): Promise<void> {
    assertSwitched(await this.switchEach(changes, cause));
  }

  /** Like {@link switch}, but returns the outcome of each relay. */
  switchEach(changes: readonly RelayChange[], cause: Cause): Promise<SwitchOutcome[]> {
    return this.#exclusively(
      changes.map(({ id }) => id),
      async () => {
        this.assertAllowed(
          changes.map(({ id, state }) => ({ relay: id, command: state })),
          cause,
        );
        // Before the OFF: after a crash nothing may switch the relay on again.
        await this.cycles.cancel(this.#running(changes, 'OFF'), cause);
        return this.#carryOut(changes, cause);
      },
    );
  }

  /** Throws the refusal of the registered checks, if any. */
  assertAllowed(requests: readonly SwitchRequest[], cause: Cause): void {
    this.relays.assertAllowed(requests, cause);
  }

  /** Cancels power cycles in whatever phase they are; the relays stay as they are, so one that is off stays off. */
  cancel(relays: readonly string[], cause: Cause): Promise<void> {
    return this.#exclusively(relays, () => {
      this.assertAllowed(requestsOf(relays, 'OFF'), cause);
      const running = relays.filter((relay) => this.cycles.get(relay));
      return this.cycles.cancel(running, cause);
    });
  }

  /**
   * Turns relays on, each when its wait is over; resolves when that is durable. The first turns on with the next poll
   * cycle. Replaces their power cycles. `inSameTransaction` is committed in the same transaction if the database can be
   * written; `entries` are made durable even if it cannot.
   */
  powerUp(sequence: SequenceCommand, inSameTransaction = noop, entries: readonly JournalEntry[] = []): Promise<void> {
    return this.#exclusively(sequence.relays, async () => {
      this.assertAllowed(requestsOf(sequence.relays, 'ON'), sequence.cause);
      await this.#schedule(sequence, sequence.steps(this.#isOn), inSameTransaction, entries);
    });
  }

  /** Like {@link powerUp}, but relays without a wait are on when it resolves. Throws the errors of {@link switch}. */
  turnOnStaggered(sequence: SequenceCommand, inSameTransaction = noop): Promise<void> {
    return this.#exclusively(sequence.relays, async () => {
      this.assertAllowed(requestsOf(sequence.relays, 'ON'), sequence.cause);
      const steps = sequence.steps(this.#isOn);
      const now = relaysOf(steps.filter(({ wait }) => wait === 0));
      // A relay that is on gets no step: repeating its ON after a failure of another would delay those that are off.
      const later = steps.filter(({ relay }) => !this.#isOn(relay));
      await this.#schedule({ ...sequence, cause: movedFor(sequence.cause) }, later, inSameTransaction);
      await this.#turnOn(now, sequence.cause).finally(() => this.runner.noteStep(sequence.name));
    });
  }

  /**
   * Turns relays off together with the next poll cycle and on again one after another; resolves when that is durable.
   * Replaces their power cycles. `inSameTransaction` is committed in the same transaction.
   */
  rebootStaggered(sequence: SequenceCommand, inSameTransaction = noop): Promise<void> {
    return this.#exclusively(sequence.relays, async () => {
      this.assertAllowed(requestsOf(sequence.relays, 'REBOOT'), sequence.cause);
      const uptime = this.clock.uptime();
      const common = { cause: movedFor(sequence.cause), sequence: spacingOf(sequence) };
      // A relay that is off already is turned off with the others, so that all of them wait from the same moment.
      const cycles = sequence.steps(this.#isOn).map((step) => newReboot(step, undefined, uptime, common));
      await this.cycles.begin(cycles, inSameTransaction);
      this.runner.beginSequence(sequence.name);
    });
  }

  /** Pauses every power cycle while `work` runs; effective from the call on. */
  whilePaused<T>(work: () => Promise<T>): Promise<T> {
    return this.runner.whilePaused(work);
  }

  /** The `rebootStatus` of a relay. */
  statusOf(relay: string): RebootStatus {
    if (this.cycles.size === 0) return 'none';
    const cycle = this.cycles.get(relay);
    return cycle ? rebootStatus(cycle, this.cycles.measured(relay), this.runner.isSwitching(relay)) : 'none';
  }

  /** True while a reboot or a power-up is going to turn the relay on. */
  willTurnOn(relay: string): boolean {
    return this.cycles.get(relay) !== undefined;
  }

  /** The pending ON of a relay; undefined without one. */
  pendingStepOf(relay: string): PendingStep | undefined {
    const cycle = this.cycles.get(relay);
    // A relay that is on only waits for the end of its cycle to be stored: a reboot requested now is a new one.
    if (!cycle || (cycle.phase === 'pendingOn' && this.runner.isSwitching(relay) && this.#isOn(relay)))
      return undefined;
    const left = timeToOn(cycle, this.clock.uptime());
    return { sequence: cycle.sequence?.name, isReboot: cycle.kind === 'reboot', left };
  }

  /** Resolves when no move is under way. */
  idle(): Promise<void> {
    return this.runner.idle();
  }

  #exclusively<T>(relays: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(() => this.runner.exclusively(relays, work));
  }

  async #carryOut(changes: readonly RelayChange[], cause: Cause): Promise<SwitchOutcome[]> {
    const toBeOn = this.#running(changes, 'ON');
    try {
      const outcomes = await this.runner.switch(changes, cause);
      const followed = new Set(outcomes.filter(({ error }) => !error).map(({ id }) => id));
      for (const relay of toBeOn.filter((id) => !followed.has(id))) this.#retry(relay);
      // After the ON: the cycle of a relay is not deleted before the relay is on.
      await this.cycles.end(toBeOn.filter((id) => followed.has(id)));
      return outcomes;
    } catch (error) {
      for (const relay of toBeOn) this.#retry(relay);
      throw error;
    }
  }

  async #turnOn(relays: readonly string[], cause: Cause): Promise<void> {
    const changes = relays.map((id) => ({ id, state: 'ON' as const }));
    if (changes.length > 0) assertSwitched(await this.#carryOut(changes, cause));
  }

  async #schedule(
    sequence: SequenceCommand,
    steps: readonly StaggeredStep[],
    inSameTransaction: () => Promise<void>,
    entries: readonly JournalEntry[] = [],
  ): Promise<void> {
    const uptime = this.clock.uptime();
    const common = { cause: sequence.cause, sequence: spacingOf(sequence) };
    await this.cycles.begin(
      steps.map((turn) => newPowerUp(turn, uptime, common)),
      inSameTransaction,
      entries,
    );
    this.runner.beginSequence(sequence.name);
  }

  #running(changes: readonly RelayChange[], state: OnOff): string[] {
    return changes.filter((change) => change.state === state && this.cycles.get(change.id)).map(({ id }) => id);
  }

  #retry(relay: string): void {
    const cycle = this.cycles.get(relay);
    if (cycle) this.cycles.replace(cycle, afterFailure({ ...cycle, phase: 'pendingOn' }, this.clock.uptime()));
  }

  #lastState(relay: string): OnOff | undefined {
    return this.cycles.measured(relay) ?? this.relays.intended(relay);
  }
}

/** The cause in the audit log: a power cycle, on behalf of the one who requested it. */
const movedFor = ({ who }: Cause): Cause => ({ kind: 'powerCycle', who });
const spacingOf = ({ name, delay }: SequenceCommand): Sequence => ({ name, gap: Math.round(delay * 1000) });
const requestsOf = (relays: readonly string[], command: SwitchRequest['command']): SwitchRequest[] =>
  relays.map((relay) => ({ relay, command }));
const relaysOf = (steps: readonly StaggeredStep[]): string[] => steps.map(({ relay }) => relay);
const noop = async (): Promise<void> => undefined;
