import { Injectable } from '@nestjs/common';
import { OutboundPolicyService, TargetRefusedError, type OutboundTarget } from './outbound-policy.service.js';
import type { Delivery } from './delivery.js';
import { OutboundLimiter } from './outbound-limiter.js';
import { withTimeLimit } from '../common/time-limit.js';
import { temporaryFailure, permanentFailure, reasonOf, type Undelivered } from './delivery.js';

/** A little less than the time limit of an action, so that the message here explains the failure. */
const TOTAL_TIMEOUT_MS = 9500;

/** Used by every channel: limits the messages in transit and checks their addresses. */
@Injectable()
export class OutboundService {
  constructor(
    private readonly targets: OutboundPolicyService,
    private readonly limiter: OutboundLimiter,
  ) {}

  /** Runs the work as one of at most 64; after 9.5 s its result is that of `late`. Turns an error into a result. */
  async send(
    work: (signal: AbortSignal) => Promise<Delivery>,
    late: () => Delivery = () => temporaryFailure('It took longer than 10 s.'),
  ): Promise<Delivery> {
    const guarded = (signal: AbortSignal) => this.limiter.run(signal, () => work(signal));
    try {
      return await withTimeLimit(TOTAL_TIMEOUT_MS, guarded, late);
    } catch (error) {
      return temporaryFailure(`It was not sent: ${reasonOf(error)}.`);
    }
  }

  /** Resolves and checks the address of a host, for each attempt again. */
  async resolve(host: string, port: number): Promise<OutboundTarget | Undelivered> {
    try {
      return await this.targets.resolve(host, port);
    } catch (error) {
      if (error instanceof TargetRefusedError) return permanentFailure(`It was not sent: ${error.message}.`);
      return temporaryFailure(`It was not sent: ${reasonOf(error)}.`);
    }
  }
}

export const isResolved = (reached: OutboundTarget | Undelivered): reached is OutboundTarget => 'address' in reached;
