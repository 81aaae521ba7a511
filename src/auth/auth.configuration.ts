import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FactoryResets } from '../common/factory-resets.js';
import { SessionEntity } from './session.entity.js';
import { SessionService } from './sessions/session.service.js';

/** Registers the sessions for the factory reset, which ends all of them. */
@Injectable()
export class AuthConfiguration implements OnModuleInit {
  constructor(
    private readonly resets: FactoryResets,
    private readonly sessions: SessionService,
  ) {}

  onModuleInit(): void {
    this.resets.add('sessions', { tables: [SessionEntity], reset: (cause) => this.sessions.endAll(cause) });
  }
}
