import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CallerCache } from '../auth/callers/caller-cache.js';
import { isCrossSite } from '../auth/cross-site.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock, type Millis } from '../common/clock.js';
import { networkOf } from '../users/passwords/sender-network.js';
import { CLOSED, type CloseReason } from './close-codes.js';
import { parseFirstMessage } from './first-message.js';
import { StreamMessagesService } from './stream-messages.service.js';
import { StreamPlaces } from './stream-places.js';
import { StreamReader, type StreamSocket } from './stream-reader.js';

/** A connection that has not sent its credential yet. */
interface Guest {
  readonly since: Millis;
  /** Cookie header of the upgrade request. */
  readonly cookies: string | undefined;
  /** The network it connects from. */
  readonly sender: string;
}

/** Most guests from one network; a thousand readers behind one address may connect at once. */
const MAX_GUESTS_PER_SENDER = 1024;
const MAX_GUESTS = 2048;
const FIRST_MESSAGE_TIMEOUT: Millis = 10_000;
/** Messages after the first are ignored, up to this many between two poll cycles. */
const MAX_IGNORED = 100;

/** All connections of the stream: signs them in, sends a message each poll cycle, closes them. */
@Injectable()
export class StreamReadersService implements OnModuleInit {
  readonly #guests = new Map<StreamSocket, Guest>();
  readonly #guestsOf = new Map<string, Set<StreamSocket>>();
  readonly #readers = new Map<StreamSocket, StreamReader>();
  readonly #places = new StreamPlaces<StreamReader>();
  /** Number of ignored messages of each connection since the last poll cycle. */
  readonly #ignored = new Map<StreamSocket, number>();

  constructor(
    private readonly store: SnapshotStore,
    private readonly clock: Clock,
    private readonly callers: CallerCache,
    private readonly messages: StreamMessagesService,
  ) {}

  onModuleInit(): void {
    this.store.onTick('publish', (now) => this.#broadcast(now));
  }

  /** Number of connections, signed in or not. */
  get size(): number {
    return this.#guests.size + this.#readers.size;
  }

  /** Adds a guest. If there are too many of its sender, or in total, the one that waits longest is closed. */
  connected(socket: StreamSocket, headers: IncomingHttpHeaders, address: string): void {
    if (isCrossSite(headers)) return this.#close(socket, 'FOREIGN_ORIGIN');
    const sender = networkOf(address);
    const ofSender = (this.#guestsOf.get(sender) ?? new Set()).add(socket);
    this.#guestsOf.set(sender, ofSender);
    this.#guests.set(socket, { since: this.clock.uptime(), cookies: headers.cookie, sender });
    const crowded = ofSender.size > MAX_GUESTS_PER_SENDER ? ofSender : this.#guests.keys();
    const [oldest] = crowded;
    if (oldest && (crowded === ofSender || this.#guests.size > MAX_GUESTS)) this.#close(oldest, 'FULL');
  }

  /** Signs a guest in with the first message, or closes it; later messages are ignored. */
  received(socket: StreamSocket, text: string): void {
    const guest = this.#guests.get(socket);
    if (!guest) return this.#ignore(socket);
    const offered = parseFirstMessage(text, guest.cookies);
    if (!offered) return this.#close(socket, 'FIRST_MESSAGE');
    const [caller] = offered.flatMap((credential) => this.callers.ofToken(credential) ?? []);
    if (!caller) return this.#close(socket, 'NOT_SIGNED_IN');
    const reader = new StreamReader(socket, caller);
    const place = this.#places.enter(reader);
    if (place === 'full') return this.#close(socket, 'FULL');
    if (place.displaced) this.#close(place.displaced.socket, 'FULL');
    this.#removeGuest(socket);
    this.#readers.set(socket, reader);
    this.#offer(reader, this.clock.uptime());
  }

  disconnected(socket: StreamSocket): void {
    this.#removeGuest(socket);
    const reader = this.#readers.get(socket);
    if (reader) this.#places.leave(reader);
    this.#readers.delete(socket);
    this.#ignored.delete(socket);
  }

  #removeGuest(socket: StreamSocket): void {
    const guest = this.#guests.get(socket);
    if (!guest) return;
    this.#guests.delete(socket);
    const ofSender = this.#guestsOf.get(guest.sender);
    ofSender?.delete(socket);
    if (ofSender?.size === 0) this.#guestsOf.delete(guest.sender);
  }

  #broadcast({ uptime }: Snapshot): void {
    this.#ignored.clear();
    for (const [socket, { since }] of this.#guests) {
      if (uptime - since >= FIRST_MESSAGE_TIMEOUT) this.#close(socket, 'SILENT');
    }
    for (const reader of this.#readers.values()) this.#offer(reader, uptime);
  }

  /** Checks the credential each time; the permissions of a caller are always the present ones. */
  #offer(reader: StreamReader, uptime: Millis): void {
    if (reader.caller.hasEnded) return this.#close(reader.socket, 'NOT_SIGNED_IN');
    reader.offer(this.messages.for(reader.caller.access), uptime);
  }

  #ignore(socket: StreamSocket): void {
    const ignored = (this.#ignored.get(socket) ?? 0) + 1;
    if (ignored > MAX_IGNORED) return this.#close(socket, 'TOO_TALKATIVE');
    if (this.#readers.has(socket)) this.#ignored.set(socket, ignored);
  }

  #close(socket: StreamSocket, because: CloseReason): void {
    const [code, reason] = CLOSED[because];
    this.disconnected(socket);
    socket.close(code, reason);
  }
}
