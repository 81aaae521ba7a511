import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HealthFactsRegistry } from '../common/health-facts.js';
import { RolesModule } from '../roles/roles.module.js';
import { AccountRulesService } from './accounts/account-rules.service.js';
import { AccountsService } from './accounts.service.js';
import { FirstStartService } from './accounts/first-start.service.js';
import { LockoutService } from './passwords/lockout.service.js';
import { OwnUserController } from './own-user.controller.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordsService } from './passwords.service.js';
import { SshKeysService } from './ssh-keys.service.js';
import { TokensService } from './tokens.service.js';
import { UserCredentialsController } from './user-credentials.controller.js';
import { UserEntity } from './user.entity.js';
import { UsersConfiguration } from './users.configuration.js';
import { UsersController } from './users.controller.js';
import { UsersReset } from './users-reset.js';
import { UsersService } from './users.service.js';

const FIRST_PASSWORD =
  'The first password of the account "admin" has not been changed. It was printed at the first start and stands in the ' +
  'log of the machine: change it.';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity]), RolesModule],
  controllers: [UsersController, UserCredentialsController, OwnUserController],
  providers: [
    UsersService,
    AccountRulesService,
    AccountsService,
    PasswordHasher,
    PasswordsService,
    LockoutService,
    TokensService,
    SshKeysService,
    FirstStartService,
    UsersConfiguration,
    UsersReset,
  ],
  exports: [AccountsService, PasswordsService, UsersService, LockoutService, PasswordHasher],
})
export class UsersModule {
  constructor(health: HealthFactsRegistry, users: UsersService) {
    health.add('remarks', () => (users.hasInitialPassword ? [FIRST_PASSWORD] : []));
  }
}
