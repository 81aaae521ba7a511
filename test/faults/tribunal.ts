import type { OnOff } from '../../src/kernel/units.js';
import { commandsOf, isAnswered, type Command, type Errand } from './errand.js';
import { Journal } from './journal.js';
import { EARLY, judge, type Evidence, type Rest } from './judge.js';
import { monotonic, type Lives } from './lives.js';
import { RELAYS } from './pdu-under-test.js';
import type { Move, PlantProcess } from './plant-process.js';
import type { Stall } from './stall.js';
import { outOfTurn, type Turn } from './turns.js';

interface OpenErrand extends Turn {
  readonly moves: Move[];
  rest?: Evidence['rest'];
}

interface Sequence {
  readonly command: Command;
  readonly members: readonly OpenErrand[];
  /** Between two members turning on, ms. */
  readonly delay: number;
}

/** Holds all that the controller was asked against what the plant says that it did. Never asks the controller. */
export class Tribunal {
  readonly journal = new Journal();
  readonly #states = new Map<string, OnOff>(RELAYS.map(({ id, state }) => [id, state]));
  readonly #open = new Map<string, OpenErrand>();
  #sequences: Sequence[] = [];
  readonly #counts = { errands: 0, commands: 0, answered: 0, moves: 0, latest: 0, slowest: 0 };

  constructor(
    private readonly lives: Lives,
    private readonly plant: PlantProcess,
    private readonly stall: Stall,
  ) {}

  /**
   * What was judged so far: errands, their commands and those answered, moves, how long after its time the latest ON came, and how long
   * the slowest answer took, ms.
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

  open(errand: Errand): OpenErrand {
    const { tells } = RELAYS.find(({ id }) => id === errand.relay) ?? { tells: true };
    const open: OpenErrand = { errand, moves: [], rest: tells ? undefined : 'never tells' };
    this.#open.set(errand.relay, open);
    this.#counts.errands++;
    return open;
  }

  openSequence(command: Command, errands: readonly Errand[], delay: number): void {
    this.#sequences.push({ command, members: errands.map((errand) => this.open(errand)), delay });
  }

  /** The controller says that nothing is pending for these relays. It is not believed: from now on none may move. */
  rest(relays: readonly string[], rest: Rest): void {
    for (const relay of relays) {
      const open = this.#open.get(relay);
      if (open && open.rest !== 'never tells') open.rest = rest;
    }
  }

  /** Reads the plant's account and judges every errand by it. Throws what the controller did or left undone. */
  look(): void {
    const { lives } = this;
    const now = monotonic();
    for (const move of this.plant.moves(this.lives)) this.#take(move);
    for (const { command, members } of this.#sequences) {
      // All of its turns are stored as one, so one that is taken vouches for the others.
      if (members.some(({ errand, moves }) => !errand.last && moves.length > 0)) command.isSurelyAccepted = true;
    }
    for (const { errand } of this.#open.values()) this.#time(errand);
    for (const open of [...this.#open.values()]) {
      const { fault, isOver } = judge(open.errand, open, { lives, now, slowest: this.#slowest });
      if (fault !== undefined) throw this.journal.fault(open.errand.relay, fault, open.errand);
      if (isOver) this.#finish(open);
    }
    this.#sequences = this.#sequences.filter((sequence) => !this.#isOver(sequence));
  }

  /** The fault, if any, when the controller shows a relay, of which nothing is pending, other than it is. */
  isShown(relay: string, state: OnOff, rebootStatus: string): Error | undefined {
    if (state === this.stateOf(relay) && rebootStatus === 'none') return undefined;
    return this.journal.fault(relay, `is shown as ${state}, ${rebootStatus}, and is ${this.stateOf(relay)}`);
  }

  #take(move: Move): void {
    const { relay, to, life, at } = move;
    this.journal.note(`${relay} moved ${to} in life ${life}`, at);
    this.#states.set(relay, to);
    this.#counts.moves++;
    const open = this.#open.get(relay);
    if (!open) throw this.journal.fault(relay, `moved ${to}, and nobody had named it`);
    open.moves.push(move);
  }

  get #slowest(): number {
    return Math.max(this.#counts.slowest, this.stall.longest);
  }

  #time(errand: Errand): void {
    const times = commandsOf(errand).filter(isAnswered);
    const longest = Math.max(0, ...times.map(({ sentAt, settledAt = sentAt }) => settledAt - sentAt));
    this.#counts.slowest = Math.max(this.#counts.slowest, longest);
  }

  #finish(open: OpenErrand): void {
    const { errand, moves } = open;
    this.#open.delete(errand.relay);
    const commands = commandsOf(errand);
    this.#counts.commands += commands.length;
    this.#counts.answered += commands.filter(isAnswered).length;
    this.journal.commands(errand);
    const on = moves.at(-1);
    if (on?.to !== 'ON' || errand.cycle.length === 0 || errand.last) return;
    const from = moves.at(-2)?.at ?? Math.min(...errand.cycle.map(({ sentAt }) => sentAt));
    const readyAt = this.lives.all[on.life - 1]?.readyAt ?? 0;
    this.#counts.latest = Math.max(this.#counts.latest, on.at - Math.max(from + errand.wait, readyAt));
  }

  #isOver({ members, delay }: Sequence): boolean {
    if (members.some((member) => this.#open.get(member.errand.relay) === member)) return false;
    const wrong = outOfTurn(members, delay - EARLY - this.#slowest);
    if (wrong !== undefined)
      throw this.journal.fault(members[0]?.errand.relay ?? '', `leads a group of which one ${wrong}`);
    return true;
  }
}
