import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../common/clock.js';
import { SnapshotStore } from './snapshot.store.js';

/**
 * While the hardware does not answer, responses have the last known readings; the header `X-Reading-Age` then gives
 * their age in whole seconds. It refuses no request; it is a guard because an interceptor costs far more per request.
 */
@Injectable()
export class ReadingAgeGuard implements CanActivate {
  constructor(
    private readonly store: SnapshotStore,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const { fresh, readAt } = this.store.current;
    if (!fresh) {
      const age = Math.floor((this.clock.uptime() - readAt) / 1000);
      context.switchToHttp().getResponse<Response>().setHeader('X-Reading-Age', age);
    }
    return true;
  }
}
