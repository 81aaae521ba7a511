import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { SINGLE_PHASE_16 } from '../../src/hardware/profiles/single-phase-16.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { PARTS, type FleetProcesses, type Part } from './fleet-processes.js';
import { sleep, type Random } from './random.js';
import { monotonic } from './restarts.js';

/** The longest time between the decision of the controller and the record of the move on a busy machine, ms. */
const SLOW = 10_000;
const LAST_ANSWER = 240_000;

type Answer = Awaited<ReturnType<FleetProcesses['send']>>;

interface Sent {
  readonly outlet: string;
  readonly to: 'ON' | 'OFF';
  readonly validMs: number;
  readonly key: string;
  /** Monotonic clock before it was first sent, and after it was accepted. */
  readonly at: number;
  acceptedAt?: number;
  id?: string;
  outcome?: string;
}

/** An outcome that must not happen, by its word in the summary of a run. */
type Violation = 'driven twice' | 'after its time' | 'not as answered' | 'lost' | 'without an end' | 'by no command';

/** Users of a hub who switch the outlets of one PDU while parts of the fleet are killed, and their record of it. */
export class FleetRun {
  readonly ended: Sent[] = [];
  readonly kills = new Map<Part, number>();
  readonly violations: [kind: Violation, said: string][] = [];
  /** The answers 503 that a database that was away has caused. */
  refusals = 0;
  /** The moves that the ends of the commands so far explain. */
  #explained = 0;
  #rounds = 0;
  readonly #outlets = new PduModel(SINGLE_PHASE_16).outlets.map(({ id }) => id);
  readonly #states = new Map<string, 'ON' | 'OFF'>(this.#outlets.map((outlet) => [outlet, 'ON']));
  readonly #open = new Map<string, Sent>();
  readonly #sending: Promise<void>[] = [];

  constructor(
    private readonly fleet: FleetProcesses,
    private readonly pdu: string,
    private readonly random: Random,
  ) {}

  get sent(): number {
    return this.#sending.length;
  }

