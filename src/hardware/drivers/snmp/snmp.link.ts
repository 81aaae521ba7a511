import type { Varbind } from 'net-snmp';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { TurnQueue } from '../../../kernel/turn-queue.js';
import type { SnmpLinkProfile } from '../../profiles/wiring.js';
import { messageOf } from '../message-of.js';
import type { Link } from '../wired/link.js';
import { Patience } from '../wired/patience.js';
import type { PointValues } from '../wired/point-values.js';
import { numberFor } from '../wired/wired-point.js';
import { writeAndReadBack } from '../wired/write-and-read-back.js';
import { columnsOf, readOid, writeOid, type Column, type SnmpPoint } from './oid.js';
import { SnmpAgent } from './snmp-agent.js';

/** Variables of one request: an answer must fit into a datagram. */
const MOST_VARIABLES = 24;
const READ_BACK_EVERY: Millis = 120;
/** A PDU may take a second to show what it was told. */
const READ_BACK_PATIENCE: Millis = 1200;

/** A device that speaks SNMP. */
export class SnmpLink implements Link {
  readonly #queue = new TurnQueue();
  readonly #agent: SnmpAgent;
  readonly #patience: Patience;
  readonly #columns: readonly Column[];
  readonly #alone: ReadonlyMap<string, SnmpPoint>;

  constructor(
    profile: SnmpLinkProfile,
    private readonly points: readonly SnmpPoint[],
    private readonly values: PointValues,
    clock: Clock,
  ) {
    this.#agent = new SnmpAgent(profile);
    this.#patience = new Patience(clock);
    const { columns, alone } = columnsOf(points);
    this.#columns = this.#agent.hasBulk ? columns : [];
    this.#alone = this.#agent.hasBulk ? alone : byOid(points);
  }

  async refresh(): Promise<void> {
    if (!this.#patience.mayAsk) return;
    try {
      const missed = new Map(this.#alone);
      for (const column of this.#columns) {
        for (const [oid, point] of await this.#queue.run(() => this.#readColumn(column))) missed.set(oid, point);
      }
      for (const part of parts([...missed.values()])) await this.#queue.run(() => this.#readEach(part));
      this.#patience.answered();
    } catch (error) {
      this.values.missed(this.points, messageOf(error));
      this.#patience.silent();
    }
  }

  write(point: SnmpPoint, on: boolean): Promise<void> {
    return this.#queue.run(() => this.#write(point, on), 'first');
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#agent.close(), 'first');
  }

  /** Answers the points that the device left out, as it does when they do not fit into one answer. */
  async #readColumn({ before, length, points }: Column): Promise<Map<string, SnmpPoint>> {
    const answered = await this.#agent.getBulk([before], length);
    const left = new Map<string, SnmpPoint>();
    for (const [oid, point] of points) {
      const varbind = answered.get(oid);
      if (varbind) this.#note(point, varbind);
      else left.set(oid, point);
    }
    return left;
  }

  async #readEach(points: readonly SnmpPoint[]): Promise<void> {
    const answered = await this.#getAll(points);
    for (const point of points) {
      const varbind = answered.get(readOid(point));
      if (varbind) this.#note(point, varbind);
      else this.values.missed([point], `has no object ${readOid(point)}`);
    }
  }

  /** Version 1 refuses a whole request for one object that is missing; then each is asked for alone. */
  async #getAll(points: readonly SnmpPoint[]): Promise<Map<string, Varbind>> {
    try {
      return await this.#agent.get(points.map(readOid));
    } catch (error) {
      if (this.#agent.hasBulk || points.length === 1 || !isRefusal(error)) {
        if (points.length === 1 && isRefusal(error)) return new Map();
        throw error;
      }
      const answers = new Map<string, Varbind>();
      for (const point of points) for (const [oid, varbind] of await this.#getAll([point])) answers.set(oid, varbind);
      return answers;
    }
  }

  #note(point: SnmpPoint, { value }: Varbind): void {
    const number = Buffer.isBuffer(value) ? numberIn(value) : Number(value);
    if (Number.isFinite(number)) this.values.note(point, number);
    else this.values.missed([point], `answers ${String(value)}, which is no number`);
  }

  async #write(point: SnmpPoint, on: boolean): Promise<void> {
    const { write } = point.where;
    const number = write ? (on ? write.on : write.off) : numberFor(point.where, on);
    await writeAndReadBack(this.values, {
      point,
      on,
      write: () => this.#agent.setInteger(writeOid(point), number),
      read: () => this.#readEach([point]),
      every: READ_BACK_EVERY,
      patience: READ_BACK_PATIENCE,
      patienceWhenRefused: 0,
    });
  }
}

const byOid = (points: readonly SnmpPoint[]): Map<string, SnmpPoint> =>
  new Map(points.map((point) => [readOid(point), point]));

function parts(points: readonly SnmpPoint[]): SnmpPoint[][] {
  const count = Math.ceil(points.length / MOST_VARIABLES);
  return Array.from({ length: count }, (_, n) => points.slice(n * MOST_VARIABLES, (n + 1) * MOST_VARIABLES));
}

/** Text, or the big-endian bytes of a counter of 64 bits. */
function numberIn(bytes: Buffer): number {
  const text = bytes.toString('latin1').trim();
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  return bytes.length > 0 && bytes.length <= 8 && !/^[\x20-\x7e]*$/.test(text)
    ? Number(BigInt(`0x${bytes.toString('hex')}`))
    : Number.NaN;
}

/** The agent has answered, and refuses: it is not silent. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'RequestFailedError';
