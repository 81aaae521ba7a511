import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { AuthConfiguration } from './auth.configuration.js';
import { BasicAuthenticator } from './strategies/basic-authenticator.js';
import { ConnectionSweep } from './connection-sweep.js';
import { CredentialsService } from './strategies/credentials.service.js';
import { FailedSignInLog } from './sign-in/failed-sign-in-log.js';
import { LoginController } from './login.controller.js';
import { OwnSessionsService } from './sessions/own-sessions.service.js';
import { SessionEntity } from './session.entity.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { SessionUpkeep } from './sessions/session-upkeep.js';
import { SessionsController } from './sessions.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { BasicStrategy } from './strategies/basic.strategy.js';
import { BearerStrategy } from './strategies/bearer.strategy.js';
import { SessionStrategy } from './strategies/session.strategy.js';
import { TokenAuthenticator } from './strategies/token-authenticator.js';

@Module({
  imports: [PassportModule.register({ session: false }), TypeOrmModule.forFeature([SessionEntity]), UsersModule],
  controllers: [LoginController, SessionsController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    AuthConfiguration,
    BasicAuthenticator,
    BasicStrategy,
    BearerStrategy,
    ConnectionSweep,
    CredentialsService,
    FailedSignInLog,
    OwnSessionsService,
    SessionRepository,
    SessionService,
    SessionStrategy,
    SessionUpkeep,
    SignInService,
    TokenAuthenticator,
  ],
  exports: [SessionService, TokenAuthenticator],
})
export class AuthModule {}
