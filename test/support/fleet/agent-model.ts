import type { SwitchState } from '../../../src/fleet-wire/minute.js';
import { FleetCommands, type CommandPorts } from '../../../src/fleet-link/ledger/fleet-commands.js';
import {
  hasEnded,
  Ledger,
  type CommandEnd,
  type EndedEntry,
  type FleetCommand,
  type LedgerEntry,
} from '../../../src/fleet-link/ledger/ledger.js';

/** The process has ended at this point; nothing that follows in it happens. */
class Killed extends Error {}

/** A move of a relay that a command has driven. */
export interface Drive {
  readonly id: string;
  readonly relay: string;
  readonly number: number;
  /** On the hub's clock. */
  readonly at: number;
}

/**
 * A controller with the real ledger, whose disk and relays survive its process. It can be killed before and after each of
 * its steps; its relays record what has driven them.
 */
export class AgentModel {
  readonly driven: Drive[] = [];
  readonly #states = new Map<string, SwitchState>();
  readonly #newest = new Map<string, LedgerEntry>();
  readonly #ended = new Map<string, EndedEntry>();
  #life = 0;
  #stepsToLive = Infinity;
  #commands: FleetCommands | undefined;

  /**
   * @param now the hub's clock; undefined while it is not known
   * @param answer takes what it sends
   */
  constructor(
    private readonly now: () => number | undefined,
    private readonly answer: (end: CommandEnd & { readonly id: string }) => void,
  ) {}

  /** The process ends after so many of its steps, and starts again for the next message. */
  killAfter(steps: number): void {
    this.#stepsToLive = steps;
  }

  /** Deals with a message; a process that is killed meanwhile has lost it. */
  async run(work: (commands: FleetCommands) => Promise<void> | void): Promise<void> {
    try {
      await work((this.#commands ??= await this.#started()));
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  receive = (command: FleetCommand) => this.run((commands) => commands.receive(command));
  close = (command: FleetCommand) => this.run((commands) => commands.close(command));
  confirm = (ids: readonly string[]) => this.run((commands) => commands.confirm(ids));
  /** Sends what is not confirmed, as when a connection is there again. */
  answerAgain = () => this.run((commands) => commands.answerAgain());

  async #started(): Promise<FleetCommands> {
    const ledger = new Ledger();
    ledger.load([...this.#newest.values()], [...this.#ended.values()]);
    const commands = new FleetCommands(ledger, this.#ports(++this.#life));
    await commands.resume();
    return commands;
  }

  #ports(life: number): CommandPorts {
    return {
      now: this.now,
      refusal: () => undefined,
      measured: (relay) => this.#states.get(relay) ?? 'unknown',
      isRebooting: () => false,
      askForTime: () => undefined,
      answer: ({ id, end }) => this.answer({ id, ...end }),
      store: (entry, isNewest) =>
        this.#step(life, () => {
          if (isNewest) this.#newest.set(entry.relay, entry);
          if (hasEnded(entry)) this.#ended.set(entry.id, entry);
          return true;
        }),
      remove: (ids) => this.#step(life, () => ids.forEach((id) => this.#ended.delete(id))),
      drive: (command, lateEnd) => this.#step(life, () => lateEnd() ?? this.#drive(command)),
    };
  }

  #drive({ id, number, relay, command }: FleetCommand): CommandEnd {
    this.driven.push({ id, number, relay, at: this.now() ?? NaN });
    const measured = command === 'ON' ? 'on' : 'off';
    this.#states.set(relay, measured);
    return { outcome: 'done', code: null, measured };
  }

  /** One step of a process: a kill comes before it, or right after it. */
  async #step<T>(life: number, effect: () => T): Promise<T> {
    await Promise.resolve();
    if (life !== this.#life) throw new Killed();
    if (this.#stepsToLive-- <= 0) this.#die();
    const result = effect();
    if (this.#stepsToLive-- <= 0) this.#die();
    return result;
  }

  #die(): never {
    this.#life++;
    this.#stepsToLive = Infinity;
    this.#commands = undefined;
    throw new Killed();
  }
}
