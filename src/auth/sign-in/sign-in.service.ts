import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { ApiError } from '../../common/errors.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { LockoutService } from '../../users/passwords/lockout.service.js';
import { PRIMARY_ADMIN_ID, type UserEntity } from '../../users/user.entity.js';
import type { UserView } from '../../users/user.view.js';
import { UsersService } from '../../users/users.service.js';
import type { NameAndPassword } from '../strategies/authorization.js';
import { Revocations } from '../callers/revocations.js';
import { FailedSignInLog, type FailedSignIn } from './failed-sign-in-log.js';
import { SessionService, type SignInOrigin } from '../sessions/session.service.js';

/** The result of a sign-in. */
export interface SignInResult {
  /** The session's token; shown only once. */
  readonly token: string;
  readonly user: UserView;
}

/** Checks names with passwords, and opens sessions for users with a valid password or token. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersService,
    private readonly lockout: LockoutService,
    private readonly sessions: SessionService,
    private readonly revocations: Revocations,
    private readonly failures: FailedSignInLog,
    private readonly settings: SettingsStore,
    private readonly audit: AuditLogService,
  ) {}

  /**
   * The user with this name and password. An unknown name, a wrong password and a locked account are refused in the same
   * way, after the same time, and logged. Rejects with 429 while attempts are throttled.
   */
  async verifiedUser(
    { name, password }: NameAndPassword,
    address: string,
    via: FailedSignIn['via'],
  ): Promise<UserEntity | undefined> {
    const user = this.users.byName(name);
    const isSamePassword = user && this.revocations.watch('password', user.id);
    const right = await this.failures.counting(this.lockout.verify(user, name, password, address));
    // The account may have been locked, or its password changed, while this one was being checked.
    if (right && isSamePassword?.()) return user;
    this.failures.note({ name, userId: user?.id, address, via });
    return undefined;
  }

  /** Opens a session for the user with this name and password. */
  async withPassword(pair: NameAndPassword, origin: SignInOrigin): Promise<SignInResult> {
    const user = await this.verifiedUser(pair, origin.address, origin.via ?? 'session');
    if (!user) throw new ApiError('SIGN_IN_FAILED');
    return this.#open(user, origin);
  }

  /** Opens a session for the owner of a personal access token, for example to use the stream without a password. */
  async withToken(token: string, origin: SignInOrigin): Promise<SignInResult> {
    const user = this.users.byToken(token);
    if (!user) throw new ApiError('SIGN_IN_FAILED');
    return this.#open(user, { ...origin, byToken: true });
  }

  /** Counts users, not sessions. The primary admin can always sign in: somebody must be able to change the setting. */
  #refuseWhenFull({ id }: UserEntity): void {
    const most = this.settings.get('webMaxUsers');
    if (most === 0 || id === PRIMARY_ADMIN_ID) return;
    const signedIn = this.sessions.signedInUsers();
    if (signedIn.size >= most && !signedIn.has(String(id))) throw new ApiError('USERS_FULL', most);
  }

  async #open(user: UserEntity, origin: SignInOrigin): Promise<SignInResult> {
    this.#refuseWhenFull(user);
    const { address, agent } = origin;
    const object = `user:${user.id}`;
    const cause = {
      kind: origin.via ?? (origin.byToken ? 'token' : 'session'),
      who: user.username,
      userId: String(user.id),
      address,
    } as const;
    const token = await this.sessions.open(user, origin, async (session) => {
      await this.users.recordSignIn(user);
      await this.audit.record({ kind: 'session.signIn', object, cause, after: { session, agent } });
    });
    return { token, user: this.users.viewWithRole(this.users.current(user) ?? user) };
  }
}
