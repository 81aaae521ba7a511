import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../common/clock.js';
import { SnapshotStore } from './snapshot.store.js';

/**
 * While the hardware is silent, answers carry the last known readings; the header `X-Reading-Age` then says how old they
 * are, in whole seconds. Lets everybody pass: a guard, because it costs a read far less than an interceptor.
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
