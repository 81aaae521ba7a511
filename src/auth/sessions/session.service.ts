import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AuditRecord } from '../../audit/audit-log.service.js';
import type { Cause } from '../../common/cause.js';
import { Clock, type Millis } from '../../common/clock.js';
import { hashToken, isToken, newToken } from '../../common/token.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { networkOf } from '../../users/passwords/sender-network.js';
import type { UserEntity } from '../../users/user.entity.js';
import { endsAllCredentials, type UserChange } from '../../users/accounts/user-edit.js';
import { UsersService } from '../../users/users.service.js';
import type { SessionEntity } from '../session.entity.js';
import { SessionRepository } from './session.repository.js';
import { isExpired, newSessionId, timesOf, type Session } from './session.js';

/** Sessions of one user from one sender: a job that signs in again and again must not end the user's others. */
export const SESSIONS_PER_SENDER = 8;
export const SESSIONS_PER_USER = 32;

/** An extension at another hub is known here within this time. */
const SHARED_GRACE: Millis = 60_000;

/** The address and program of a sign-in. */
export interface SignInOrigin {
  readonly address: string;
  /** User-Agent without unprintable characters. */
  readonly agent: string;
  /** True for a sign-in with a personal access token in place of a password. */
  readonly byToken: boolean;
  /** The protocol by which it was made; absent for the API of the product. */
  readonly via?: 'redfish';
}

/** The sessions: held in memory and written through; they end by time, by their owner or by an administrator. */
@Injectable()
export class SessionService implements OnModuleInit {
  readonly #byHash = new Map<string, Session>();
  readonly #byId = new Map<string, Session>();

