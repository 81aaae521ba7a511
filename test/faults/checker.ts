import type { OnOff } from '../../src/common/units.js';
import { EARLY, checkOperation, type Evidence, type Rest } from './check-operation.js';
import type { Delay } from './delay.js';
import type { Operation } from './operation.js';
import { commandsOf, isAnswered, type Command } from './operation.js';
import { RELAYS } from './pdu-under-test.js';
import { monotonic, type Restarts } from './restarts.js';
import type { Move, RemoteSimulatorProcess } from './simulator-process.js';
import { Timeline } from './timeline.js';

/** The operation of one member of a group, and the moves of its relay. */
export interface MemberMoves {
  readonly operation: Operation;
  readonly moves: readonly Move[];
}

/**
 * A sentence about the first member of a group that turned on out of order. Members that got another command
 * meanwhile have no step any more.
 *
 * @param pause the shortest time allowed between two members, ms
 */
export function staggerFault(members: readonly MemberMoves[], pause: number): string | undefined {
  let before: Move | undefined;
  for (const { operation, moves } of members) {
    const on = operation.last ? undefined : moves.find(({ to }) => to === 'ON');
    if (!on) continue;
    const between = before ? on.at - before.at : Infinity;
    if (pause > 0 && between < pause) {
      return `came on ${Math.round(between)} ms after ${before?.relay}, and at least ${Math.round(pause)} ms was set`;
    }
    before = on;
  }
  return undefined;
}

interface OpenOperation extends MemberMoves {
  readonly moves: Move[];
  rest?: Evidence['rest'];
}

interface Sequence {
  readonly command: Command;
  readonly members: readonly OpenOperation[];
  /** The time between two members turning on, ms. */
  readonly delay: number;
}

/** Compares the commands sent to the controller with the moves recorded by the simulator. Never asks the controller. */
export class Checker {
  readonly timeline = new Timeline();
  readonly #states = new Map<string, OnOff>(RELAYS.map(({ id, state }) => [id, state]));
  readonly #open = new Map<string, OpenOperation>();
  #sequences: Sequence[] = [];
  readonly #counts = { operations: 0, commands: 0, answered: 0, moves: 0, latest: 0, slowest: 0 };

  constructor(
    private readonly restarts: Restarts,
    private readonly simulator: RemoteSimulatorProcess,
    private readonly delay: Delay,
  ) {}

  /**
   * The checks so far: operations, their commands and those answered, moves, the largest delay of an ON, and the
   * time of the slowest answer, ms.
   */
  get counts() {
    return this.#counts;
  }

  get isWaiting(): boolean {
    return this.#open.size > 0;
  }

  isFree(relay: string): boolean {
    return !this.#open.has(relay);
  }

  stateOf(relay: string): OnOff {
    return this.#states.get(relay) ?? 'ON';
  }

  open(operation: Operation): OpenOperation {
    const { reportsRest } = RELAYS.find(({ id }) => id === operation.relay) ?? { reportsRest: true };
    const open: OpenOperation = { operation, moves: [], rest: reportsRest ? undefined : 'unknown' };
    this.#open.set(operation.relay, open);
    this.#counts.operations++;
    return open;
  }

  openSequence(command: Command, operations: readonly Operation[], delay: number): void {
    this.#sequences.push({ command, members: operations.map((operation) => this.open(operation)), delay });
  }

  /** The controller reports that nothing is pending for these relays. This is verified: from now on none may move. */
  rest(relays: readonly string[], rest: Rest): void {
    for (const relay of relays) {
      const open = this.#open.get(relay);
      if (open && open.rest !== 'unknown') open.rest = rest;
    }
  }

  /** Checks every operation by the moves that the simulator recorded. Throws the fault of the controller. */
  check(): void {
    const { restarts } = this;
    const now = monotonic();
    for (const move of this.simulator.moves(this.restarts)) this.#take(move);
    for (const { command, members } of this.#sequences) {
      // All of its steps are stored as one, so if one was accepted, the others were.
      if (members.some(({ operation, moves }) => !operation.last && moves.length > 0)) command.isSurelyAccepted = true;
    }
    for (const { operation } of this.#open.values()) this.#time(operation);
    for (const open of [...this.#open.values()]) {
      const { fault, isOver } = checkOperation(open.operation, open, { restarts, now, slowest: this.#slowest });
      if (fault !== undefined) throw this.timeline.fault(open.operation.relay, fault, open.operation);
      if (isOver) this.#finish(open);
    }
    this.#sequences = this.#sequences.filter((sequence) => !this.#isOver(sequence));
  }

  /** The fault, if any, when the controller shows a wrong state of a relay for which nothing is pending. */
  displayFault(relay: string, state: OnOff, rebootStatus: string): Error | undefined {
    if (state === this.stateOf(relay) && rebootStatus === 'none') return undefined;
    return this.timeline.fault(relay, `is shown as ${state}, ${rebootStatus}, and is ${this.stateOf(relay)}`);
  }

  #take(move: Move): void {
    const { relay, to, run, at } = move;
    this.timeline.note(`${relay} moved ${to} in run ${run}`, at);
    this.#states.set(relay, to);
    this.#counts.moves++;
    const open = this.#open.get(relay);
    if (!open) throw this.timeline.fault(relay, `moved ${to}, and nobody had named it`);
    open.moves.push(move);
  }

  get #slowest(): number {
    return Math.max(this.#counts.slowest, this.delay.longest);
  }

  #time(operation: Operation): void {
    const times = commandsOf(operation).filter(isAnswered);
    const longest = Math.max(0, ...times.map(({ sentAt, settledAt = sentAt }) => settledAt - sentAt));
    this.#counts.slowest = Math.max(this.#counts.slowest, longest);
  }

  #finish(open: OpenOperation): void {
    const { operation, moves } = open;
    this.#open.delete(operation.relay);
    const commands = commandsOf(operation);
    this.#counts.commands += commands.length;
    this.#counts.answered += commands.filter(isAnswered).length;
    this.timeline.commands(operation);
    const on = moves.at(-1);
    if (on?.to !== 'ON' || operation.cycle.length === 0 || operation.last) return;
    const from = moves.at(-2)?.at ?? Math.min(...operation.cycle.map(({ sentAt }) => sentAt));
    const readyAt = this.restarts.all[on.run - 1]?.readyAt ?? 0;
    this.#counts.latest = Math.max(this.#counts.latest, on.at - Math.max(from + operation.wait, readyAt));
  }

  #isOver({ members, delay }: Sequence): boolean {
    if (members.some((member) => this.#open.get(member.operation.relay) === member)) return false;
    const wrong = staggerFault(members, delay - EARLY - this.#slowest);
    if (wrong !== undefined)
      throw this.timeline.fault(members[0]?.operation.relay ?? '', `leads a group of which one ${wrong}`);
    return true;
  }
}
