import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf } from '../common/access.js';
import type { Clock, Millis } from '../common/clock.js';

export interface ConnectionLimits {
  /** Open connections of everybody together, streams included. */
  readonly total: number;
  /** Connections of one sender that owe a request for longer than {@link gracePeriod}. */
  readonly pendingPerSender: number;
  /** A crowd that connects in one instant is given so long to send what it came for. */
  readonly gracePeriod: Millis;
  /** A request of a caller who is not known yet must be complete within this time. */
  readonly requestTimeout: Millis;
}

/** Files that the process needs beside its connections: database, journal, log, modules, hardware, outgoing messages. */
const RESERVED_FILES = 512;

/** 2,048 streams and half as many again for requests, or what the operating system allows less the reserve. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  total: Math.max(64, Math.min(3_072, openFilesLimit() - RESERVED_FILES)),
  pendingPerSender: 32,
  gracePeriod: 1_000,
  requestTimeout: 10_000,
};

/** Node raises its soft limit to the hard one at the start, so the soft one is what counts. */
function openFilesLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity; // not Linux
  }
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Uptime since which it owes a complete request. */
  pendingSince: Millis;
  request: IncomingMessage | undefined;
  /** A caller has been recognised on it. */
  isAuthenticated: boolean;
  /** The credential by which that was. */
  authenticatedBy: string | undefined;
  isStream: boolean;
}

/** So many connections make room for new ones at once. */
const MAX_CLOSED_AT_ONCE = 64;

const CONNECTION = Symbol('connection');
type TrackedSocket = Socket & { [CONNECTION]?: Connection };

/** Why connections were closed by {@link Connections}. */
export type ClosedReason = 'slow' | 'share' | 'full';

/**
 * Every open connection, over HTTP and HTTPS. Bounds what senders without a credential can take: a connection on which
 * nobody was recognised owes a complete request, in bounded time and bounded number for each sender, so that handles
 * and memory remain for everybody else. Streams are never closed to make room, and connections of known callers only when
 * strangers have none to give.
 */
export class Connections {
  /** Connections closed since the start, by reason. */
  readonly closed: Record<ClosedReason, number> = { slow: 0, share: 0, full: 0 };
  /** What counts as one sender; undefined for an address with no share of its own, such as a trusted proxy. */
  senderOf: (address: string) => string | undefined = (address) => address;
  readonly #open = new Set<Connection>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: ConnectionLimits = CONNECTION_LIMITS,
  ) {}

  get count(): number {
    return this.#open.size;
  }

  /** A new connection; closed at once where there is no room and nobody has to make room. */
  accept(socket: TrackedSocket): void {
    if (this.#open.size >= this.limits.total && !this.#makeRoom()) {
      this.closed.full++;
      socket.destroy();
      return;
    }
    const { remoteAddress: address = '' } = socket;
    const connection: Connection = {
      socket,
      address,
      pendingSince: this.clock.uptime(),
      request: undefined,
      isAuthenticated: false,
      authenticatedBy: undefined,
      isStream: false,
    };
    socket[CONNECTION] = connection;
    this.#open.add(connection);
    socket.once('close', () => this.#open.delete(connection));
  }

  /** TLS is agreed on: requests come on a socket of its own from now on. */
  tlsEstablished(socket: TrackedSocket): void {
    const { remoteAddress, remotePort, localPort } = socket;
    for (const connection of this.#open) {
      const raw = connection.socket;
      if (raw.remotePort === remotePort && raw.remoteAddress === remoteAddress && raw.localPort === localPort) {
        socket[CONNECTION] = connection;
        return;
      }
    }
  }

  /** The head of a request has come. */
  requestStarted(request: IncomingMessage): void {
    const connection = connectionOf(request);
    if (!connection) return;
    if (connection.request) connection.pendingSince = this.clock.uptime();
    connection.request = request;
  }

  /** The sender of a request has been recognised. */
  authenticated(request: IncomingMessage): void {
    const connection = connectionOf(request);
    if (!connection) return;
    connection.isAuthenticated = true;
    connection.authenticatedBy = credentialOf(request);
  }

  /** Who is to wait for whose requests: the credential where its caller was recognised on this connection, else the sender. */
  ownerOf(request: IncomingMessage): string {
    const { authenticatedBy } = connectionOf(request) ?? {};
    if (authenticatedBy !== undefined && authenticatedBy === credentialOf(request)) return authenticatedBy;
    const address = addressOf(request);
    return this.senderOf(address) ?? address;
  }

  /** The connection becomes a stream, which has bounds of its own. */
  upgraded(request: IncomingMessage): void {
    const connection = connectionOf(request);
    if (connection) connection.isStream = true;
  }

  /** Closes what has owed a request for too long, and what one sender has too many of. Called once a second. */
  sweep(): void {
    const now = this.clock.uptime();
    const bySender = new Map<string, Connection[]>();
    for (const connection of this.#open) {
      const age = now - connection.pendingSince;
      if (age <= this.limits.gracePeriod || !isPending(connection)) continue;
      if (age > this.limits.requestTimeout) {
        this.#close(connection, 'slow');
        continue;
      }
      const sender = this.senderOf(connection.address);
      if (sender === undefined) continue;
      const others = bySender.get(sender);
      if (others) others.push(connection);
      else bySender.set(sender, [connection]);
    }
    for (const connections of bySender.values()) {
      const excess = connections.length - this.limits.pendingPerSender;
      for (const connection of connections.slice(0, Math.max(0, excess))) this.#close(connection, 'share');
    }
  }

  /**
   * Closes the oldest connections that owe a request, of the sender who has most of them: several at a time, because
   * looking for them is dear while a flood comes in. Where strangers have none, those of known callers that do not end
   * their request make room.
   */
  #makeRoom(): boolean {
    const candidates = [...this.#open].filter(({ isStream, request }) => !isStream && request?.complete !== true);
    const strangers = candidates.filter(({ isAuthenticated }) => !isAuthenticated);
    const bySender = new Map<string, Connection[]>();
    for (const connection of strangers.length > 0 ? strangers : candidates) {
      const sender = this.senderOf(connection.address) ?? connection.address;
      const others = bySender.get(sender);
      if (others) others.push(connection);
      else bySender.set(sender, [connection]);
    }
    const [most = []] = [...bySender.values()].sort((a, b) => b.length - a.length);
    for (const connection of most.slice(0, Math.max(1, Math.min(MAX_CLOSED_AT_ONCE, most.length / 2)))) {
      this.#close(connection, 'full');
    }
    return most.length > 0;
  }

  #close(connection: Connection, reason: ClosedReason): void {
    this.closed[reason]++;
    this.#open.delete(connection); // a socket tells of its end later
    connection.socket.destroy();
  }
}

const connectionOf = ({ socket }: IncomingMessage): Connection | undefined => (socket as TrackedSocket)[CONNECTION];

const credentialOf = ({ headers }: IncomingMessage): string | undefined => headers.authorization ?? headers.cookie;

/** Between requests nothing is owed: the keep-alive time of the server ends an idle connection. */
const isPending = ({ isAuthenticated, isStream, request }: Connection): boolean =>
  !isAuthenticated && !isStream && request?.complete !== true;