  constructor(
    private readonly rows: SessionRepository,
    private readonly users: UsersService,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {
    users.onCommitting((change) => this.#onCommitting(change));
    users.onUserChange((change) => this.#onUserChange(change));
  }

  /** Loads the sessions from before the restart. */
  async onModuleInit(): Promise<void> {
    this.rows.follow((rows) => this.#follow(rows));
    for (const row of await this.rows.load()) {
      const session = this.#restored(row);
      this.#add(session);
      if (!this.users.isActive({ id: Number(session.userId) }))
        this.#end(session, auditRecordOf(session, 'session.end', 'user'));
    }
  }

  /** True where another hub may open, extend and end the same sessions. */
  get areShared(): boolean {
    return this.rows.areShared;
  }

  /**
   * Resolves when sessions that were opened at another hub before are known here too, and all else that it has stored. Rejects
   * with DATABASE_UNREACHABLE.
   */
  catchUp(): Promise<void> {
    return this.rows.catchUp();
  }

  /** Opens a session and returns its token, which is never stored. `inSameTransaction` joins the transaction. */
  async open(
    user: UserEntity,
    { address, agent, byToken }: SignInOrigin,
    inSameTransaction: (id: string) => Promise<unknown>,
  ): Promise<string> {
    const token = newToken();
    const id = newSessionId();
    const userId = String(user.id);
    const now = this.clock.uptime();
    const session = {
      id,
      tokenHash: hashToken(token),
      userId,
      address,
      agent,
      byToken,
      createdAt: now,
      seenAt: now,
    };
    this.#enforceLimits(userId, networkOf(address));
    this.#add(session);
    await this.rows.write(() => inSameTransaction(id), session);
    return token;
  }

  /** The ids of the users who are signed in. */
  signedInUsers(): ReadonlySet<string> {
    return new Set([...this.#byId.values()].filter((each) => !this.#isOver(each)).map(({ userId }) => userId));
  }

  /** The open session with this token. */
  find(token: string): Session | undefined {
    const session = isToken(token) ? this.#byHash.get(hashToken(token)) : undefined;
    return session && !this.#isOver(session) ? session : undefined;
  }

  /** True until the session is ended or expires. Cheap enough for every stream reader, each second. */
  isOpen(id: string): boolean {
    const session = this.#byId.get(id);
    return session !== undefined && !this.#isOver(session);
  }

  /** Extends a session, after a request. */
  extend(id: string): void {
    const session = this.#byId.get(id);
    if (!session) return;
    session.seenAt = this.clock.uptime();
    this.rows.changed(session);
  }

  /** All open sessions, oldest first. */
  all(): Session[] {
    return [...this.#byId.values()]
      .filter((session) => !this.#isOver(session))
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  /** The user's open sessions, oldest first. */
  ofUser(userId: string): Session[] {
    return this.all().filter((session) => session.userId === userId);
  }

  /** Ends sessions on request of their owner. Resolves when that is durable. */
  async end(sessions: readonly Session[], kind: string, cause: Cause): Promise<void> {
    for (const session of sessions) {
      this.#end(session, { kind, object: `user:${session.userId}`, cause, before: { session: session.id } });
    }
    if (sessions.length > 0) await this.rows.write();
  }

  /** Removes expired sessions; where another hub may just have extended them, some time after they have expired. */
  sweep(): void {
    const grace = this.rows.areShared ? SHARED_GRACE : 0;
    for (const session of this.#byId.values()) {
      if (this.#isOver(session, grace)) this.#end(session, auditRecordOf(session, 'session.expire', 'time'));
    }
  }

  /** Ends the longest idle sessions, so that one more session of the user from this sender is within the limits. */
  #enforceLimits(userId: string, sender: string): void {
    const endIdlest = (sessions: readonly Session[], limit: number): void => {
      const idleFirst = [...sessions].sort((a, b) => a.seenAt - b.seenAt);
      for (const idle of idleFirst.slice(0, Math.max(0, sessions.length + 1 - limit))) {
        this.#end(idle, auditRecordOf(idle, 'session.end', 'limit'));
      }
    };
    endIdlest(
      this.ofUser(userId).filter(({ address }) => networkOf(address) === sender),
      SESSIONS_PER_SENDER,
    );
    endIdlest(this.ofUser(userId), SESSIONS_PER_USER);
  }

  #isOver(session: Session, grace: Millis = 0): boolean {
    return isExpired(session, this.clock.uptime() - grace, this.settings.get('webIdleTimeout') * 1000);
  }

  /** Ends all sessions of all users. Joins the running transaction. */
  async endAll(cause: Cause): Promise<void> {
    const sessions = [...this.#byId.values()];
    await this.rows.removeAll(() => {
      for (const session of sessions) {
        if (!session.ended) this.#end(session, { ...auditRecordOf(session, 'session.end', 'reset'), cause });
      }
      if (this.rows.isBehind) void this.rows.write();
    });
  }

  /** Deletes the rows in the transaction of the change, so that a crash in between cannot restore these sessions. */
  async #onCommitting(change: UserChange): Promise<void> {
    const ends = this.#whatEnds(change);
    if (!ends) return;
    const ended = [...this.#byId.values()].filter((session) => session.userId === change.userId && ends(session));
    await this.rows.remove(ended);
  }

  /** Another hub has opened, extended or ended sessions; it has recorded why. */
  #follow(rows: readonly SessionEntity[]): void {
    const ids = new Set(rows.map(({ id }) => id));
    for (const session of this.#byId.values()) {
      const isEnded = session.stored ? !ids.has(session.id) : !this.users.isActive({ id: Number(session.userId) });
      if (!isEnded) continue;
      session.ended = true;
      this.#remove(session);
    }
    for (const row of rows) {
      const known = this.#byId.get(row.id);
      const restored = this.#restored(row);
      if (!known) this.#add(restored);
      else known.seenAt = Math.max(known.seenAt, restored.seenAt);
    }
  }

  #restored(row: SessionEntity): Session {
    const { id, tokenHash, userId, address, agent, byToken } = row;
    return { id, tokenHash, userId, address, agent, byToken, stored: true, ...timesOf(row, this.clock) };
  }

  #onUserChange(change: UserChange): void {
    if (change.isOfOtherHub) return; // its rows are gone, or stay with good reason
    const ends = this.#whatEnds(change);
    if (!ends) return;
    for (const session of this.#byId.values()) {
      if (session.userId === change.userId && ends(session))
        this.#end(session, auditRecordOf(session, 'session.end', change.kind));
    }
    if (this.rows.isBehind) void this.rows.write();
  }

  #whatEnds(change: UserChange): ((session: Session) => boolean) | undefined {
    if (endsAllCredentials(change)) return () => true;
    if (change.kind === 'password') return ({ id }) => id !== change.exceptSession;
    if (change.kind === 'token') return ({ byToken }) => byToken;
    return undefined;
  }

  #add(session: Session): void {
    this.#byHash.set(session.tokenHash, session);
    this.#byId.set(session.id, session);
  }

  #end(session: Session, auditRecord: AuditRecord): void {
    this.#remove(session);
    this.rows.ended(session, auditRecord);
  }

  #remove(session: Session): void {
    this.#byHash.delete(session.tokenHash);
    this.#byId.delete(session.id);
  }
}

const auditRecordOf = ({ id, userId }: Session, kind: string, reason: string): AuditRecord => ({
  kind,
  object: `user:${userId}`,
  cause: { kind: 'system', who: 'auth' },
  before: { session: id },
  after: { reason },
});
