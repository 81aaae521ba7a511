import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { Clock, type Millis } from '../../common/clock.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { LockoutService } from '../../users/passwords/lockout.service.js';
import { UsersService } from '../../users/users.service.js';
import type { NameAndPassword } from './authorization.js';
import { FailedSignInLog } from '../sign-in/failed-sign-in-log.js';
import { ActiveCaller } from './active-caller.js';

interface Verified {
  readonly caller: ActiveCaller;
  /** Clock.uptime() from which the password is checked again. */
  readonly until: Millis;
}

const VERIFIED_FOR: Millis = 60_000;
const MAX_VERIFIED = 64;

/**
 * Identifies callers by HTTP Basic. A password hash takes a thousand times as long as a request, so a correct pair is
 * remembered for a minute under a keyed hash; any change of its user or of the setting removes it.
 */
@Injectable()
export class BasicAuthenticator {
  readonly #key = randomBytes(32);
  readonly #verified = new Map<string, Verified>();
  readonly #running = new Map<string, Promise<Caller | undefined>>();
  /** Number of changes: a pair whose check began before the last change is not remembered. */
  #changes = 0;

  constructor(
    private readonly users: UsersService,
    private readonly lockout: LockoutService,
    private readonly settings: SettingsStore,
    private readonly failures: FailedSignInLog,
    private readonly clock: Clock,
  ) {
    users.onChange(({ userId, kind }) =>
      this.#forget((verified) => verified.caller.userId === userId, kind === 'password'),
    );
    settings.onChange((keys) => {
      if (keys.has('webApiPasswordEnabled')) this.#forget(() => true, true);
    });
  }

  /** The caller; undefined while Basic is off or for a wrong pair. Rejects with 429 while attempts are throttled. */
  async of(pair: NameAndPassword, address: string): Promise<Caller | undefined> {
    if (!this.settings.get('webApiPasswordEnabled')) return undefined;
    const key = this.#keyOf(pair);
    const known = this.#verified.get(key);
    if (known && this.clock.uptime() < known.until) return this.#unlessLocked(known.caller);
    return this.#checkedOnce(`${key} ${address}`, () => this.#check(key, pair, address));
  }

  /** The caller, unless failures of another sender have locked the account meanwhile. */
  #unlessLocked(caller: ActiveCaller): Caller | undefined {
    return this.users.mayUsePassword({ id: Number(caller.userId) }) ? caller.current : undefined;
  }

  /** Checks the same pair from the same address only once for simultaneous requests. */
  #checkedOnce(key: string, check: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const running = this.#running.get(key) ?? check().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #check(key: string, { name, password }: NameAndPassword, address: string): Promise<Caller | undefined> {
    const changes = this.#changes;
    const user = this.users.byName(name);
    const right = await this.failures.counting(this.lockout.verify(user, name, password, address));
    if (!right || !user) {
      this.failures.note({ name, userId: user?.id, address, via: 'basic' });
      return undefined;
    }
    const caller = new ActiveCaller(this.users, String(user.id), { kind: 'basic' });
    if (changes === this.#changes) this.#remember(key, { caller, until: this.clock.uptime() + VERIFIED_FOR });
    return caller.current;
  }

  #remember(key: string, verified: Verified): void {
    this.#verified.delete(key);
    this.#verified.set(key, verified);
    const [oldest] = this.#verified.keys();
    if (oldest !== undefined && this.#verified.size > MAX_VERIFIED) this.#verified.delete(oldest);
  }

  /** @param ends true when the pair itself is no longer valid, so that its waiting commands are refused */
  #forget(concerns: (verified: Verified) => boolean, ends: boolean): void {
    this.#changes++;
    this.#running.clear();
    for (const [key, verified] of this.#verified) {
      if (!concerns(verified)) continue;
      if (ends) verified.caller.end();
      this.#verified.delete(key);
    }
  }

  #keyOf({ name, password }: NameAndPassword): string {
    return createHmac('sha256', this.#key).update(`${name.length}:${name}:${password}`).digest('base64url');
  }
}
