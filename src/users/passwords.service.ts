import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { AccountRulesService } from './accounts/account-rules.service.js';
import { LockoutService } from './passwords/lockout.service.js';
import { CONTROLLER, PasswordHasher } from './passwords/password-hasher.js';
import { brokenRule } from './passwords/password-policy.js';
import type { ChangePasswordDto, ResetPasswordDto } from './user.dto.js';
import { NO_PASSWORD, type UserEntity } from './user.entity.js';
import { UsersService } from './users.service.js';

/** Chooses and changes passwords. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly users: UsersService,
    private readonly rules: AccountRulesService,
    private readonly lockout: LockoutService,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Hashes a password that meets the policy. Throws the rule that it breaks, naming `field`. */
  hashChosen(password: string, username: string, field: string): Promise<string> {
    const rule = brokenRule(password, username);
    if (rule) throw new ApiError(rule).at(field);
    return this.hasher.hash(password);
  }

  /**
   * Hashes a new password for an account without asking for the present one: the caller's own account, or one whose
   * password the caller may reset. Throws the rule that it breaks.
   */
  async hashFor(id: string, newPassword: string, caller: CallerWithAddress): Promise<string> {
    const user = this.users.find(id);
    if (caller.userId !== id) this.rules.refusePasswordReset(user, caller);
    else if (user.passwordChangeRequired) await this.#refuseUnchanged(user, newPassword);
    return this.hashChosen(newPassword, user.username, 'newPassword');
  }

  /** Throws PASSWORD_UNCHANGED for the password that is to be replaced. */
  async #refuseUnchanged({ passwordHash }: UserEntity, newPassword: string): Promise<void> {
    if (passwordHash === NO_PASSWORD || !(await this.hasher.verify(passwordHash, newPassword, CONTROLLER))) return;
    throw new ApiError('PASSWORD_UNCHANGED').at('newPassword');
  }

  /** Throws OWN_PASSWORD_WRONG unless this is the caller's own password; a wrong one counts as a failed sign-in. */
  async proveOwn(password: string, caller: CallerWithAddress): Promise<void> {
    const prover = this.users.find(caller.userId);
    if (await this.lockout.verify(prover, prover.username, password, caller.address)) return;
    throw new ApiError('OWN_PASSWORD_WRONG').at('ownPassword');
  }

  /**
   * Replaces a password. Needs the present password of the account, and for another user also every permission of that
   * account; for an account without a password, the caller's own. The account's sessions end, except the one in which
   * the owner sent this; its personal access token stays.
   */
  async change(
    id: string,
    { currentPassword, newPassword }: ChangePasswordDto,
    caller: CallerWithAddress,
  ): Promise<void> {
    const user = this.users.find(id);
    this.rules.refuseUnlessCovered(user, caller);
    const rule = brokenRule(newPassword, user.username);
    if (rule) throw new ApiError(rule).at('newPassword');
    const hasNone = user.passwordHash === NO_PASSWORD;
    const prover = hasNone ? this.users.find(caller.userId) : user;
    if (!(await this.lockout.verify(prover, prover.username, currentPassword, caller.address))) {
      throw new ApiError('CURRENT_PASSWORD_WRONG').at('currentPassword');
    }
    if (user.passwordChangeRequired && newPassword === currentPassword) {
      throw new ApiError('PASSWORD_UNCHANGED').at('newPassword');
    }
    const verified = hasNone ? NO_PASSWORD : this.users.find(id).passwordHash;
    const passwordHash = await this.hasher.hash(newPassword);
    await this.users.edit(id, (found) => {
      this.rules.refuseUnlessCovered(found, caller);
      // Another change came first: the present password is no longer the one that was verified.
      if (found.passwordHash !== verified) throw new ApiError('CURRENT_PASSWORD_WRONG').at('currentPassword');
      return {
        set: { passwordHash, passwordChangeRequired: false },
        auditRecord: { kind: 'user.password', object: `user:${id}`, cause: causeOf(caller) },
        kinds: ['password'],
        exceptSession: ownSession(id, caller),
      };
    });
  }

  /**
   * Gives another user a password that they are asked to replace; needs the caller's own. A wrong one counts as a
   * failed sign-in of the caller. All sessions of the account end; its personal access token stays.
   */
  async reset(id: string, { ownPassword, newPassword }: ResetPasswordDto, caller: CallerWithAddress): Promise<void> {
    const user = this.users.find(id);
    this.rules.refusePasswordReset(user, caller);
    const rule = brokenRule(newPassword, user.username);
    if (rule) throw new ApiError(rule).at('newPassword');
    const prover = this.users.find(caller.userId);
    if (!(await this.lockout.verify(prover, prover.username, ownPassword, caller.address))) {
      throw new ApiError('OWN_PASSWORD_WRONG').at('ownPassword');
    }
    const passwordHash = await this.hasher.hash(newPassword);
    await this.users.edit(id, (found) => {
      this.rules.refusePasswordReset(found, caller);
      return {
        set: { passwordHash, passwordChangeRequired: true },
        auditRecord: { kind: 'user.passwordReset', object: `user:${id}`, cause: causeOf(caller) },
        kinds: ['password'],
      };
    });
  }
}

/** The caller's session, for a change of the caller's own password. */
const ownSession = (id: string, { userId, credential }: CallerWithAddress): string | undefined =>
  userId === id && credential.kind === 'session' ? credential.id : undefined;
