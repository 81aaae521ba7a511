import type { Millis } from '../../common/clock.js';

/** A PDU says hello each 30 s: three of them may be lost. */
const HEARD_FOR: Millis = 90_000;

/**
 * The PDUs behind a broker that is no part of the hub: the hub does not learn who is connected there, so it goes by what they
 * send. One that was not heard yet counts as there for a while, so that what waits for it is sent at once.
 */
export class HeardPdus {
  readonly #heardAt = new Map<string, Millis>();
  readonly #gone = new Set<string>();
  /** The run of each PDU by its last hello. */
  readonly #runs = new Map<string, number>();
  #since: Millis | undefined;

  /**
   * @param onCome called with a PDU that was not there before
   * @param onGo called with one that was
   */
  constructor(
    private readonly uptime: () => Millis,
    private readonly onCome: (pdu: string) => void,
    private readonly onGo: (pdu: string) => void,
  ) {}

  /** The hub has found its broker. */
  begin(): void {
    this.#since = this.uptime();
  }

  /** The hub has lost its broker, and with it all PDUs. */
  end(): void {
    this.#since = undefined;
    this.#gone.clear();
    for (const pdu of [...this.#heardAt.keys()]) this.#forget(pdu);
  }

  isThere(pdu: string): boolean {
    if (this.#since === undefined || this.#gone.has(pdu)) return false;
    return this.uptime() - (this.#heardAt.get(pdu) ?? this.#since) < HEARD_FOR;
  }

  /** A message has come. @param run that of a hello */
  heard(pdu: string, run?: number): void {
    if (this.#since === undefined) return;
    if (run !== undefined) this.#runs.set(pdu, run);
    this.#gone.delete(pdu);
    const isNew = !this.#heardAt.has(pdu);
    this.#heardAt.set(pdu, this.uptime());
    if (isNew) this.onCome(pdu);
  }

  /** Its connection has ended; the will of an earlier run comes late and says nothing. */
  gone(pdu: string, run = Infinity): void {
    if (run < (this.#runs.get(pdu) ?? 0)) return;
    this.#gone.add(pdu);
    this.#forget(pdu);
  }

  /** Takes those as gone that have been silent for too long. */
  onTick(): void {
    const now = this.uptime();
    for (const [pdu, at] of this.#heardAt) if (now - at >= HEARD_FOR) this.gone(pdu);
  }

  #forget(pdu: string): void {
    if (this.#heardAt.delete(pdu)) this.onGo(pdu);
  }
}
