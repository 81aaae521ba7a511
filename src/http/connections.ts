import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf } from '../common/access.js';
import type { Clock, Millis } from '../common/clock.js';
import type { ReadControl } from './request-scheduler.js';

export interface ConnectionLimits {
  /** Open connections of all senders, streams included. */
  readonly total: number;
  /** Connections of one sender whose request is pending for longer than {@link gracePeriod}. */
  readonly pendingPerSender: number;
  /** The time that many simultaneous new connections get to send their requests. */
  readonly gracePeriod: Millis;
  /** The time in which a request must be complete before its caller is authenticated. */
  readonly requestTimeout: Millis;
}

/** File handles for everything but connections: database, journal, log, modules, hardware, outgoing messages. */
const RESERVED_FILES = 512;

/** 2,048 streams and half as many again for requests, or what the operating system allows minus the reserve. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  total: Math.max(64, Math.min(3_072, openFilesLimit() - RESERVED_FILES)),
  pendingPerSender: 32,
  gracePeriod: 1_000,
  requestTimeout: 10_000,
};

/**
 * Connections that the system accepts before the controller does: a crowd of stream readers connects in one instant. By
 * default these are 511, and those beyond would try again after 1 s, then 3. The system may allow fewer (somaxconn).
 */
export const ACCEPT_BACKLOG = 2_048;

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
  /** Uptime since which a complete request is pending. */
  pendingSince: Millis;
  request: IncomingMessage | undefined;
  /** True once a caller was authenticated on it. */
  isAuthenticated: boolean;
  /** The credential of that caller. */
  authenticatedBy: string | undefined;
  isStream: boolean;
  isPaused: boolean;
}

/** The most connections that are closed at once to make room for new ones. */
const MAX_CLOSED_AT_ONCE = 64;

const CONNECTION = Symbol('connection');
/** Node stores the response of a connection here until it has ended. */
type TrackedSocket = Socket & { [CONNECTION]?: Connection; readonly _httpMessage?: object | null };

/** The reason why {@link Connections} has closed a connection. */
export type ClosedReason = 'slow' | 'share' | 'full';

/**
 * Every open connection, over HTTP and HTTPS. Limits the resources of unauthenticated senders: the time until a request
 * is complete and the number of such connections of each sender, so that handles and memory remain for everybody else.
 * Streams are never closed to make room, and connections of authenticated callers only when there are no others.
 */
