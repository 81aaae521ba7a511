import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { RelayControlService } from '../hardware/relays/relay-control.service.js';
import { errorMessage } from '../common/text.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { assertSwitched, type SwitchOutcome } from '../hardware/relays/switch-command.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import { isRelayOutputId } from '../common/ids.js';
import type { OnOff } from '../common/units.js';
import { afterFailure, isStepAllowed, moveOf, afterOff, type PowerCycle } from './power-cycle.js';
import { PowerCycleStore } from './power-cycle.store.js';

/** Makes the due moves of the power cycles: checks them on every poll cycle, but switches without delaying it. */
@Injectable()
export class PowerCycleRunner implements OnModuleInit {
  readonly #logger = new Logger('PowerCycles');
  /** Relays that a move is switching now. */
  readonly #moving = new Set<string>();
  /** Relays that a command has exclusively now. */
  readonly #held = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  /** The moment at which a member of each sequence last turned on, Clock.uptime(). */
  readonly #lastOn = new Map<string, Millis>();
  #paused = false;

  constructor(
    private readonly cycles: PowerCycleStore,
    private readonly relays: RelayControlService,
    private readonly snapshots: SnapshotStore,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.snapshots.onTick('relays', (now) => this.#onTick(now));
  }

  /** True while the relay is being switched by a move or a command. */
  isSwitching(relay: string): boolean {
    return this.#moving.has(relay) || this.#held.has(relay);
  }

  /** Holds back the moves of these relays while `work` runs, and waits for those under way before it begins. */
  async exclusively<T>(relays: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const relay of relays) this.#held.add(relay);
    try {
      if (relays.some((relay) => this.#moving.has(relay))) await Promise.all(this.#running);
      return await work();
    } finally {
      for (const relay of relays) this.#held.delete(relay);
    }
  }

  /** Makes no move while `work` runs; holds from the call on. */
  async whilePaused<T>(work: () => Promise<T>): Promise<T> {
    this.#paused = true;
    return work().finally(() => (this.#paused = false));
  }

  /** Begins a sequence, which keeps no distance to the one of the same name that it replaces. */
  beginSequence(name: string): void {
    this.#lastOn.delete(name);
  }

  /** Notes that a command has turned a member of the sequence on. */
  noteStep(name: string): void {
    this.#lastOn.set(name, this.clock.uptime());
  }

  /** Resolves when no move is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #onTick(now: Snapshot): void {
    if (this.#paused) return;
    if (this.cycles.size === 0) {
      this.#lastOn.clear();
      return;
    }
    const batches = new Map<string, { move: OnOff; cycles: PowerCycle[] }>();
    for (const cycle of this.cycles.values()) {
      const move = this.isSwitching(cycle.relay) ? undefined : this.#moveOf(cycle, now.uptime);
      if (!move) continue;
      const name = `${move} ${batchOf(cycle)}`;
      const batch = batches.get(name);
      if (batch) batch.cycles.push(cycle);
      else batches.set(name, { move, cycles: [cycle] });
    }
    for (const { move, cycles } of batches.values()) {
      const { uptime } = now;
      this.#start(cycles, () => (move === 'OFF' ? this.#turnOff(cycles) : this.#turnOn(cycles, uptime)));
    }
  }

  #moveOf(cycle: PowerCycle, uptime: Millis): OnOff | undefined {
    const move = moveOf(cycle, uptime);
    if (move !== 'ON' || !cycle.sequence) return move;
    if (!isStepAllowed(cycle.sequence, this.#lastOn.get(cycle.sequence.name), uptime)) return undefined;
    this.#lastOn.set(cycle.sequence.name, uptime);
    return move;
  }

  #start(cycles: readonly PowerCycle[], move: () => Promise<void>): void {
    for (const { relay } of cycles) this.#moving.add(relay);
    const done = move()
      .catch((error: unknown) => this.#postpone(cycles, error))
      .finally(() => {
        for (const { relay } of cycles) this.#moving.delete(relay);
        this.#running.delete(done);
      });
    this.#running.add(done);
  }

  async #turnOff(cycles: readonly PowerCycle[]): Promise<void> {
    await this.cycles.storeBeforeOff(cycles);
    try {
      assertSwitched(await this.#switch(cycles, 'OFF'));
    } catch (error) {
      // The relay may be off or not, so the cycle continues: relayHealth shows the fault, and the ON resolves it.
      this.#logger.warn(`A power cycle could not turn ${namesOf(cycles)} off: ${errorMessage(error)}`);
    }
    // Counted from here, not from the poll cycle: a slow commit must not shorten the off time.
    const at = this.clock.uptime();
    for (const cycle of cycles) this.cycles.replace(cycle, afterOff(cycle, at));
  }

  async #turnOn(cycles: readonly PowerCycle[], at: Millis): Promise<void> {
    const outcomes = await this.#switch(cycles, 'ON');
    const on = outcomes.filter(({ error }) => !error).map(({ id }) => id);
    await this.cycles.completeSteps(on, at, (relay) => !this.isSwitching(relay));
    assertSwitched(outcomes);
  }

  #switch(cycles: readonly PowerCycle[], state: OnOff): Promise<SwitchOutcome[]> {
    const requests = cycles.map(({ relay, cause }) => ({ relay, command: state, entry: cause.entry }));
    const changes = cycles.map(({ relay }) => ({ id: relay, state }));
    return this.relays.switch(changes, this.relays.accept(requests, causeOf(cycles)));
  }

  /** Schedules a failed move again; none is ever dropped. */
  #postpone(cycles: readonly PowerCycle[], error: unknown): void {
    const left = cycles.filter(({ relay }) => this.cycles.get(relay));
    this.#logger.warn(
      `A move of the power cycle of ${namesOf(left)} failed and will be repeated: ${errorMessage(error)}`,
    );
    for (const cycle of left) this.cycles.replace(cycle, afterFailure(cycle, this.clock.uptime()));
  }
}

/** The key of a switching: outlets of one cause move together. A relay that failed before moves separately. */
const batchOf = ({ relay, failures, cause }: PowerCycle): string =>
  failures > 0 || isRelayOutputId(relay) ? relay : `${cause.kind} ${cause.who}`;

const causeOf = ([first]: readonly PowerCycle[]): Cause => first?.cause ?? { kind: 'powerCycle', who: 'power cycle' };
const namesOf = (cycles: readonly PowerCycle[]): string => cycles.map(({ relay }) => relay).join(', ');
