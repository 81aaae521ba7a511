import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FactoryResets } from '../common/factory-resets.js';
import { SessionEntity } from './session.entity.js';
import { SessionService } from './sessions/session.service.js';

/** The sessions in a factory reset: all of them end. */
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
