import { Budgets } from '../../common/budgets.js';
import type { Millis } from '../../common/clock.js';

/** Packets of one PDU: a healthy one sends two in a second, and at once 100 events, its answers and an hour of minutes. */
const PACKETS = { perSecond: 50, burst: 2000 } as const;
/** More than a hub can have PDUs: with as many budgets none of them is forgotten, so none has more than its budget. */
export const MAX_BUDGETS = 10_000;
/** Bytes of one PDU between two ticks of the hub, and in one packet; the longest answer to a question is a quarter of it. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The time for which a PDU that has sent too much may not connect. */
const SHUT_OUT_FOR: Millis = 60_000;
/** The end of a connection for this reason is shown for so long. */
const SHOWN_FOR: Millis = 3_600_000;

interface MeasuredConnection {
  readonly bytesRead: number;
  destroy(): void;
}

/** The bytes that a connection had received at the last tick, and at the last one with a new packet of its PDU. */
interface Received {
  readonly atTick: number;
  readonly atPacket: number;
  readonly packets: number;
}

/**
 * The limit of what each admitted PDU sends: one that floods costs the others nothing but the packets of its own budget.
 * Then its connection ends, and it may not come back for a minute.
 */
export class MessageBudgets {
  readonly #packets = new Budgets(PACKETS, MAX_BUDGETS);
  readonly #received = new WeakMap<object, Received>();
  /** The number of packets of each PDU so far. */
  readonly #counts = new Map<string, number>();
  /** The time at which each PDU has last sent too much. */
  readonly #exceededAt = new Map<string, Millis>();
  #count = 0;

  /** @param onExceeded called once with the id of a PDU whose connection is to end */
  constructor(
    private readonly uptime: () => Millis,
    private readonly onExceeded: (pdu: string) => void,
  ) {}

  /** The number of connections that were ended. */
  get exceeded(): number {
    return this.#count;
  }

  /** Counts a packet; false for one too many. */
  take(pdu: string): boolean {
    if (this.isShutOut(pdu)) return false;
    const now = this.uptime();
    this.#counts.set(pdu, this.#packetsOf(pdu) + 1);
    if (this.#packets.spend(pdu, now) === 0) return true;
    this.#exceed(pdu, now);
    return false;
  }

  /** Counts the bytes that a connection has received since the last tick and the last packet, and ends one with too many. */
  measure(pdu: string, connection: MeasuredConnection): void {
    const { bytesRead } = connection;
    const packets = this.#packetsOf(pdu);
    const before = this.#received.get(connection) ?? { atTick: 0, atPacket: 0, packets };
    const hasPacket = packets > before.packets;
    const isTooMuch = bytesRead - (hasPacket ? before.atTick : before.atPacket) > MAX_BYTES;
    const atPacket = hasPacket || isTooMuch ? bytesRead : before.atPacket;
    this.#received.set(connection, { atTick: bytesRead, atPacket, packets });
    if (!isTooMuch) return;
    connection.destroy(); // at once: it may be one that has not signed in
    if (!this.isShutOut(pdu)) this.#exceed(pdu, this.uptime());
  }

  #packetsOf(pdu: string): number {
    return this.#counts.get(pdu) ?? 0;
  }

  isShutOut(pdu: string): boolean {
    const age = this.#ageOf(pdu);
    return age !== undefined && age < SHUT_OUT_FOR;
  }

  /** The time since a PDU has last sent too much, ms; undefined if that was not in the last hour. */
  ageOf(pdu: string): Millis | undefined {
    const age = this.#ageOf(pdu);
    if (age === undefined || age < SHOWN_FOR) return age;
    this.#exceededAt.delete(pdu);
    return undefined;
  }

  #ageOf(pdu: string): Millis | undefined {
    const at = this.#exceededAt.get(pdu);
    return at === undefined ? undefined : this.uptime() - at;
  }

  #exceed(pdu: string, now: Millis): void {
    this.#exceededAt.set(pdu, now);
    this.#count++;
    this.onExceeded(pdu);
  }
}
