import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller, Credential } from '../../common/access.js';
import { Clock, type Millis } from '../../common/clock.js';
import { newToken } from '../../common/token.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { UsersService } from '../../users/users.service.js';
import { SessionService } from '../sessions/session.service.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import type { NameAndPassword, OfferedCredential, OfferedToken } from '../strategies/authorization.js';
import { activeCaller } from './active-caller.js';
import { Revocations } from './revocations.js';

interface Entry {
  readonly caller: Caller;
  /** Clock.uptime() from which the credential is checked again. */
  readonly until: Millis;
}

/** The kinds of credentials that are a name with its password. */
type PasswordKind = Extract<Credential['kind'], 'basic' | 'nut' | 'redfish'>;

/** Time after which an accepted credential is checked again. */
const LIFETIME: Millis = 60_000;
const MAX_CALLERS = 1000;

/**
 * Finds the caller behind a credential, for HTTP, legacy tools, the stream, NUT and Redfish: a session token, a personal access
 * token or a name with its password. The check is expensive, above all the hash of a password, so an accepted credential is
 * recognised for a minute by a digest under a key of this process; the oldest of a thousand is removed first. Every
 * change of an account removes its credentials. A caller whose credential has ended is never returned, and knows it, for
 * requests under way and for streams.
 */
@Injectable()
export class CallerCache {
  readonly #key = newToken();
  readonly #entries = new Map<string, Entry>();
  readonly #digests = new WeakMap<Caller, string>();
  /** The running checks of passwords by digest and address. */
  readonly #checks = new Map<string, Promise<Caller | undefined>>();
  /** Number of times that HTTP Basic was switched on or off, which ends all its callers. */
  #switches = 0;

  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionService,
    private readonly signIns: SignInService,
    private readonly revocations: Revocations,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {
    users.onUserChange(({ userId }) => this.#remove((caller) => caller.userId === userId));
    settings.onChange((keys) => {
      if (!keys.has('webApiPasswordEnabled')) return;
      this.#switches++;
      this.#remove((caller) => caller.credential.kind === 'basic');
    });
  }

  /** The caller of a credential that was accepted less than a minute ago. */
  find(offered: OfferedCredential): Caller | undefined {
    const caller = this.#known(this.#digestOf(offered));
    return caller && this.#unlessLocked(caller);
  }

  /** The same for the credential with which this caller was found before. */
  findAgain(found: Caller): Caller | undefined {
    const digest = this.#digests.get(found);
    const caller = digest === undefined ? undefined : this.#known(digest);
    return caller && this.#unlessLocked(caller);
  }

  /** The caller with this session token or personal access token; any other text is unknown. */
  ofToken(offered: OfferedToken): Caller | undefined {
    const digest = this.#digestOf(offered);
    const known = this.#known(digest);
    if (known) return known;
    const caller = offered.kind === 'session' ? this.#ofSession(offered.token) : this.#ofAccessToken(offered.token);
    if (!caller || caller.hasEnded) return undefined;
    this.#add(digest, caller);
    return caller;
  }

  /**
   * The caller with the first of these tokens that is valid; another hub may have given it out just now. Rejects with
   * DATABASE_UNREACHABLE where nobody can say that.
   */
  ofTokens(offered: readonly OfferedToken[]): Caller | undefined | Promise<Caller | undefined> {
    const known = this.#firstOf(offered);
    if (known || offered.length === 0 || !this.sessions.areShared) return known;
    return this.sessions.catchUp().then(() => this.#firstOf(offered));
  }

  #firstOf(offered: readonly OfferedToken[]): Caller | undefined {
    for (const token of offered) {
      const caller = this.ofToken(token);
      if (caller) return caller;
    }
    return undefined;
  }

  /**
   * The user with this name and password; undefined for HTTP Basic while that is off. Rejects with 429 while attempts are
   * throttled.
   */
  async ofPassword(pair: NameAndPassword, address: string, kind: PasswordKind = 'basic'): Promise<Caller | undefined> {
    if (kind === 'basic' && !this.settings.get('webApiPasswordEnabled')) return undefined;
    const digest = this.#digestOf({ kind, ...pair });
    const known = this.#known(digest);
    if (known) return this.#unlessLocked(known);
    // Simultaneous requests with the same pair from the same address wait for one check.
    const place = `${digest} ${address}`;
    const check =
      this.#checks.get(place) ?? this.#check(digest, pair, address, kind).finally(() => this.#checks.delete(place));
    this.#checks.set(place, check);
    return check;
  }

  #ofSession(token: string): Caller | undefined {
    const session = this.sessions.find(token);
    if (!session) return undefined;
    const { id, userId } = session;
    return activeCaller(this.users, userId, { kind: 'session', id }, () => this.sessions.isOpen(id));
  }

  #ofAccessToken(token: string): Caller | undefined {
    const user = this.users.byToken(token);
    if (!user) return undefined;
    return activeCaller(this.users, String(user.id), { kind: 'token' }, this.revocations.watch('token', user.id));
  }

  async #check(
    digest: string,
    pair: NameAndPassword,
    address: string,
    kind: PasswordKind,
  ): Promise<Caller | undefined> {
    const switches = this.#switches;
    const { revision } = this.users;
    const user = await this.signIns.verifiedUser(pair, address, kind);
    if (!user) return undefined;
    const isSamePassword = this.revocations.watch('password', user.id);
    const isValid = (): boolean => isSamePassword() && (kind !== 'basic' || switches === this.#switches);
    const caller = activeCaller(this.users, String(user.id), { kind }, isValid);
    // An account that changed during the check may have another name.
    if (revision === this.users.revision) this.#add(digest, caller);
    return caller.hasEnded ? undefined : caller;
  }

  /** The caller, unless failures of another sender have locked the account meanwhile. */
  #unlessLocked(caller: Caller): Caller | undefined {
    const { kind } = caller.credential;
    if (kind !== 'basic' && kind !== 'nut' && kind !== 'redfish') return caller;
    return this.users.mayUsePassword({ id: Number(caller.userId) }) ? caller : undefined;
  }

  #known(digest: string): Caller | undefined {
    const entry = this.#entries.get(digest);
    if (!entry) return undefined;
    if (this.clock.uptime() < entry.until && !entry.caller.hasEnded) return entry.caller;
    this.#entries.delete(digest);
    return undefined;
  }

  #add(digest: string, caller: Caller): void {
    this.#entries.delete(digest);
    this.#entries.set(digest, { caller, until: this.clock.uptime() + LIFETIME });
    this.#digests.set(caller, digest);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_CALLERS) this.#entries.delete(oldest);
  }

  #remove(concerns: (caller: Caller) => boolean): void {
    this.#checks.clear();
    for (const [digest, { caller }] of this.#entries) if (concerns(caller)) this.#entries.delete(digest);
  }

  /** One call without a Hash object, because it runs at every request; nobody sees the digest, so a prefix is a key. */
  #digestOf(offered: OfferedCredential): string {
    const text = 'password' in offered ? `${offered.name.length}:${offered.name}:${offered.password}` : offered.token;
    return hash('sha256', `${this.#key} ${offered.kind} ${text}`, 'base64url');
  }
}
