import { Injectable } from '@nestjs/common';
import type { AuditRecord } from '../audit/audit-log.service.js';
import type { Cause } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import type { SensorPort } from '../common/ids.js';
import type { OnOff } from '../common/units.js';
import { RelayControlService, type AcceptedCommand } from '../hardware/relays/relay-control.service.js';
import { RelayIntentStore, type RelayChange } from '../hardware/relays/relay-intent.store.js';
import type { JournalEntry } from '../hardware/relays/slot-journal.js';
import { assertSwitched, type SwitchOutcome, type SwitchRequest } from '../hardware/relays/switch-command.js';
import type { ContactState } from '../hardware/snapshot.js';
import { PowerCycleRunner } from './power-cycle-runner.js';
import { afterFailure, newPowerUp, newReboot, type Sequence } from './power-cycle.js';
import type { SequenceCommand, StaggeredStep } from './power-cycle.js';
import { auditSubject, PowerCycleStore } from './power-cycle.store.js';

/**
 * The commands to relays: at once, as a reboot, or one after another. Only {@link SwitchingService} has this object, and
 * gives it to the work whose turn it is: two commands never run at the same time.
 */
@Injectable()
export class RelayCommands {
  /** The number of the last accepted command of each relay. */
  readonly #lastCommands = new Map<string, number>();
  #accepts = 0;

  constructor(
    private readonly cycles: PowerCycleStore,
    private readonly runner: PowerCycleRunner,
    private readonly relays: RelayControlService,
    private readonly intents: RelayIntentStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins reboots; resolves when they are durable. The OFF follows with the next poll cycle, the ON when the wait is
   * over. A reboot that is already under way continues unchanged.
   */
  reboot(reboots: readonly StaggeredStep[], cause: Cause): Promise<void> {
    return this.#accepted(requestsOf(relaysOf(reboots), 'REBOOT'), cause, () => this.#beginReboots(reboots, cause));
  }

  /**
   * Switches at once and cancels the power cycles of these relays. All of them are driven, even if one fails. Throws
   * HARDWARE_SILENT or RELAY_FAULT of the first that has not followed.
   *
   * @param auditRecord of the command as a whole, stored before anything moves
   */
  async switch(changes: readonly RelayChange[], cause: Cause, auditRecord?: AuditRecord): Promise<void> {
    assertSwitched(await this.switchEach(changes, cause, auditRecord));
  }

  /** Like {@link switch}, but returns the outcome of each relay. */
  switchEach(changes: readonly RelayChange[], cause: Cause, auditRecord?: AuditRecord): Promise<SwitchOutcome[]> {
    return this.#accepted(switchRequestsOf(changes), cause, (command) =>
      this.#switchAccepted(changes, command, auditRecord),
    );
  }

