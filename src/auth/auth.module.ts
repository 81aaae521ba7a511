import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { AuthConfiguration } from './auth.configuration.js';
import { BasicCallers } from './basic-callers.service.js';
import { ConnectionSweep } from './connection-sweep.service.js';
import { Credentials } from './credentials/credentials.service.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import { LoginController } from './login.controller.js';
import { OwnSessions } from './own-sessions.service.js';
import { SessionEntity } from './session.entity.js';
import { SessionRows } from './session-rows.service.js';
import { SessionService } from './session.service.js';
import { SessionUpkeep } from './session-upkeep.service.js';
import { SessionsController } from './sessions.controller.js';
import { SignInService } from './sign-in.service.js';
import { BasicStrategy } from './strategies/basic.strategy.js';
import { BearerStrategy } from './strategies/bearer.strategy.js';
import { SessionStrategy } from './strategies/session.strategy.js';
import { TokenCallers } from './token-callers.service.js';

@Module({
  imports: [PassportModule.register({ session: false }), TypeOrmModule.forFeature([SessionEntity]), UsersModule],
  controllers: [LoginController, SessionsController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    AuthConfiguration,
    BasicCallers,
    BasicStrategy,
    BearerStrategy,
    ConnectionSweep,
    Credentials,
    FailedSignIns,
    OwnSessions,
    SessionRows,
    SessionService,
    SessionStrategy,
    SessionUpkeep,
    SignInService,
    TokenCallers,
  ],
  exports: [SessionService, TokenCallers],
})
export class AuthModule {}
