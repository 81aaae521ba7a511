import { Injectable } from '@nestjs/common';
import { OutboundPolicyService, TargetRefusedError, type OutboundTarget } from './outbound-policy.service.js';
import type { Delivery } from './delivery.js';
import { OutboundLimiter } from './outbound-limiter.js';
import { withTimeLimit } from '../common/time-limit.js';
import { temporaryFailure, permanentFailure, reasonOf, type Undelivered } from './delivery.js';

/** A little less than an action may take, so that this side says what became of it. */
const TOTAL_TIMEOUT_MS = 9500;

/** What every channel goes through: the limits of a message on its way, and which addresses it may go to. */
@Injectable()
export class OutboundService {
  constructor(
    private readonly targets: OutboundPolicyService,
    private readonly limiter: OutboundLimiter,
  ) {}

  /** Runs the work as one of at most 64, ends it after 9.5 s with what `late` says, and turns an error into a value. */
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

  /** Finds the address of a host and checks it; asked anew for each attempt. */
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
