import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLog } from '../audit/audit-log.service.js';
import { AuditModule } from '../audit/audit.module.js';
import { SessionEntity } from '../auth/session.entity.js';
import { ConfigModule } from '../config/config.module.js';
import type { RuntimeConfig } from '../config/runtime-config.js';
import { DatabaseModule } from '../database/database.module.js';
import { Db } from '../database/db.js';
import { SystemClock } from '../kernel/clock.js';
import { ApiError } from '../kernel/errors.js';
import { KernelModule } from '../kernel/kernel.module.js';
import { RecentLog } from '../kernel/recent-log.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import { brokenRule } from '../users/password-policy.js';
import { nameKey } from '../users/user-index.js';
import { User } from '../users/user.entity.js';

/** Changes a password in the database of a controller that does not run. */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Answers the account as it is then. Throws the rule that the password breaks; rejects for a name nobody has. */
  async run(username: string, password: string, { mustChange }: { readonly mustChange: boolean }): Promise<User> {
    const users = await this.db.all(User);
    if (users.length === 0) throw new Error('The database cannot be read: start the controller and look at its log.');
    const user = users.find((each) => nameKey(each.username) === nameKey(username));
    if (!user) {
      throw new Error(`There is no user "${username}", but ${users.map((each) => `"${each.username}"`).join(', ')}.`);
    }
    const rule = brokenRule(password, user.username);
    if (rule) throw new ApiError(rule);
    const isLockedOut = user.lockedBy === 'failures';
    const set = {
      passwordHash: await this.hasher.hash(password),
      passwordChangeRequired: mustChange,
      ...(isLockedOut && { lockedUntil: null, lockedBy: null }),
    };
    await this.db.write(async (entities) => {
      await entities.update(User, user.id, set);
      await entities.delete(SessionEntity, { userId: String(user.id) });
      const cause = { kind: 'system', who: 'rackfeed reset-password' } as const;
      await this.audit.record({ kind: 'user.password', object: `user:${user.id}`, cause });
    });
    return { ...user, ...set };
  }
}

/** The database with the lock on its folder, the audit log, and nothing else of the controller. */
@Module({})
export class PasswordResetModule {
  static forRoot(config: RuntimeConfig): DynamicModule {
    return {
      module: PasswordResetModule,
      imports: [
        KernelModule.forRoot(new SystemClock(), new RecentLog()),
        ConfigModule.forRoot(config),
        DatabaseModule,
        AuditModule,
        TypeOrmModule.forFeature([User, SessionEntity]),
      ],
      providers: [PasswordHasher, PasswordReset],
    };
  }
}
