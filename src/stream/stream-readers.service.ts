import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CallerCache } from '../auth/callers/caller-cache.js';
import { isCrossSite } from '../auth/cross-site.js';
import type { Caller } from '../common/access.js';
import { Clock, type Millis } from '../common/clock.js';
import { Ticks, type Tick } from '../kernel/ticks.js';
import { networkOf } from '../users/passwords/sender-network.js';
import { CLOSED, type CloseReason } from './close-codes.js';
import { parseFirstMessage } from './first-message.js';
import type { StreamConnection } from './stream-connection.js';
import { StreamPlaces } from './stream-places.js';
import { StreamReader } from './stream-reader.js';
import { StreamSource, type StreamWish } from './stream-source.js';

/** A connection that has not sent its credential yet. */
interface Guest {
  readonly since: Millis;
  /** Cookie header of the upgrade request. */
  readonly cookies: string | undefined;
  /** The network it connects from. */
  readonly sender: string;
  readonly wish: StreamWish;
}

/** Most guests from one network; a thousand readers behind one address may connect at once. */
const MAX_GUESTS_PER_SENDER = 1024;
const MAX_GUESTS = 2048;
const FIRST_MESSAGE_TIMEOUT: Millis = 10_000;
/** Messages after the first are ignored, up to this many between two poll cycles. */
const MAX_IGNORED = 100;

/** All connections of the stream: signs them in, sends a message each tick, closes them. */
@Injectable()
export class StreamReadersService implements OnModuleInit, BeforeApplicationShutdown {
  readonly #guests = new Map<StreamConnection, Guest>();
  readonly #guestsOf = new Map<string, Set<StreamConnection>>();
  readonly #readers = new Map<StreamConnection, StreamReader>();
  readonly #places = new StreamPlaces<StreamReader>();
  /** Number of ignored messages of each connection since the last poll cycle. */
  readonly #ignored = new Map<StreamConnection, number>();
  #isStopping = false;

  constructor(
    private readonly ticks: Ticks,
    private readonly clock: Clock,
    private readonly callers: CallerCache,
    private readonly source: StreamSource,
  ) {}

  onModuleInit(): void {
    this.ticks.onTick('publish', (tick) => this.#broadcast(tick));
  }

  /** The server waits for its responses to end, which those of readers would never do. */
  beforeApplicationShutdown(): void {
    this.#isStopping = true;
    for (const connection of this.#readers.keys()) this.#close(connection, 'STOPPING');
  }

  /** Number of connections, signed in or not. */
  get size(): number {
    return this.#guests.size + this.#readers.size;
  }

  /** Adds a guest. If there are too many of its sender, or in total, the one that waits longest is closed. */
  connected(connection: StreamConnection, headers: IncomingHttpHeaders, address: string, url = ''): void {
    if (isCrossSite(headers)) return this.#close(connection, 'FOREIGN_ORIGIN');
    const sender = networkOf(address);
    const wish = this.source.wishOf(new URLSearchParams(url.split('?')[1]));
    const ofSender = (this.#guestsOf.get(sender) ?? new Set()).add(connection);
    this.#guestsOf.set(sender, ofSender);
    this.#guests.set(connection, { since: this.clock.uptime(), cookies: headers.cookie, sender, wish });
    const crowded = ofSender.size > MAX_GUESTS_PER_SENDER ? ofSender : this.#guests.keys();
    const [oldest] = crowded;
    if (oldest && (crowded === ofSender || this.#guests.size > MAX_GUESTS)) this.#close(oldest, 'FULL');
  }

  /** Signs a guest in with the first message, or closes it; later messages are ignored. */
  received(connection: StreamConnection, text: string): void {
    const guest = this.#guests.get(connection);
    if (!guest) return this.#ignore(connection);
    const offered = parseFirstMessage(text, guest.cookies);
    if (!offered) return this.#close(connection, 'FIRST_MESSAGE');
    const caller = this.callers.ofTokens(offered);
    if (!(caller instanceof Promise)) return this.#admit(connection, guest, caller);
    void caller.then((found) => {
      if (this.#guests.get(connection) === guest) this.#admit(connection, guest, found);
    });
  }

  #admit(connection: StreamConnection, { wish }: Guest, caller: Caller | undefined): void {
    if (!caller) return this.#close(connection, 'NOT_SIGNED_IN');
    if (!this.enter(connection, caller, wish)) this.#close(connection, 'FULL');
  }

  /** Makes a connection of a known caller a reader, who gets the present message at once; false without a place. */
  enter(connection: StreamConnection, caller: Caller, wish: StreamWish): boolean {
    if (this.#isStopping) return false;
    const reader = new StreamReader(connection, caller, wish);
    const place = this.#places.enter(reader);
    if (place === 'full') return false;
    if (place.displaced) this.#close(place.displaced.connection, 'FULL');
    this.#removeGuest(connection);
    this.#readers.set(connection, reader);
    this.#offer(reader, this.clock.uptime());
    return true;
  }

  disconnected(connection: StreamConnection): void {
    this.#removeGuest(connection);
    const reader = this.#readers.get(connection);
    if (reader) this.#places.leave(reader);
    this.#readers.delete(connection);
    this.#ignored.delete(connection);
  }

  #removeGuest(connection: StreamConnection): void {
    const guest = this.#guests.get(connection);
    if (!guest) return;
    this.#guests.delete(connection);
    const ofSender = this.#guestsOf.get(guest.sender);
    ofSender?.delete(connection);
    if (ofSender?.size === 0) this.#guestsOf.delete(guest.sender);
  }

  #broadcast({ uptime }: Tick): void {
    this.#ignored.clear();
    for (const [connection, { since }] of this.#guests) {
      if (uptime - since >= FIRST_MESSAGE_TIMEOUT) this.#close(connection, 'SILENT');
    }
    for (const reader of this.#readers.values()) this.#offer(reader, uptime);
  }

  /** Checks the credential each time; the permissions of a caller are always the present ones. */
  #offer(reader: StreamReader, uptime: Millis): void {
    if (reader.caller.hasEnded) return this.#close(reader.connection, 'NOT_SIGNED_IN');
    reader.offer(this.source.for(reader.caller.access, reader.needsAll, reader.wish), uptime);
  }

  #ignore(connection: StreamConnection): void {
    const ignored = (this.#ignored.get(connection) ?? 0) + 1;
    if (ignored > MAX_IGNORED) return this.#close(connection, 'TOO_TALKATIVE');
    if (this.#readers.has(connection)) this.#ignored.set(connection, ignored);
  }

  #close(connection: StreamConnection, because: CloseReason): void {
    const [code, reason] = CLOSED[because];
    this.disconnected(connection);
    connection.close(code, reason);
  }
}
