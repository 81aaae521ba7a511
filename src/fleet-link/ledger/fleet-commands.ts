import type { Millis } from '../../common/clock.js';
import type { SwitchState } from '../../fleet-wire/minute.js';
import { endAfterRestart, Ledger, type CommandEnd, type Decision, type EndedEntry } from './ledger.js';
import type { FleetCommand, LedgerEntry } from './ledger.js';

/**
 * Ends that are sent again at once. After a start all of the last hour are, and a hub shuts a PDU out that sends too much
 * at once.
 */
export const AT_ONCE = 100;

/** The controller as the commands of a fleet need it. */
export interface CommandPorts {
  /** The hub's clock, ms; undefined while it is not known. */
  readonly now: () => Millis | undefined;
  /** The code of the reason why the hub may not switch this relay; undefined if it may. */
  readonly refusal: (command: FleetCommand) => string | undefined;
  /**
   * Resolves with true when the entry is durable; with false if nothing can store it. Only what is the newest of its
   * relay must be durable on a full disk too.
   */
  readonly store: (entry: LedgerEntry, isNewest: boolean) => Promise<boolean>;
  /**
   * Makes the controller carry out a command that has begun; never rejects. Answers `lateEnd()` instead, if it has one
   * when it is the command's turn.
   */
  readonly drive: (command: FleetCommand, lateEnd: () => CommandEnd | undefined) => Promise<CommandEnd>;
  readonly measured: (relay: string) => SwitchState;
  readonly isRebooting: (relay: string) => boolean;
  /** Sends the end of a command to the hub, if it is connected. */
  readonly answer: (entry: EndedEntry) => void;
  /** Asks the hub for its clock. */
  readonly askForTime: () => void;
  readonly remove: (ids: readonly string[]) => Promise<void>;
}

/**
 * Carries out the commands of a hub at most once: the entry of the {@link Ledger} is durable before a relay moves, and
 * what a stop has cut off is read back, never repeated.
 */
export class FleetCommands {
  /** The entries that are being stored, by the id of the command. */
  readonly #storing = new Map<string, Promise<boolean>>();

  constructor(
    private readonly ledger: Ledger,
    private readonly ports: CommandPorts,
  ) {}

  /** Ends what the last stop has cut off, by what is measured now. Call it once, before any command. */
  async resume(): Promise<void> {
    for (const entry of this.ledger.running) {
      const { measured, isRebooting } = this.ports;
      await this.#end(entry, endAfterRestart(entry, measured(entry.relay), isRebooting(entry.relay)));
    }
  }

  /** Resolves when the command was answered, or is left for a later one. */
  async receive(command: FleetCommand): Promise<void> {
    await this.#follow(this.ledger.receive(command, this.ports.now(), this.ports.refusal(command)));
  }

  async close(command: FleetCommand): Promise<void> {
    await this.#follow(this.ledger.close(command, this.ports.now()));
  }

  confirm(ids: readonly string[]): void {
    this.ledger.confirm(ids);
  }

  /**
   * Sends the newest ends that the hub does not have yet; the older ones wait until it has them. One that is being stored is
   * sent when it is durable.
   */
  answerAgain(): void {
    for (const entry of this.ledger.unconfirmed.slice(-AT_ONCE)) {
      if (!this.#storing.has(entry.id)) this.ports.answer(entry);
    }
  }

  async forget(): Promise<void> {
    const now = this.ports.now();
    const gone = now === undefined ? [] : this.ledger.forget(now);
    if (gone.length > 0) await this.ports.remove(gone);
  }

  async #follow(decision: Decision): Promise<void> {
    if (decision.kind === 'unclear') this.ports.askForTime();
    if (decision.kind === 'begin') await this.#begin(decision.entry);
    if (decision.kind !== 'answer') return;
    // A copy that comes while the end is being stored waits: an end that a kill could undo was never said.
    await (decision.isNew ? this.#store(decision.entry) : this.#storing.get(decision.entry.id));
    this.ports.answer(decision.entry);
  }

  async #begin(entry: LedgerEntry): Promise<void> {
    const isDurable = await this.#store(entry);
    const end = isDurable
      ? await this.ports.drive(entry, () => this.ledger.lateEnd(entry, this.ports.now()))
      : STORAGE_FULL;
    await this.#end(entry, end);
  }

  async #end({ id }: LedgerEntry, end: CommandEnd): Promise<void> {
    const ended = this.ledger.end(id, end);
    await this.#store(ended);
    this.ports.answer(ended);
  }

  async #store(entry: LedgerEntry): Promise<boolean> {
    const storing = this.ports.store(entry, this.ledger.isNewest(entry));
    this.#storing.set(entry.id, storing);
    try {
      return await storing;
    } finally {
      if (this.#storing.get(entry.id) === storing) this.#storing.delete(entry.id);
    }
  }
}

const STORAGE_FULL: CommandEnd = { outcome: 'refused', code: 'STORAGE_FULL', measured: null };
