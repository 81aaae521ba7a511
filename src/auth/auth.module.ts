import { Module, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../common/factory-resets.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { Admission } from './admission.js';
import { CachedReads } from './cached-reads.js';
import { CallerCache } from './callers/caller-cache.js';
import { CrowdedSignIns } from './sign-in/crowded-sign-ins.js';
import { ConnectionSweep } from './connection-sweep.js';
import { FailedSignInLog } from './sign-in/failed-sign-in-log.js';
import { LoginController } from './login.controller.js';
import { OwnSessionsService } from './sessions/own-sessions.service.js';
import { Revocations } from './callers/revocations.js';
import { SessionEntity } from './session.entity.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { SessionUpkeep } from './sessions/session-upkeep.js';
import { SessionsController } from './sessions.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { BasicStrategy } from './strategies/basic.strategy.js';
import { BearerStrategy } from './strategies/bearer.strategy.js';
import { SessionStrategy } from './strategies/session.strategy.js';

@Module({
  imports: [PassportModule.register({ session: false }), TypeOrmModule.forFeature([SessionEntity]), UsersModule],
  controllers: [LoginController, SessionsController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    Admission,
    BasicStrategy,
    BearerStrategy,
    CachedReads,
    CallerCache,
    ConnectionSweep,
    CrowdedSignIns,
    FailedSignInLog,
    OwnSessionsService,
    Revocations,
    SessionRepository,
    SessionService,
    SessionStrategy,
    SessionUpkeep,
    SignInService,
  ],
  exports: [CallerCache, Revocations, SessionService, SignInService],
})
export class AuthModule implements OnModuleInit {
  constructor(
    private readonly resets: FactoryResets,
    private readonly sessions: SessionService,
  ) {}

  onModuleInit(): void {
    this.resets.add('sessions', { tables: [SessionEntity], reset: (cause) => this.sessions.endAll(cause) });
  }
}
