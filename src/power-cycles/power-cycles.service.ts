import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { RelayControl } from '../hardware/relay-control.service.js';
import type { RelayChange } from '../hardware/relay-intents.service.js';
import type { JournalEntry } from '../hardware/slot-journal.js';
import type { SwitchRequest } from '../hardware/switch-check.js';
import { mustHaveFollowed, type SwitchOutcome } from '../hardware/switch-outcome.js';
import type { Cause } from '../kernel/cause.js';
import { Clock } from '../kernel/clock.js';
import { InTurn } from '../kernel/in-turn.js';
import type { OnOff } from '../kernel/units.js';
import { PowerCycleRunner } from './power-cycle-runner.service.js';
import { failed, powerUp, reboot, rebootStatus, timeToOn, type RebootStatus, type Sequence } from './power-cycle.js';
import { deedOn, PowerCycleStore } from './power-cycle.store.js';
import type { SequenceCommand, Turn, TurnView } from './turn.js';

/** Commands to the relays of outlets and relay outputs: at once, as a reboot, or one after another. */
@Injectable()
export class PowerCycles {
  readonly #commands = new InTurn();
  readonly #isOn = (relay: string): boolean => this.#lastState(relay) === 'ON';

  constructor(
    private readonly cycles: PowerCycleStore,
    private readonly runner: PowerCycleRunner,
    private readonly relays: RelayControl,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins reboots; resolves when they are durable. The OFF comes with the next poll cycle, the ON when the wait is
   * over. A relay that is being rebooted already goes on as it was.
   */
  begin(reboots: readonly Turn[], cause: Cause): Promise<void> {
    return this.#command(relaysOf(reboots), async () => {
      this.mustAllow(requestsOf(relaysOf(reboots), 'REBOOT'), cause);
      const uptime = this.clock.uptime();
      const begun = reboots
        .filter(({ relay }) => this.cycles.get(relay)?.kind !== 'reboot')
        .map((turn) => reboot(turn, this.#lastState(turn.relay), uptime, { cause: movedFor(cause) }));
      if (begun.length === 0) return;
      const deeds = begun.map(({ relay, phase, wait }) => ({
        ...deedOn(relay, 'reboot'),
        cause,
        after: { rebootStatus: phase, offSeconds: wait / 1000 },
      }));
      await this.cycles.begin(begun, () => this.audit.record(...deeds));
    });
  }

  /**
   * Switches at once. Ends the power cycles of these relays and wins over them. All of them are driven, whatever becomes
   * of one. Throws HARDWARE_SILENT or RELAY_FAULT of the first that has not followed.
   */
  async switch(changes: readonly RelayChange[], cause: Cause): Promise<void> {
    mustHaveFollowed(await this.switchEach(changes, cause));
  }

  /** Like {@link switch}, but answers what became of each relay. */
  switchEach(changes: readonly RelayChange[], cause: Cause): Promise<SwitchOutcome[]> {
    return this.#command(
      changes.map(({ id }) => id),
      async () => {
        this.mustAllow(
          changes.map(({ id, state }) => ({ relay: id, command: state })),
          cause,
        );
        // Before the OFF: after a crash nothing may turn the relay on again.
        await this.cycles.cancel(this.#running(changes, 'OFF'), cause);
        return this.#carryOut(changes, cause);
      },
    );
  }

  /** Throws the refusal, if any, of who guards these relays: nothing is begun then. */
  mustAllow(requests: readonly SwitchRequest[], cause: Cause): void {
    this.relays.mustAllow(requests, cause);
  }

  /** Ends power cycles where they stand; their relays stay as they are, so one that is off stays off. */
  cancel(relays: readonly string[], cause: Cause): Promise<void> {
    return this.#command(relays, () => {
      this.mustAllow(requestsOf(relays, 'OFF'), cause);
      const running = relays.filter((relay) => this.cycles.get(relay));
      return this.cycles.cancel(running, cause);
    });
  }

  /**
   * Turns relays on, each when its wait is over; resolves when that is durable. The first goes with the next poll cycle.
   * Takes the place of their power cycles. `alongside` is committed in the same unit of work, if the database can be
   * written; `entries` are made durable even if it cannot.
   */
  powerUp(sequence: SequenceCommand, alongside = nothing, entries: readonly JournalEntry[] = []): Promise<void> {
    return this.#command(sequence.relays, async () => {
      this.mustAllow(requestsOf(sequence.relays, 'ON'), sequence.cause);
      await this.#schedule(sequence, sequence.turns(this.#isOn), alongside, entries);
    });
  }

  /** Like {@link powerUp}, but those that wait for nothing are on when it resolves. Throws what {@link switch} throws. */
  turnOnInTurn(sequence: SequenceCommand, alongside = nothing): Promise<void> {
    return this.#command(sequence.relays, async () => {
      this.mustAllow(requestsOf(sequence.relays, 'ON'), sequence.cause);
      const turns = sequence.turns(this.#isOn);
      const now = relaysOf(turns.filter(({ wait }) => wait === 0));
      // One that is on takes no turn: repeating its ON, should another fail, would keep those that are dark waiting.
      const later = turns.filter(({ relay }) => !this.#isOn(relay));
      await this.#schedule({ ...sequence, cause: movedFor(sequence.cause) }, later, alongside);
      await this.#turnOn(now, sequence.cause).finally(() => this.runner.noteTurn(sequence.name));
    });
  }

  /**
   * Turns relays off together with the next poll cycle and on again one after another; resolves when that is durable.
   * Takes the place of their power cycles. `alongside` is committed in the same unit of work.
   */
  rebootInTurn(sequence: SequenceCommand, alongside = nothing): Promise<void> {
    return this.#command(sequence.relays, async () => {
      this.mustAllow(requestsOf(sequence.relays, 'REBOOT'), sequence.cause);
      const uptime = this.clock.uptime();
      const common = { cause: movedFor(sequence.cause), sequence: spacingOf(sequence) };
      // One that is off already is turned off with the others, so that all of them wait from the same moment.
      const cycles = sequence.turns(this.#isOn).map((turn) => reboot(turn, undefined, uptime, common));
      await this.cycles.begin(cycles, alongside);
      this.runner.beginSequence(sequence.name);
    });
  }

  /** Lets every power cycle stand still while `work` runs; holds from the call on. */
  paused<T>(work: () => Promise<T>): Promise<T> {
    return this.runner.paused(work);
  }

  /** What a relay's `rebootStatus` says. */
  statusOf(relay: string): RebootStatus {
    if (this.cycles.size === 0) return 'none';
    const cycle = this.cycles.get(relay);
    return cycle ? rebootStatus(cycle, this.cycles.measured(relay), this.runner.isHandled(relay)) : 'none';
  }

  /** True while a reboot or a power-up is going to turn the relay on. */
  willTurnOn(relay: string): boolean {
    return this.cycles.get(relay) !== undefined;
  }

  /** What a relay that is going to turn on waits for; undefined for one that is not. */
  turnOf(relay: string): TurnView | undefined {
    const cycle = this.cycles.get(relay);
    // One that is on waits for nothing but its bookkeeping: a reboot asked for now is a new one.
    if (!cycle || (cycle.phase === 'pendingOn' && this.runner.isHandled(relay) && this.#isOn(relay))) return undefined;
    const left = timeToOn(cycle, this.clock.uptime());
    return { sequence: cycle.sequence?.name, isReboot: cycle.kind === 'reboot', left };
  }

  /** Resolves when no move is under way. */
  settled(): Promise<void> {
    return this.runner.settled();
  }

  #command<T>(relays: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#commands.run(() => this.runner.exclusively(relays, work));
  }

  async #carryOut(changes: readonly RelayChange[], cause: Cause): Promise<SwitchOutcome[]> {
    const toBeOn = this.#running(changes, 'ON');
    try {
      const outcomes = await this.runner.switch(changes, cause);
      const followed = new Set(outcomes.filter(({ error }) => !error).map(({ id }) => id));
      for (const relay of toBeOn.filter((id) => !followed.has(id))) this.#tryAgain(relay);
      // After the ON: a relay that is to be on is not forgotten before it is.
      await this.cycles.end(toBeOn.filter((id) => followed.has(id)));
      return outcomes;
    } catch (error) {
      for (const relay of toBeOn) this.#tryAgain(relay);
      throw error;
    }
  }

  async #turnOn(relays: readonly string[], cause: Cause): Promise<void> {
    const changes = relays.map((id) => ({ id, state: 'ON' as const }));
    if (changes.length > 0) mustHaveFollowed(await this.#carryOut(changes, cause));
  }

  async #schedule(
    sequence: SequenceCommand,
    turns: readonly Turn[],
    alongside: () => Promise<void>,
    entries: readonly JournalEntry[] = [],
  ): Promise<void> {
    const uptime = this.clock.uptime();
    const common = { cause: sequence.cause, sequence: spacingOf(sequence) };
    await this.cycles.begin(
      turns.map((turn) => powerUp(turn, uptime, common)),
      alongside,
      entries,
    );
    this.runner.beginSequence(sequence.name);
  }

  #running(changes: readonly RelayChange[], state: OnOff): string[] {
    return changes.filter((change) => change.state === state && this.cycles.get(change.id)).map(({ id }) => id);
  }

  #tryAgain(relay: string): void {
    const cycle = this.cycles.get(relay);
    if (cycle) this.cycles.replace(cycle, failed({ ...cycle, phase: 'pendingOn' }, this.clock.uptime()));
  }

  #lastState(relay: string): OnOff | undefined {
    return this.cycles.measured(relay) ?? this.relays.intended(relay);
  }
}

/** The audit log names the one who asked, and that it was not he who moved the relay. */
const movedFor = ({ who }: Cause): Cause => ({ kind: 'powerCycle', who });
const spacingOf = ({ name, delay }: SequenceCommand): Sequence => ({ name, gap: Math.round(delay * 1000) });
const requestsOf = (relays: readonly string[], command: SwitchRequest['command']): SwitchRequest[] =>
  relays.map((relay) => ({ relay, command }));
const relaysOf = (turns: readonly Turn[]): string[] => turns.map(({ relay }) => relay);
const nothing = async (): Promise<void> => undefined;
