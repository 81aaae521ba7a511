import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuditModule } from '../audit/audit.module.js';
import { SessionEntity } from '../auth/session.entity.js';
import { ConfigModule } from '../config/config.module.js';
import type { RuntimeConfig } from '../config/runtime-config.js';
import { DatabaseModule } from '../database/database.module.js';
import { Db } from '../database/db.js';
import { SystemClock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { CommonModule } from '../common/common.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { PasswordHasher } from '../users/passwords/password-hasher.js';
import { brokenRule } from '../users/passwords/password-policy.js';
import { nameKey } from '../users/accounts/user-index.js';
import { UserEntity } from '../users/user.entity.js';

interface PasswordReset {
  readonly mustChange: boolean;
  /** The command, for the audit log. */
  readonly by?: string;
}

/** Changes a password in the database of a controller that does not run. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Returns the changed account. Throws the rule that the password breaks; rejects for an unknown name. */
  async run(
    username: string,
    password: string,
    { mustChange, by = 'rackfeed reset-password' }: PasswordReset,
  ): Promise<UserEntity> {
    const users = await this.db.all(UserEntity);
    if (users.length === 0) throw new Error('The database cannot be read: start the controller and check its log.');
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
    this.audit.nameObjects('user', () => user.username);
    await this.db.transaction(async (entities) => {
      await entities.update(UserEntity, user.id, set);
      await entities.delete(SessionEntity, { userId: String(user.id) });
      const cause = { kind: 'system', who: by } as const;
      await this.audit.record({ kind: 'user.password', object: `user:${user.id}`, cause });
    });
    return { ...user, ...set };
  }
}

/** The database with the lock of its folder and the audit log, without the rest of the controller. */
@Module({})
export class PasswordResetModule {
  static forRoot(config: RuntimeConfig): DynamicModule {
    return {
      module: PasswordResetModule,
      imports: [
        CommonModule.forRoot(new SystemClock()),
        ConfigModule.forRoot(config),
        DatabaseModule,
        MetricsModule, // AuditModule and DatabaseModule register their metrics there
        AuditModule,
        TypeOrmModule.forFeature([UserEntity, SessionEntity]),
      ],
      providers: [PasswordHasher, PasswordResetService],
    };
  }
}
