import type { Varbind } from 'net-snmp';
import type { Clock, Millis } from '../../../common/clock.js';
import { PriorityQueue } from '../../../common/priority-queue.js';
import { errorMessage } from '../../../common/text.js';
import type { Link } from '../wired/bus.js';
import { Backoff } from '../wired/backoff.js';
import type { PointValues } from '../wired/point-values.js';
import { numberFor } from '../wired/wired-point.js';
import { writeAndReadBack } from '../wired/write-and-read-back.js';
import { columnsOf, readOid, writeOid, type Column, type SnmpPoint } from './oid.js';
import type { SnmpLinkProfile } from './snmp.bus.js';
import { SnmpAgent } from './snmp-agent.js';

/** Variables of one request: an answer must fit into a datagram. */
const MAX_VARIABLES = 24;
const READ_BACK_INTERVAL: Millis = 120;
/** A PDU may take a second to show the result of a command. */
const READ_BACK_TIMEOUT: Millis = 1200;

/** A device that speaks SNMP. */
export class SnmpLink implements Link {
  readonly #queue = new PriorityQueue();
  readonly #agent: SnmpAgent;
  readonly #backoff: Backoff;
  readonly #columns: readonly Column[];
  readonly #singles: ReadonlyMap<string, SnmpPoint>;

  constructor(
    profile: SnmpLinkProfile,
    private readonly points: readonly SnmpPoint[],
    private readonly values: PointValues,
    clock: Clock,
  ) {
    this.#agent = new SnmpAgent(profile);
    this.#backoff = new Backoff(clock);
    const { columns, singles } = columnsOf(points);
    this.#columns = this.#agent.hasBulk ? columns : [];
    this.#singles = this.#agent.hasBulk ? singles : byOid(points);
  }

  async refresh(): Promise<void> {
    if (!this.#backoff.mayTry) return;
    try {
      const missed = new Map(this.#singles);
      for (const column of this.#columns) {
        for (const [oid, point] of await this.#queue.run(() => this.#readColumn(column))) missed.set(oid, point);
      }
      for (const part of parts([...missed.values()])) await this.#queue.run(() => this.#readEach(part));
      this.#backoff.reset();
    } catch (error) {
      this.values.missed(this.points, errorMessage(error));
      this.#backoff.increase();
    }
  }

  write(point: SnmpPoint, on: boolean, assertInTime: () => void): Promise<void> {
    return this.#queue.run(() => this.#write(point, on, assertInTime), 'first');
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#agent.close(), 'first');
  }

  /** Returns the points that the device left out, as it does when they do not fit into one answer. */
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

  /** Version 1 refuses a whole request for one object that is missing; then each is requested by itself. */
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

  async #write(point: SnmpPoint, on: boolean, assertInTime: () => void): Promise<void> {
    const { write } = point.where;
    const number = write ? (on ? write.on : write.off) : numberFor(point.where, on);
    await writeAndReadBack(this.values, {
      point,
      on,
      write: () => this.#agent.setInteger(writeOid(point), number, assertInTime),
      read: () => this.#readEach([point]),
      interval: READ_BACK_INTERVAL,
      timeout: READ_BACK_TIMEOUT,
      timeoutWhenRefused: 0,
    });
  }
}

const byOid = (points: readonly SnmpPoint[]): Map<string, SnmpPoint> =>
  new Map(points.map((point) => [readOid(point), point]));

function parts(points: readonly SnmpPoint[]): SnmpPoint[][] {
  const count = Math.ceil(points.length / MAX_VARIABLES);
  return Array.from({ length: count }, (_, n) => points.slice(n * MAX_VARIABLES, (n + 1) * MAX_VARIABLES));
}

/** The number in a value: decimal text, or the big-endian bytes of a counter of 64 bits. */
function numberIn(bytes: Buffer): number {
  const text = bytes.toString('latin1').trim();
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  return bytes.length > 0 && bytes.length <= 8 && !/^[\x20-\x7e]*$/.test(text)
    ? Number(BigInt(`0x${bytes.toString('hex')}`))
    : Number.NaN;
}

/** True if the agent has answered with a refusal, as opposed to a timeout. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'RequestFailedError';
