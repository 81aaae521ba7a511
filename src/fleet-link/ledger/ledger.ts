import type { Millis } from '../../common/clock.js';
import type { Outcome } from '../../fleet-wire/messages.js';
import type { SwitchState } from '../../fleet-wire/minute.js';

/** A command of the hub to one outlet. */
export interface FleetCommand {
  readonly id: string;
  /** The order in which the hub has accepted it: a greater number is a newer command. */
  readonly number: number;
  /** Id of the outlet. */
  readonly relay: string;
  readonly command: 'ON' | 'OFF' | 'REBOOT';
  /** The hub's clock until which it may begin, ms. */
  readonly until: Millis;
  /** The name of the user of the hub. */
  readonly who: string;
}

/** The end of a command. */
export interface CommandEnd {
  readonly outcome: Outcome;
  /** The code of the error; null where there is none. */
  readonly code: string | null;
  /** The state of the relay afterwards, as measured; null for a command that never began. */
  readonly measured: SwitchState | null;
}

/** A command with its end; without one it has begun and its end is not known yet. */
export interface LedgerEntry extends FleetCommand {
  readonly end: CommandEnd | undefined;
}

export type EndedEntry = LedgerEntry & { readonly end: CommandEnd };

/**
 * The decision about a command: `begin` it, once the entry is durable; `answer` with its end; `running`: it has begun
 * and is answered when it ends; `unclear`: the hub's clock is not known, so nothing is decided.
 */
export type Decision =
  | { readonly kind: 'begin'; readonly entry: LedgerEntry }
  | { readonly kind: 'answer'; readonly entry: EndedEntry; readonly isNew: boolean }
  | { readonly kind: 'running' | 'unclear' };

/** An ended command is forgotten when the hub has its outcome and it could not begin any more for so long. */
export const FORGET_AFTER: Millis = 60 * 60_000;

const never = (outcome: Outcome, code: string | null = null): CommandEnd => ({ outcome, code, measured: null });

/**
 * Decides which commands of the hub may begin: each at most once, none after its time, none after a newer one to the
 * same relay; and each gets one end, which never changes. Pure: whoever uses it makes its entries durable.
 */
export class Ledger {
  /** The newest command that has begun at each relay. */
  readonly #newest = new Map<string, LedgerEntry>();
  /** The ended ones by their id, and whether the hub has stored the outcome. */
  readonly #ended = new Map<string, { readonly entry: EndedEntry; isConfirmed: boolean }>();
  /** Those that have begun, by their id. */
  readonly #running = new Map<string, LedgerEntry>();

