import { randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RuntimeConfig } from '../../config/runtime-config.js';
import { markInstalled } from '../../database/data-folder.js';
import { DatabaseHealth } from '../../database/database-health.js';
import { ADMINISTRATOR_ROLE_ID } from '../../common/access.js';
import { Clock } from '../../common/clock.js';
import { rememberSecret } from '../../logging/redaction.js';
import { givenPassword, PRIMARY_ADMIN } from '../passwords/given-password.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { NEW_USER } from '../user.entity.js';
import { UsersService, type NewUser } from '../users.service.js';

/** Base32 without I, O, 0 and 1, which look alike. */
const UNAMBIGUOUS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 16 random characters of 5 bits each: 80 bits. */
export const newAdminPassword = (): string =>
  Array.from(randomBytes(16), (byte) => UNAMBIGUOUS.charAt(byte % UNAMBIGUOUS.length)).join('');

export interface NewAdmin {
  readonly user: NewUser;
  /** Shown only once; undefined when the password was given. */
  readonly generatedPassword: string | undefined;
}

/** Creates the built-in administrator before the controller listens for the first time. */
@Injectable()
export class FirstStartService implements OnApplicationBootstrap {
  constructor(
    private readonly users: UsersService,
    private readonly hasher: PasswordHasher,
    private readonly config: RuntimeConfig,
    private readonly clock: Clock,
    private readonly database: DatabaseHealth,
  ) {}

  /** Creates the administrator if there is none. Throws {@link ConfigError} for a password that breaks the policy. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.database.isSafeMode) return; // in safe mode the accounts are lost, not missing
    if (this.users.list().length === 0) await this.#createAdmin();
    markInstalled(this.config.dataDir);
  }

  async #createAdmin(): Promise<void> {
    const { user, generatedPassword } = await this.newAdmin();
    const auditRecord = {
      kind: 'user.create',
      cause: { kind: 'system', who: 'first start' },
      after: { username: PRIMARY_ADMIN, roleId: ADMINISTRATOR_ROLE_ID },
    } as const;
    await this.users.inTransaction(async () => {
      if (this.users.list().length > 0) return; // another hub has started meanwhile
      await this.users.create(() => ({ user, auditRecord }));
      this.users.generatedPassword = generatedPassword;
    });
  }

  /** The built-in administrator of a first start, with the password of the environment, else a random one. */
  async newAdmin(): Promise<NewAdmin> {
    const given = givenPassword(this.config);
    if (given !== undefined) rememberSecret(given);
    const password = given ?? newAdminPassword();
    const user = {
      ...NEW_USER,
      username: PRIMARY_ADMIN,
      roleId: ADMINISTRATOR_ROLE_ID,
      passwordHash: await this.hasher.hash(password),
      passwordChangeRequired: given === undefined,
      created: this.clock.now(),
    };
    return { user, generatedPassword: given === undefined ? password : undefined };
  }
}
