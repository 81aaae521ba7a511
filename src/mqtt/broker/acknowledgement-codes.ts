import type { Socket } from 'node:net';

const PUBACK = 4;
const PUBREC = 5;
/** The reason of a refusal that has no other: "unspecified error". */
const UNSPECIFIED = 0x80;
/** The reasons that the standard allows there. */
const ALLOWED: ReadonlySet<number> = new Set([0x00, 0x10, UNSPECIFIED, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]);
/** A packet number has two octets; the reason comes after it. */
const REASON_AT = 2;

/**
 * Reads the acknowledgements of a broker of MQTT 5 and replaces reasons that the standard does not allow in them by
 * "unspecified error". The library ends the connection at such a reason, and mosquitto 2.0 answers a message beyond its
 * `message_size_limit` with one (149, packet too large), so the controller would connect, send it and be closed for ever.
 */
export class AcknowledgementCodes {
  /** The kind of packet that is being read. */
  #kind = 0;
  #lengthShift = 0;
  #remaining = 0;
  #place = 0;
  #isIn: 'header' | 'length' | 'body' = 'header';

  /** Reads what a socket receives, from now on. Has to be there before the library reads: both get the same octets. */
  static read(socket: Socket): void {
    const codes = new AcknowledgementCodes();
    socket.on('data', (octets: Buffer) => codes.replaceIn(octets));
  }

  /** Replaces reasons in the next octets of the connection, which may begin and end within a packet. */
  replaceIn(octets: Buffer): void {
    for (let at = 0; at < octets.length;) {
      const octet = octets[at] ?? 0;
      if (this.#isIn === 'header') {
        this.#kind = octet >> 4;
        this.#remaining = this.#lengthShift = this.#place = 0;
        this.#isIn = 'length';
        at++;
      } else if (this.#isIn === 'length') {
        this.#remaining += (octet & 0x7f) << this.#lengthShift;
        this.#lengthShift += 7;
        if ((octet & 0x80) === 0) this.#isIn = this.#remaining > 0 ? 'body' : 'header';
        at++;
      } else {
        at += this.#body(octets, at);
      }
    }
  }

  /** @returns the number of octets that belong to the packet */
  #body(octets: Buffer, at: number): number {
    const length = Math.min(this.#remaining, octets.length - at);
    const reasonAt = at + REASON_AT - this.#place;
    const hasReason = (this.#kind === PUBACK || this.#kind === PUBREC) && reasonAt >= at && reasonAt < at + length;
    if (hasReason && !ALLOWED.has(octets[reasonAt] ?? 0)) octets[reasonAt] = UNSPECIFIED;
    this.#place += length;
    this.#remaining -= length;
    if (this.#remaining === 0) this.#isIn = 'header';
    return length;
  }
}