export class Connections implements ReadControl {
  /** Connections closed since the start, by reason. */
  readonly closed: Record<ClosedReason, number> = { slow: 0, share: 0, full: 0 };
  /** The sender of an address; undefined for an address without a limit of its own, such as a trusted proxy. */
  senderOf: (address: string) => string | undefined = (address) => address;
  readonly #open = new Set<Connection>();
  /** The open connections by the addresses and ports of both ends. */
  readonly #byEndpoints = new Map<string, Connection>();
  /** Connections that are not read at present, by owner. */
  readonly #paused = new Map<string, Connection[]>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: ConnectionLimits = CONNECTION_LIMITS,
  ) {}

  get count(): number {
    return this.#open.size;
  }

  /** Registers a new connection, or closes it where no other can be closed to make room. */
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
      isPaused: false,
    };
    socket[CONNECTION] = connection;
    this.#open.add(connection);
    const endpoints = endpointsOf(socket);
    this.#byEndpoints.set(endpoints, connection);
    socket.once('close', () => {
      this.#open.delete(connection);
      // A new connection may have the same ports before this one reports its end.
      if (this.#byEndpoints.get(endpoints) === connection) this.#byEndpoints.delete(endpoints);
    });
    const paused = this.#paused.get(this.senderOf(address) ?? '');
    if (paused) pause(connection, paused);
  }

  /** The TLS handshake has ended: requests arrive on a socket of its own from now on. */
  tlsEstablished(socket: TrackedSocket): void {
    socket[CONNECTION] = this.#byEndpoints.get(endpointsOf(socket));
  }

  /** The headers of a request have arrived. */
  requestStarted(request: IncomingMessage): void {
    const connection = connectionOf(request);
    if (!connection) return;
    if (connection.request) connection.pendingSince = this.clock.uptime();
    connection.request = request;
  }

  /** The sender of a request was authenticated. */
  authenticated(request: IncomingMessage): void {
    const connection = connectionOf(request);
    if (!connection) return;
    connection.isAuthenticated = true;
    connection.authenticatedBy = credentialOf(request);
  }

  /** The owner of a request in the scheduler: the credential of an authenticated caller, else the sender. */
  ownerOf(request: IncomingMessage): string {
    const { authenticatedBy } = connectionOf(request) ?? {};
    if (authenticatedBy !== undefined && authenticatedBy === credentialOf(request)) return authenticatedBy;
    const address = addressOf(request);
    return this.senderOf(address) ?? address;
  }

  /** Streams, connections with an incomplete request and those of a proxy, which many senders share, go on. */
  pauseReading(owner: string): void {
    const paused = this.#paused.get(owner) ?? [];
    this.#paused.set(owner, paused);
    for (const connection of this.#open) {
      const sender = this.senderOf(connection.address);
      if (sender !== undefined && (connection.authenticatedBy ?? sender) === owner) pause(connection, paused);
    }
  }

  resumeReading(owner: string, count: number): boolean {
    const paused = this.#paused.get(owner) ?? [];
    for (const connection of paused.splice(0, count)) {
      connection.isPaused = false;
      connection.pendingSince = this.clock.uptime();
      socketOf(connection).resume();
    }
    return paused.length > 0 || !this.#paused.delete(owner);
  }

  /** The connection becomes a stream, which has limits of its own. */
  upgraded(request: IncomingMessage): void {
    const connection = connectionOf(request);
    if (connection) connection.isStream = true;
  }

  /** Closes connections whose request is pending for too long or too many of one sender. Called once a second. */
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
   * Closes the oldest connections that wait for a request or the rest of one, of the unauthenticated sender who has most
   * of them: several at a time, because the search is expensive during a flood. Where there are none, closes those of
   * authenticated callers, first those on which nothing is under way.
   */
  #makeRoom(): boolean {
    const waiting = [...this.#open].filter((each) => !each.isStream && !isAnswered(each));
    const known = waiting.filter(({ isAuthenticated }) => isAuthenticated);
    const inOrder = [
      waiting.filter(({ isAuthenticated }) => !isAuthenticated),
      known.filter(({ request }) => request?.complete === true),
      known,
    ];
    const bySender = new Map<string, Connection[]>();
    for (const connection of inOrder.find(({ length }) => length > 0) ?? []) {
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
    this.#open.delete(connection); // a socket emits `close` later
    connection.socket.destroy();
  }
}

const endpointsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;

const connectionOf = ({ socket }: IncomingMessage): Connection | undefined => (socket as TrackedSocket)[CONNECTION];

const credentialOf = ({ headers }: IncomingMessage): string | undefined => headers.authorization ?? headers.cookie;

/** Between requests nothing is pending: the keep-alive timeout of the server ends an idle connection. */
const isPending = ({ isAuthenticated, isStream, isPaused, request }: Connection): boolean =>
  !isAuthenticated && !isStream && !isPaused && request?.complete !== true;

/** A complete request is being answered. */
const isAnswered = (connection: Connection): boolean =>
  connection.request?.complete === true && Boolean((socketOf(connection) as TrackedSocket)._httpMessage);

/** The socket of the HTTP server; over TLS that of the connection itself carries ciphertext. */
const socketOf = ({ socket, request }: Connection): Socket => request?.socket ?? socket;

function pause(connection: Connection, paused: Connection[]): void {
  if (connection.isPaused || connection.isStream || connection.request?.complete === false) return;
  connection.isPaused = true;
  socketOf(connection).pause();
  paused.push(connection);
}