  /**
   * Loads what was durable. A command in both is the one that has ended.
   * @param newest the newest that had begun at each relay
   */
  load(newest: readonly LedgerEntry[], ended: readonly EndedEntry[]): void {
    for (const entry of ended) this.#ended.set(entry.id, { entry, isConfirmed: false });
    for (const entry of newest) {
      this.#newest.set(entry.relay, entry);
      if (hasEnded(entry)) this.#ended.set(entry.id, { entry, isConfirmed: false });
      else if (!this.#ended.has(entry.id)) this.#running.set(entry.id, entry);
    }
  }

  /** The commands that have begun and have no end yet. */
  get running(): readonly LedgerEntry[] {
    return [...this.#running.values()];
  }

  /** True for the newest command that has begun at its relay. */
  isNewest({ id, relay }: LedgerEntry): boolean {
    return this.#newest.get(relay)?.id === id;
  }

  /** The ended commands whose outcome the hub has not confirmed. */
  get unconfirmed(): readonly EndedEntry[] {
    return [...this.#ended.values()].filter(({ isConfirmed }) => !isConfirmed).map(({ entry }) => entry);
  }

  /** @param now the hub's clock; undefined while it is not known */
  receive(command: FleetCommand, now: Millis | undefined, refusal?: string): Decision {
    const known = this.#known(command);
    if (known) return known;
    if (now === undefined) return { kind: 'unclear' };
    if (now > command.until) return this.#tooLate(command, now);
    if (command.number <= (this.#newest.get(command.relay)?.number ?? -1)) {
      return this.#refuse(command, never('refused', 'SUPERSEDED'));
    }
    if (refusal !== undefined) return this.#refuse(command, never('refused', refusal));
    const entry = { ...command, end: undefined };
    this.#newest.set(entry.relay, entry);
    this.#running.set(entry.id, entry);
    return { kind: 'begin', entry };
  }

  /**
   * The end of a command that has begun and waited, if it must not move its relay any more: its time is over, or a newer
   * one to the same relay has begun. Asked at the last moment before the relay moves.
   */
  lateEnd({ id, relay, until }: FleetCommand, now: Millis | undefined): CommandEnd | undefined {
    if (this.#newest.get(relay)?.id !== id) return never('refused', 'SUPERSEDED');
    if (now === undefined) return never('refused', 'CLOCK_UNKNOWN');
    return now > until ? never('expired') : undefined;
  }

  /**
   * The hub says that the time of a command is over: if it has not begun, it never will.
   * @param now the hub's clock; undefined while it is not known
   */
  close(command: FleetCommand, now: Millis | undefined): Decision {
    return this.#known(command) ?? this.#tooLate(command, now);
  }

  /** Ends a command that has begun. */
  end(id: string, end: CommandEnd): EndedEntry {
    const entry = this.#running.get(id);
    if (!entry) throw new Error(`The command ${id} is not running.`);
    const ended = { ...entry, end };
    this.#running.delete(id);
    if (this.#newest.get(entry.relay)?.id === id) this.#newest.set(entry.relay, ended);
    this.#ended.set(id, { entry: ended, isConfirmed: false });
    return ended;
  }

  /** The hub has stored these outcomes. */
  confirm(ids: readonly string[]): void {
    for (const id of ids) {
      const ended = this.#ended.get(id);
      if (ended) ended.isConfirmed = true;
    }
  }

  /**
   * Forgets the commands that need no answer any more; returns their ids. The newest of each relay stays, so that an
   * older one is known as such.
   */
  forget(now: Millis): readonly string[] {
    const gone = [...this.#ended.values()]
      .filter(({ entry, isConfirmed }) => isConfirmed && entry.until + FORGET_AFTER < now)
      .map(({ entry }) => entry.id);
    for (const id of gone) this.#ended.delete(id);
    return gone;
  }

  #known({ id, relay }: FleetCommand): Decision | undefined {
    const ended = this.#ended.get(id);
    if (ended) {
      ended.isConfirmed = false; // the hub asks again
      return { kind: 'answer', entry: ended.entry, isNew: false };
    }
    if (this.#running.has(id)) return { kind: 'running' };
    const newest = this.#newest.get(relay);
    return newest?.id === id && hasEnded(newest) ? { kind: 'answer', entry: newest, isNew: false } : undefined;
  }

  /**
   * The end of a command that is not known and whose time is over. It has never begun, unless it may have been forgotten: a
   * hub that was restored from a backup asks again for what it had confirmed. The newest command of a relay is never
   * forgotten, so that one with a greater number has not begun there.
   */
  #tooLate(command: FleetCommand, now: Millis | undefined): Decision {
    const mayHaveBegun = command.number < (this.#newest.get(command.relay)?.number ?? -1);
    if (!mayHaveBegun) return this.#refuse(command, never('expired'));
    if (now === undefined) return { kind: 'unclear' };
    const end = command.until + FORGET_AFTER < now ? never('unknown', 'FORGOTTEN') : never('expired');
    return this.#refuse(command, end);
  }

  #refuse(command: FleetCommand, end: CommandEnd): Decision {
    const entry = { ...command, end };
    this.#ended.set(entry.id, { entry, isConfirmed: false });
    return { kind: 'answer', entry, isNew: true };
  }
}

export const hasEnded = (entry: LedgerEntry): entry is EndedEntry => entry.end !== undefined;

/** The end of a command that the stop of the controller has cut off: only what is measured is known of it. */
export function endAfterRestart({ command }: FleetCommand, measured: SwitchState, isRebooting: boolean): CommandEnd {
  const isDone = command === 'REBOOT' ? isRebooting : measured === (command === 'ON' ? 'on' : 'off');
  return { outcome: isDone ? 'done' : 'interrupted', code: null, measured };
}
