import type { Connection, Server, ServerChannel, Session } from 'ssh2';
import { Logger } from '@nestjs/common';
import { activeCaller } from '../auth/callers/active-caller.js';
import { Revocations } from '../auth/callers/revocations.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { withAddress, type CallerWithAddress } from '../common/access.js';
import { POLL_JITTER, type Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { errorMessage, printable } from '../common/text.js';
import { VERSION } from '../common/version.js';
import { Db } from '../database/db.js';
import type { TcpConnection } from '../protocols/tcp-connection.js';
import { endsAllCredentials, type UserChange } from '../users/accounts/user-edit.js';
import { UsersService } from '../users/users.service.js';
import type { ShellServerOptions } from './server.js';
import { MAX_BACKLOG, ShellSession, type Terminal } from './session.js';
import { ShellSignIn, type SignedIn } from './sign-in.js';

/** From the connection to the sign-in. */
const SIGN_IN_LIMIT: Millis = 15_000;
/** A client that takes no output for so long is closed. */
const OUTPUT_LIMIT: Millis = 30_000;
const MAX_CHANNELS = 8;

export interface ShellConnectionOptions extends ShellServerOptions {
  readonly admits: (userId: string) => boolean;
  /** Called when the connection is signed in. */
  readonly onChange: () => void;
  readonly noteError: (error: unknown) => void;
}

/** One connection of an SSH client: its sign-in, its sessions, and its end. */
export class ShellConnection {
  readonly #logger = new Logger('SSH');
  readonly #connectedAt: Millis;
  readonly #sessions = new Set<ShellSession>();
  readonly #signIn: ShellSignIn;
  #library: Connection | undefined;
  #channels = 0;
  #caller: CallerWithAddress | undefined;
  #signedIn: SignedIn | undefined;
  #ended: string | undefined;
  #stuckSince: Millis | undefined;
  #isStarted = false;
  #hasKeys = false;

  constructor(
    private readonly tcp: TcpConnection,
    private readonly options: ShellConnectionOptions,
  ) {
    this.#connectedAt = options.clock.uptime();
    this.#signIn = new ShellSignIn(
      options.services,
      tcp.address,
      options.admits,
      (signedIn, isValid) => this.#recordSignIn(signedIn, isValid),
      () => this.#giveUp(),
    );
    tcp.socket.once('close', () => this.#onClose());
  }

  /** True for the connection on this socket. */
  isOf(socket: unknown): boolean {
    return this.tcp.socket === socket;
  }

  get address(): string {
    return this.tcp.address;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  get isSignedIn(): boolean {
    return this.#signedIn !== undefined;
  }

  get isClosed(): boolean {
    return this.tcp.socket.destroyed;
  }

  /** True once the keys are exchanged. */
  get hasKeys(): boolean {
    return this.#hasKeys;
  }

  get userId(): string | undefined {
    return this.#caller?.userId;
  }

  /** Hands the socket to the library. */
  start(server: Server): void {
    this.#isStarted = true;
    const { socket } = this.tcp;
    server.injectSocket(socket);
    // A peer that sends and does not take the answers must not fill the memory.
    socket.on('data', () => {
      if (socket.writableLength > MAX_BACKLOG) socket.pause();
    });
    socket.on('drain', () => socket.resume());
  }

  destroy(): void {
    this.tcp.socket.destroy();
  }

  /** Called once a second. */
  onTick(uptime: Millis): void {
    if (!this.isSignedIn && uptime - this.#connectedAt >= SIGN_IN_LIMIT - POLL_JITTER) this.destroy();
    if (this.#ended !== undefined) this.destroy(); // it had a second to take the reason
    this.#closeIfStuck(uptime);
    for (const session of this.#sessions) session.onTick(uptime);
  }

  onUserChange(change: UserChange): void {
    const signedIn = this.#signedIn;
    if (!signedIn || change.userId !== this.userId) return;
    if (endsAllCredentials(change)) this.#end(REASONS[change.kind] ?? 'Your account has changed.');
    else if (change.kind === 'password') this.#end('Your password was changed; sign in again.');
    else if (signedIn.key && !this.#hasKey(signedIn.key.data))
      this.#end('The key that you signed in with was removed.');
  }

  #hasKey(data: string): boolean {
    const user = this.options.services(UsersService).current({ id: Number(this.userId) });
    return user?.sshKeys.some(({ key }) => key === data) === true;
  }

  /** Called when the client has greeted. */
  serve(library: Connection): void {
    this.#library = library;
    library.on('error', (error: Error) => {
      if (isGone(error)) return;
      this.options.noteError(error);
      // The library ends its own side only, and reads on.
      this.tcp.finish();
    });
    library.once('handshake', () => (this.#hasKeys = true));
    library.on('authentication', (attempt) => void this.#signIn.decide(attempt));
    library.on('ready', () => this.#onSignIn());
    library.on('session', (accept, reject) => {
      if (this.#channels >= MAX_CHANNELS || !this.#caller || this.#ended !== undefined) reject();
      else this.#open(accept());
    });
  }

  #onSignIn(): void {
    const signedIn = this.#signIn.result;
    if (!signedIn) return this.destroy();
    const { services } = this.options;
    const { user } = signedIn;
    this.#signedIn = signedIn;
    const isSamePassword = services(Revocations).watch('password', user.id);
    const isValid = (): boolean => this.#ended === undefined && !this.tcp.socket.destroyed && isSamePassword();
    const caller = activeCaller(services(UsersService), String(user.id), { kind: 'ssh' }, isValid);
    this.#caller = withAddress(caller, this.address);
    this.tcp.active();
    this.options.traffic.clients.note(this.address, printable(user.username, 100), this.options.clock.now());
    this.options.onChange();
  }

  /** A storage that fails keeps nobody out, as over HTTP: the PDU must stay reachable then. */
  async #recordSignIn({ user, method, key }: SignedIn, isValid: () => boolean): Promise<boolean> {
    const { services } = this.options;
    const cause = { kind: 'ssh', who: user.username, userId: String(user.id), address: this.address } as const;
    const after = { method, ...(key && { fingerprint: key.fingerprint }) };
    try {
      return await services(Db).transaction(async () => {
        if (!isValid()) return false;
        await services(UsersService).recordSignIn(user);
        await services(AuditLogService).record({ kind: 'session.signIn', object: `user:${user.id}`, cause, after });
        return true;
      });
    } catch (error) {
      this.#logger.warn(`A sign-in of ${printable(user.username)} was not recorded: ${errorMessage(error)}`);
      return isValid();
    }
  }

  async #recordEnd(): Promise<void> {
    if (!this.#caller) return;
    const { userId, username: who, address } = this.#caller;
    const cause = { kind: 'ssh', who, userId, address } as const;
    const after = { reason: this.#ended ?? 'closed' };
    await this.options
      .services(AuditLogService)
      .record({ kind: 'session.end', object: `user:${userId}`, cause, after })
      .catch((error: unknown) => {
        // The stop of the controller ends every session, and has a record of its own.
        if (error instanceof ApiError && error.code === 'STOPPING') return;
        this.#logger.warn(`The end of a session was not recorded: ${errorMessage(error)}`);
      });
  }

  #open(session: Session): void {
    this.#channels++;
    let terminal: Terminal | undefined;
    let shell: ShellSession | undefined;
    session.on('pty', (accept, _reject, { cols, rows }) => {
      terminal = { columns: cols > 0 ? cols : 80, rows };
      (accept as (() => void) | undefined)?.();
    });
    session.on('window-change', (accept, _reject, { cols, rows }) => {
      shell?.resize({ columns: cols, rows });
      (accept as (() => void) | undefined)?.();
    });
    session.on('signal', (accept) => (accept as (() => void) | undefined)?.());
    session.on('shell', (accept) => {
      shell = this.#begin(accept(), terminal);
      void shell.shell().catch((error: unknown) => this.#failed(error));
    });
    session.on('exec', (accept, _reject, { command }) => {
      shell = this.#begin(accept(), terminal);
      void shell.exec(command).catch((error: unknown) => this.#failed(error));
    });
    session.on('close', () => this.#channels--);
  }

  #begin(channel: ServerChannel, terminal: Terminal | undefined): ShellSession {
    const { services, settings, clock, traffic } = this.options;
    const caller = this.#caller;
    if (!caller) throw new Error('A channel before the sign-in.');
    const session = new ShellSession(channel, {
      caller,
      services,
      terminal,
      prompt: () => settings.get('sshPrompt'),
      greeting: () => `Rackfeed ${VERSION} ${printable(settings.get('deviceName'), 100)}`,
      needsNewPassword: () =>
        services(UsersService).current({ id: Number(caller.userId) })?.passwordChangeRequired === true,
      uptime: () => clock.uptime(),
      backlog: () => this.tcp.socket.writableLength,
      onCommand: () => {
        traffic.requests++;
        traffic.clients.note(this.address, printable(caller.username, 100), clock.now());
      },
      onInput: () => this.tcp.active(),
      failed: (error) => this.#failed(error),
    });
    this.#sessions.add(session);
    channel.once('close', () => this.#sessions.delete(session));
    return session;
  }

  #failed(error: unknown): void {
    this.#logger.error('A command of the shell failed.', error instanceof Error ? error.stack : error);
  }

  /** After too many attempts. */
  #giveUp(): void {
    this.options.traffic.refuse('credential');
    this.#library?.end();
    this.#ended = 'Too many attempts.';
  }

  #end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = reason;
    // The client ends when its sessions have; a disconnect behind them could come before it has shown the reason.
    for (const session of this.#sessions) session.end(reason);
    if (this.#sessions.size === 0) this.#library?.end();
  }

  #closeIfStuck(uptime: Millis): void {
    const backlog = [...this.#sessions].reduce((sum, each) => sum + each.backlog, this.tcp.socket.writableLength);
    if (backlog < MAX_BACKLOG) this.#stuckSince = undefined;
    else this.#stuckSince ??= uptime;
    if (this.#stuckSince !== undefined && uptime - this.#stuckSince >= OUTPUT_LIMIT) this.destroy();
  }

  #onClose(): void {
    void this.#recordEnd();
    this.#sessions.clear();
  }
}

const REASONS: Partial<Record<UserChange['kind'], string>> = {
  lock: 'Your account was locked.',
  disable: 'Your account was disabled.',
  delete: 'Your account was deleted.',
};

/** True for a peer that has closed the connection, which is nothing to note. */
const isGone = (error: Error & { readonly code?: unknown; readonly level?: unknown }): boolean =>
  error.level === 'socket' || error.level === 'client-timeout';
