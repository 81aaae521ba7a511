import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RolesModule } from '../roles/roles.module.js';
import { AccountRules } from './account-rules.service.js';
import { AccountsService } from './accounts.service.js';
import { FirstStart } from './first-start.service.js';
import { LockoutService } from './lockout.service.js';
import { OwnUserController } from './own-user.controller.js';
import { PasswordHasher } from './password-hasher.service.js';
import { PasswordsService } from './passwords.service.js';
import { SshKeysService } from './ssh-keys.service.js';
import { TokensService } from './tokens.service.js';
import { UserCredentialsController } from './user-credentials.controller.js';
import { User } from './user.entity.js';
import { UsersConfiguration } from './users.configuration.js';
import { UsersController } from './users.controller.js';
import { UsersReset } from './users.reset.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([User]), RolesModule],
  controllers: [UsersController, UserCredentialsController, OwnUserController],
  providers: [
    UsersService,
    AccountRules,
    AccountsService,
    PasswordHasher,
    PasswordsService,
    LockoutService,
    TokensService,
    SshKeysService,
    FirstStart,
    UsersConfiguration,
    UsersReset,
  ],
  exports: [UsersService, LockoutService, PasswordHasher],
})
export class UsersModule {}
