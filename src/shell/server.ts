import { createRequire } from 'node:module';
import { Logger } from '@nestjs/common';
import type * as Ssh2 from 'ssh2';
import type { Clock, Millis } from '../common/clock.js';
import type { UserChange } from '../users/accounts/user-edit.js';
import type { TcpConnection } from '../protocols/tcp-connection.js';
import { LogThrottle } from '../protocols/log-throttle.js';
import type { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import type { SettingsStore } from '../settings/settings.store.js';
import { ShellConnection } from './connection.js';
import type { HostKey } from './host-key.js';
import type { Services } from './interpreter.js';

const { Server } = createRequire(import.meta.url)('ssh2') as typeof Ssh2;

/** Largest numbers of connections that are not signed in yet. */
const UNAUTHENTICATED = { total: 20, perAddress: 8, atOncePerAddress: 4 } as const;
const SESSIONS = { total: 16, perUser: 8 } as const;

const ALGORITHMS: Ssh2.Algorithms = {
  kex: ['curve25519-sha256', 'curve25519-sha256@libssh.org'],
  serverHostKey: ['ssh-ed25519'],
  cipher: [
    'chacha20-poly1305@openssh.com',
    'aes256-gcm@openssh.com',
    'aes128-gcm@openssh.com',
    'aes256-ctr',
    'aes128-ctr',
  ],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com'],
  compress: ['none'],
};
const IDENT = 'Rackfeed';
const KEEPALIVE = { keepaliveInterval: 30_000, keepaliveCountMax: 3 } as const;

export interface ShellServerOptions {
  readonly services: Services;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly hostKey: () => HostKey;
  readonly traffic: ProtocolTraffic;
}

/** The SSH server: hands each connection to the library, and ends connections that must not go on. */
export class ShellServer {
  readonly #logger = new Logger('SSH');
  readonly #errorLog = new LogThrottle();
  readonly #connections = new Set<ShellConnection>();
  #library: { readonly server: Ssh2.Server; readonly key: string; readonly banner: string } | undefined;

  constructor(private readonly options: ShellServerOptions) {}

  /** Serves a connection, or closes it. */
  serve(tcp: TcpConnection): void {
    if (!this.#makeRoomFor(tcp.address)) {
      this.options.traffic.refuse('connections');
      tcp.socket.destroy();
      return;
    }
    const connection = new ShellConnection(tcp, {
      ...this.options,
      admits: (userId) => this.#admits(userId),
      onChange: () => this.#startWaiting(),
      noteError: (error) => this.#noteError(tcp.address, error),
    });
    this.#connections.add(connection);
    tcp.socket.once('close', () => {
      this.#connections.delete(connection);
      this.#startWaiting();
    });
    this.#startWaiting();
  }

  /** Called once a second. */
  onTick(uptime: Millis): void {
    for (const connection of this.#connections) connection.onTick(uptime);
  }

  /** Ends the sessions of a user whose account has changed so that they must not go on. */
  onUserChange(change: UserChange): void {
    for (const connection of this.#connections) connection.onUserChange(change);
  }

  /**
   * True if one more connection of this address may begin its sign-in. Where there are as many as may be, one of the
   * address that has most is closed for it, the oldest without a completed key exchange first: connections that stay
   * silent keep nobody out.
   */
  #makeRoomFor(address: string): boolean {
    const waiting = [...this.#connections].filter((each) => !each.isSignedIn && !each.isClosed);
    const counts = new Map<string, number>();
    for (const each of waiting) counts.set(each.address, (counts.get(each.address) ?? 0) + 1);
    const own = counts.get(address) ?? 0;
    if (own >= UNAUTHENTICATED.perAddress) return false;
    if (waiting.length < UNAUTHENTICATED.total) return true;
    const silent = waiting.filter(({ hasKeys }) => !hasKeys);
    const candidates = silent.length > 0 ? silent : waiting;
    const most = Math.max(...candidates.map((each) => counts.get(each.address) ?? 0));
    if (own >= most) return false;
    candidates.find((each) => counts.get(each.address) === most)?.destroy();
    this.options.traffic.refuse('connections');
    return true;
  }

  /** Starts waiting connections: of one address few at once, so that a burst of one client is served in a row. */
  #startWaiting(): void {
    for (const connection of this.#connections) {
      if (connection.isStarted) continue;
      const underWay = [...this.#connections].filter(
        (each) => each.isStarted && !each.isSignedIn && each.address === connection.address,
      );
      if (underWay.length >= UNAUTHENTICATED.atOncePerAddress) continue;
      try {
        connection.start(this.#libraryServer());
      } catch (error) {
        this.#noteError(connection.address, error);
        connection.destroy();
      }
    }
  }

  #admits(userId: string): boolean {
    const signedIn = [...this.#connections].filter(({ isSignedIn }) => isSignedIn);
    return (
      signedIn.length < SESSIONS.total && signedIn.filter((each) => each.userId === userId).length < SESSIONS.perUser
    );
  }

  /** The library's server for the present host key and banner; it never listens itself. */
  #libraryServer(): Ssh2.Server {
    const { privateKey } = this.options.hostKey();
    const banner = this.options.settings.get('sshBanner');
    if (this.#library?.key === privateKey && this.#library.banner === banner) return this.#library.server;
    const server = new Server({
      hostKeys: [privateKey],
      ident: IDENT,
      algorithms: ALGORITHMS,
      ...KEEPALIVE,
      ...(banner !== '' && { banner: `${banner.replace(/\r?\n/g, '\r\n')}\r\n` }),
    });
    server.on('connection', (library) => this.#onGreeting(library));
    server.on('error', (error: Error) => this.#noteError('the library', error));
    this.#library = { server, key: privateKey, banner };
    return server;
  }

  /** The library says which socket a connection is of only by a member that its types do not have. */
  #onGreeting(library: Ssh2.Connection & { readonly _sock?: unknown }): void {
    const connection = [...this.#connections].find((each) => each.isOf(library._sock));
    if (connection) connection.serve(library);
    else library.end(); // it was closed meanwhile
  }

  #noteError(address: string, error: unknown): void {
    this.options.traffic.errors++;
    if (!this.#errorLog.isDue(address, this.options.clock.uptime())) return;
    this.#logger.warn(`A connection from ${address} had an error: ${(error as Error).message}`);
  }
}
