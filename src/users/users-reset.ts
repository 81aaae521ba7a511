import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import { FactoryResets } from '../common/factory-resets.js';
import { FirstStartService, type NewAdmin } from './accounts/first-start.service.js';
import { LockoutService } from './passwords/lockout.service.js';
import { PRIMARY_ADMIN_ID, UserEntity } from './user.entity.js';
import { UsersService } from './users.service.js';

/** The accounts in the factory reset: only the built-in administrator remains, as at a first start. */
@Injectable()
export class UsersReset implements OnModuleInit {
  #admin: NewAdmin | undefined;

  constructor(
    private readonly resets: FactoryResets,
    private readonly users: UsersService,
    private readonly firstStart: FirstStartService,
    private readonly lockout: LockoutService,
    private readonly db: Db,
  ) {}

  onModuleInit(): void {
    this.resets.add('users', { tables: [UserEntity], prepare: () => this.#prepare(), reset: () => this.#reset() });
  }

  async #prepare(): Promise<void> {
    this.#admin = await this.firstStart.newAdmin();
  }

  async #reset(): Promise<void> {
    const admin = this.#admin;
    if (!admin) throw new Error('A factory reset must be prepared before it is run.');
    await this.users.replaceAll([{ ...admin.user, id: PRIMARY_ADMIN_ID }]);
    this.db.afterCommit(() => {
      this.#admin = undefined;
      this.lockout.forgetFailures();
      this.#announce(admin);
    });
  }

  /** Prints the password on the console only: the log may be read by others. */
  #announce({ generatedPassword }: NewAdmin): void {
    this.users.generatedPassword = generatedPassword;
    if (generatedPassword === undefined) return;
    console.log(`Factory reset: sign in as "admin" with the password ${generatedPassword} and change it.`);
  }
}
