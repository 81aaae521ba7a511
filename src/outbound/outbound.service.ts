import { Injectable } from '@nestjs/common';
import { OutboundPolicyService, TargetRefusedError, type OutboundTarget } from './outbound-policy.service.js';
import { temporaryFailure, permanentFailure, reasonOf, type Delivery, type Undelivered } from './delivery.js';

/** Used by every channel: checks the address of a message, and ends it with its time limit. */
@Injectable()
export class OutboundService {
  constructor(private readonly targets: OutboundPolicyService) {}

  /**
   * Runs the work until the signal is aborted: from then on the result is that of `late`, whatever becomes of the work.
   * Turns an error into a result.
   * @param late gets the reason of the signal
   */
  send(
    signal: AbortSignal,
    work: () => Promise<Delivery>,
    late = (reason: string): Delivery => temporaryFailure(`It may not have arrived: ${reason}.`),
  ): Promise<Delivery> {
    return new Promise((resolve) => {
      const giveUp = (): void => resolve(late(reasonOf(signal.reason)));
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      void work()
        .catch((error: unknown) => temporaryFailure(`It was not sent: ${reasonOf(error)}.`))
        .then(resolve)
        .finally(() => signal.removeEventListener('abort', giveUp));
    });
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
