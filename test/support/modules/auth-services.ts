import type { Caller } from '../../../src/common/access.js';
import type { AuditRecord } from '../../../src/audit/audit-log.service.js';
import { CallerCache } from '../../../src/auth/callers/caller-cache.js';
import { Revocations } from '../../../src/auth/callers/revocations.js';
import type { SessionEntity } from '../../../src/auth/session.entity.js';
import type { SessionRepository } from '../../../src/auth/sessions/session.repository.js';
import { SessionService } from '../../../src/auth/sessions/session.service.js';
import { toSessionEntity, type Session } from '../../../src/auth/sessions/session.js';
import { FailedSignInLog } from '../../../src/auth/sign-in/failed-sign-in-log.js';
import { SignInService } from '../../../src/auth/sign-in/sign-in.service.js';
import type { UserEntity } from '../../../src/users/user.entity.js';
import { FakeAuditLog, FakePasswords, FakeSettings, FakeUsers } from '../doubles/auth-doubles.js';
import { VirtualClock } from '../time/virtual-clock.js';

/** A repository in memory. */
class SomeRows {
  readonly rows = new Map<string, SessionEntity>();
  readonly records: AuditRecord[] = [];

  constructor(private readonly clock: VirtualClock) {}

  async load(): Promise<SessionEntity[]> {
    return Promise.resolve([...this.rows.values()]);
  }

  /** There is no other hub. */
  readonly areShared = false;
  follow(): void {}
  async catchUp(): Promise<void> {}

  changed(session: Session): void {
    this.rows.set(session.id, toSessionEntity(session, this.clock));
  }

  ended(session: Session, record: AuditRecord): void {
    this.rows.delete(session.id);
    this.records.push(record);
  }

  get isBehind(): boolean {
    return true;
  }

  async write(also?: () => Promise<unknown>, opened?: Session): Promise<void> {
    if (opened) this.changed(opened);
    await also?.();
  }
}

/** The services of the auth module without a database, on doubles of the modules that it uses. */
export class AuthServices {
  readonly clock = new VirtualClock();
  readonly users = new FakeUsers();
  readonly settings = new FakeSettings();
  readonly audit = new FakeAuditLog();
  readonly rows = new SomeRows(this.clock);
  readonly passwords: FakePasswords;
  sessions: SessionService;
  signIns: SignInService;
  callers: CallerCache;

  constructor(passwords: Readonly<Record<string, string>> = {}) {
    this.passwords = new FakePasswords(passwords);
    this.#start();
  }

  /** Creates the services again; accounts and stored sessions stay. */
  async restart(): Promise<void> {
    this.#start();
    await this.sessions.onModuleInit();
  }

  /** Opens a session and returns its token. */
  open(user: UserEntity, byToken = false): Promise<string> {
    return this.sessions.open(user, { address: '10.0.0.5', agent: 'curl/8', byToken }, async () => Promise.resolve());
  }

  /** The caller of a request with a session token, which extends the session. */
  request(token: string): Caller | undefined {
    const caller = this.watch(token);
    if (caller?.credential.kind === 'session') this.sessions.extend(caller.credential.id);
    return caller;
  }

  /** The caller of a stream with a session token. */
  watch(token: string): Caller | undefined {
    return this.callers.ofToken({ kind: 'session', token });
  }

  #start(): void {
    const users = this.users.service;
    const settings = this.settings.service;
    const revocations = new Revocations(users);
    const failures = new FailedSignInLog(this.audit.service, this.clock);
    this.sessions = new SessionService(this.rows as object as SessionRepository, users, settings, this.clock);
    this.signIns = new SignInService(
      users,
      this.passwords.service,
      this.sessions,
      revocations,
      failures,
      settings,
      this.audit.service,
    );
    this.callers = new CallerCache(users, this.sessions, this.signIns, revocations, settings, this.clock);
  }
}