  /** Commands, and a kill of these parts at any moment among them. */
  async round(killed: readonly Part[]): Promise<void> {
    const { random, fleet } = this;
    for (let count = 1 + random.index(3); count > 0; count--) this.#send();
    await sleep(random.upTo(1200));
    await Promise.all(killed.map((part) => fleet.kill(part)));
    for (const part of killed) this.kills.set(part, (this.kills.get(part) ?? 0) + 1);
    if (killed.includes('postgresql') && !killed.includes('hub')) await this.#isRefused();
    else this.#send();
    for (const part of PARTS) if (killed.includes(part)) await fleet.start(part);
    await sleep(random.upTo(3000));
    await this.#takeEnds();
    if (++this.#rounds % 25 === 0) process.stdout.write(`${this.summary()}\n`);
  }

  /** Waits until all commands have their ends, says what has happened, and expects no violation. */
  async end(): Promise<void> {
    await Promise.all(this.#sending);
    const limit = monotonic() + LAST_ANSWER;
    while (this.#open.size > 0 && monotonic() < limit) {
      await sleep(500);
      await this.#takeEnds();
    }
    const { ended, fleet } = this;
    if (this.#open.size > 0) process.stdout.write(fleet.saidBy('hub') + fleet.saidBy('controller'));
    for (const sent of this.#open.values()) this.#found('without an end', JSON.stringify(sent));
    for (let lost = this.sent - new Set(ended.map(({ id }) => id)).size - this.#open.size; lost > 0; lost--) {
      this.#found('lost', 'two commands with one id');
    }
    // A move after the end of its command was judged is one that its judgement could not see.
    for (let late = fleet.moves.length - this.#explained; late > 0 && this.#open.size === 0; late--) {
      this.#found('by no command', `${fleet.moves.length} moves, ${this.#explained} by commands`);
    }
    process.stdout.write(`${this.summary()}\n`);
    expect(this.violations).toEqual([]);
    expect(ended.some(({ outcome }) => outcome === 'done')).toBe(true);
  }

  /** Commands by their outcome, moves, kills and violations. */
  summary(): string {
    const outcomes = new Map<string, number>();
    for (const { outcome = '' } of this.ended) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const violations = new Map<Violation, number>();
    for (const [kind] of this.violations) violations.set(kind, (violations.get(kind) ?? 0) + 1);
    const counted = (counts: ReadonlyMap<string, number>): string =>
      [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
    const kills = [...this.kills.values()].reduce((sum, count) => sum + count, 0);
    return [
      `fleet: ${this.ended.length} commands: ${counted(outcomes)}`,
      `${this.refusals} × 503`,
      `${this.#explained} moves`,
      `${kills} kills: ${counted(this.kills)}`,
      `violations: ${counted(violations) || 'none'}`,
    ].join('; ');
  }

  #found(kind: Violation, said: string): void {
    this.violations.push([kind, said]);
    process.stdout.write(`fleet: ${kind}: ${said}\n`);
  }

  /** The database is away: a command is refused, and accepted once it is back. */
  async #isRefused(): Promise<void> {
    const first = await new Promise<Answer>((resolve) => this.#send(resolve));
    if (first) expect(first).toMatchObject({ status: 503, body: { code: 'DATABASE_UNREACHABLE' } });
  }

  #send(onFirstAnswer: (answer: Answer) => void = () => undefined): void {
    const outlet = this.random.oneOf(this.#outlets.filter((each) => !this.#open.has(each)));
    if (outlet === undefined) return onFirstAnswer(undefined);
    const sending = this.#command(outlet, onFirstAnswer);
    sending.catch(() => undefined); // until it is awaited at the end
    this.#sending.push(sending);
  }

  /** Sends a command to a free outlet, again with the same key until the hub has accepted it. */
  async #command(outlet: string, onFirstAnswer: (answer: Answer) => void): Promise<void> {
    const to = this.#states.get(outlet) === 'ON' ? 'OFF' : 'ON';
    const sent: Sent = {
      ...{ outlet, to, validMs: 500 + this.random.upTo(8000), key: randomUUID(), at: monotonic() },
    };
    this.#open.set(outlet, sent);
    const body = { outlet, command: to, validMs: Math.round(sent.validMs) };
    for (let isFirst = true; sent.id === undefined; isFirst = false) {
      const answer = await this.fleet.send('POST', `/api/fleet/pdus/${this.pdu}/commands`, body, sent.key);
      if (isFirst) onFirstAnswer(answer);
      if (answer?.status === 202) sent.id = String(answer.body['id']);
      else if (answer) this.#countRefusal(answer);
      if (sent.id === undefined) await sleep(100);
    }
    sent.acceptedAt = monotonic();
  }

  /** Takes the ends that have come. */
  async #takeEnds(): Promise<void> {
    for (const sent of this.#open.values()) {
      if (sent.id === undefined) continue;
      const answer = await this.fleet.send('GET', `/api/fleet/commands/${sent.id}`);
      if (answer && answer.status !== 200) this.#countRefusal(answer);
      const outcome = answer?.body['outcome'];
      if (typeof outcome !== 'string' || outcome === 'open' || outcome === 'unknown') continue;
      sent.outcome = outcome;
      this.#open.delete(sent.outlet);
      this.ended.push(sent);
      this.#judge(sent);
    }
  }

  #countRefusal(answer: NonNullable<Answer>): void {
    expect(answer).toMatchObject({ status: 503, body: { code: 'DATABASE_UNREACHABLE' } });
    this.refusals++;
  }

  /** Compares the end of a command with what its relay has done since it was sent: no other command was open there. */
  #judge({ outlet, to, at, validMs, acceptedAt = Infinity, outcome, id }: Sent): void {
    const moves = this.fleet.moves.filter((move) => move.relay === outlet && move.at >= at);
    const moved = moves.map((move) => move.to);
    this.#explained += moves.length;
    const said = `${id} ${to} ${outlet}: ${outcome}, moved ${moved.join(', ') || 'never'}`;
    if (moves.length > 1) this.#found('driven twice', said);
    if (moves.some((move) => move.at >= acceptedAt + validMs + SLOW)) this.#found('after its time', said);
    const mayMove = outcome === 'interrupted' || outcome === 'failed';
    const isAsAnswered = outcome === 'done' ? moved[0] === to : mayMove || moves.length === 0;
    if (!isAsAnswered) this.#found('not as answered', said);
    if (moved.length > 0) this.#states.set(outlet, moved.at(-1) === 'ON' ? 'ON' : 'OFF');
  }
}