  /** {@link reboot} and {@link switchEach} of different relays as one command: refused as a whole. */
  switchAndReboot(
    changes: readonly RelayChange[],
    reboots: readonly StaggeredStep[],
    cause: Cause,
  ): Promise<SwitchOutcome[]> {
    const requests = [...switchRequestsOf(changes), ...requestsOf(relaysOf(reboots), 'REBOOT')];
    return this.#accepted(requests, cause, async (command) => {
      await this.#beginReboots(reboots, cause);
      return changes.length === 0 ? [] : this.#switchAccepted(changes, command);
    });
  }

  /**
   * Turns relays on, each when its wait is over; resolves when that is durable. The first turns on with the next poll
   * cycle. Replaces their power cycles. `entries` are made durable with them, even if the database cannot be written.
   */
  async powerUp(sequence: SequenceCommand, entries: readonly JournalEntry[] = []): Promise<void> {
    await this.#accepted(requestsOf(sequence.relays, 'ON'), sequence.cause, () =>
      this.#schedule(sequence, sequence.steps(this.isOn), sequence.cause, entries),
    );
  }

  /** Like {@link powerUp}, but relays without a wait are on when it resolves. Throws the errors of {@link switch}. */
  turnOnStaggered(sequence: SequenceCommand): Promise<void> {
    return this.#accepted(requestsOf(sequence.relays, 'ON'), sequence.cause, async (command) => {
      const steps = sequence.steps(this.isOn);
      const now = relaysOf(steps.filter(({ wait }) => wait === 0));
      // A relay that is on gets no step: repeating its ON after a failure of another would delay those that are off.
      const later = steps.filter(({ relay }) => !this.isOn(relay));
      const [entry] = await this.#schedule(sequence, later, movedFor(sequence.cause));
      await this.#turnOn(now, command.ledBy(entry)).finally(() => this.runner.noteStep(sequence.name));
    });
  }

  /**
   * Turns relays off together with the next poll cycle and on again one after another; resolves when that is durable.
   * Replaces their power cycles.
   */
  rebootStaggered(sequence: SequenceCommand): Promise<void> {
    return this.#accepted(requestsOf(sequence.relays, 'REBOOT'), sequence.cause, async () => {
      const uptime = this.clock.uptime();
      const common = { cause: movedFor(sequence.cause), sequence: spacingOf(sequence) };
      // A relay that is off already is turned off with the others, so that all of them wait from the same moment.
      const cycles = sequence.steps(this.isOn).map((step) => newReboot(step, undefined, uptime, common));
      await this.cycles.begin(cycles, recordsOf(sequence));
      this.runner.beginSequence(sequence.name);
    });
  }

  /** See {@link RelayControlService.takeOver}. */
  takeOver(): Promise<void> {
    return this.relays.takeOver();
  }

  /** Opens or closes a relay of the I/O hub on `port`. Throws HARDWARE_SILENT or RELAY_FAULT. */
  switchHubRelay(port: SensorPort, index: number, state: ContactState, cause: Cause): Promise<void> {
    return this.relays.switchHubRelay(port, index, state, cause);
  }

  /** Switches the DC supply of the I/O hub on `port`. Throws HARDWARE_SILENT or RELAY_FAULT. */
  setVdcOutput(port: SensorPort, on: boolean, cause: Cause): Promise<void> {
    return this.relays.setVdcOutput(port, on, cause);
  }

  /** True for a relay that is on as far as anybody knows: as measured or, without a reading, as last requested. */
  readonly isOn = (relay: string): boolean => this.#lastState(relay) === 'ON';

  /** The state that a relay has or, while a power cycle is going to turn it on, will have; undefined if not known. */
  stateToCome(relay: string): OnOff | undefined {
    return this.cycles.get(relay) ? 'ON' : this.#lastState(relay);
  }

  /** The number of the last command to a relay, another for each command since the start; 0 without one. */
  lastCommandOf(relay: string): number {
    return this.#lastCommands.get(relay) ?? 0;
  }

  /**
   * Runs `work` when relay control has accepted the command; the power cycles of these relays make no move meanwhile.
   * Throws the refusal.
   */
  #accepted<T>(
    requests: readonly SwitchRequest[],
    cause: Cause,
    work: (command: AcceptedCommand) => Promise<T>,
  ): Promise<T> {
    const relays = requests.map(({ relay }) => relay);
    return this.runner.exclusively(relays, async () => {
      const command = this.relays.accept(requests, cause);
      this.#accepts++;
      for (const relay of relays) this.#lastCommands.set(relay, this.#accepts);
      return work(command);
    });
  }

  async #beginReboots(reboots: readonly StaggeredStep[], cause: Cause): Promise<void> {
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
    await this.cycles.begin(begun, auditRecords);
  }

  async #switchAccepted(
    changes: readonly RelayChange[],
    command: AcceptedCommand,
    auditRecord?: AuditRecord,
  ): Promise<SwitchOutcome[]> {
    // Before the OFF: after a crash nothing may switch the relay on again.
    const cancelled = this.#running(changes, 'OFF');
    const [entry] = await this.cycles.cancel(cancelled, command.cause, recordsOf({ auditRecord }));
    return this.#carryOut(changes, command.ledBy(auditRecord && entry));
  }

  async #carryOut(changes: readonly RelayChange[], command: AcceptedCommand): Promise<SwitchOutcome[]> {
    const toBeOn = this.#running(changes, 'ON');
    try {
      const outcomes = await this.relays.switch(changes, command);
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

  async #turnOn(relays: readonly string[], command: AcceptedCommand): Promise<void> {
    const changes = relays.map((id) => ({ id, state: 'ON' as const }));
    if (changes.length > 0) assertSwitched(await this.#carryOut(changes, command));
  }

  async #schedule(
    sequence: SequenceCommand,
    steps: readonly StaggeredStep[],
    cause: Cause,
    entries: readonly JournalEntry[] = [],
  ): Promise<readonly number[]> {
    const uptime = this.clock.uptime();
    const common = { cause, sequence: spacingOf(sequence) };
    const cycles = steps.map((turn) => newPowerUp(turn, uptime, common));
    const ids = await this.cycles.begin(cycles, recordsOf(sequence), entries);
    this.runner.beginSequence(sequence.name);
    return ids;
  }

  #running(changes: readonly RelayChange[], state: OnOff): string[] {
    return changes.filter((change) => change.state === state && this.cycles.get(change.id)).map(({ id }) => id);
  }

  #retry(relay: string): void {
    const cycle = this.cycles.get(relay);
    if (cycle) this.cycles.replace(cycle, afterFailure({ ...cycle, phase: 'pendingOn' }, this.clock.uptime()));
  }

  #lastState(relay: string): OnOff | undefined {
    return this.cycles.measured(relay) ?? this.intents.intendedState(relay);
  }
}

/** The cause in the audit log: a power cycle, on behalf of the one who requested it. */
const movedFor = ({ who, entry }: Cause): Cause => ({ kind: 'powerCycle', who, entry });
const spacingOf = ({ name, delay }: SequenceCommand): Sequence => ({ name, gap: Math.round(delay * 1000) });
const recordsOf = ({ auditRecord }: { readonly auditRecord?: AuditRecord | undefined }): AuditRecord[] =>
  auditRecord ? [auditRecord] : [];
const requestsOf = (relays: readonly string[], command: SwitchRequest['command']): SwitchRequest[] =>
  relays.map((relay) => ({ relay, command }));
const switchRequestsOf = (changes: readonly RelayChange[]): SwitchRequest[] =>
  changes.map(({ id, state }) => ({ relay: id, command: state }));
const relaysOf = (steps: readonly StaggeredStep[]): string[] => steps.map(({ relay }) => relay);
