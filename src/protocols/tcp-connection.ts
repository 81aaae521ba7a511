import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock, Millis } from '../common/clock.js';
import { RequestRate } from './request-rate.js';

/** Time in which a client takes the last answer and closes. */
const GOODBYE_LIMIT: Millis = 5000;

/** A connection of a client to a protocol server. */
export class TcpConnection {
  #activeAt: Millis;
  #rate: RequestRate | undefined;
  /** Replaces the idle time of the listener for this connection, ms; 0: it is never closed. */
  idleLimit: Millis | undefined;

  constructor(
    readonly socket: Socket,
    /** Without the IPv4-in-IPv6 prefix. */
    readonly address: string,
    private readonly clock: Clock,
  ) {
    this.#activeAt = clock.uptime();
  }

  /** Notes that the client has sent a request or input: the idle time begins again. */
  active(): void {
    this.#activeAt = this.clock.uptime();
  }

  /**
   * Limits the requests to so many a second. Before each request the owner asks {@link mayRequest}; when that is false,
   * it keeps what it has received until `onResume` is called.
   */
  limitRate(perSecond: number, onResume: () => void): void {
    this.#rate = new RequestRate(this.socket, perSecond, onResume);
  }

  mayRequest(): boolean {
    return this.#rate?.take(this.clock.uptime()) ?? true;
  }

  /**
   * Ends the connection behind what was written to it. What the client still sends is dropped, and one that does not close
   * is closed: it would fill the memory.
   * @param stream the socket, or what is spoken over it
   */
  finish(stream: Duplex = this.socket): void {
    this.active();
    this.idleLimit = GOODBYE_LIMIT;
    stream.removeAllListeners('data').resume();
    stream.end();
  }

  /** Called once a second. @param ofListener time without activity after which it is closed; 0: never */
  onTick(uptime: Millis, ofListener: Millis): void {
    const idle = this.idleLimit ?? ofListener;
    if (idle > 0 && uptime - this.#activeAt >= idle) this.socket.destroy();
    else this.#rate?.onTick(uptime);
  }
}
