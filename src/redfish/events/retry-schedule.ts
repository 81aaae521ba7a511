import type { Millis } from '../../common/clock.js';
import type { RetryPolicy } from './subscription.entity.js';

/** Attempts to send an event, the interval apart, before the policy of the subscription decides. */
export const RETRY_ATTEMPTS = 3;
const LONGEST_BACKOFF: Millis = 3_600_000;

/**
 * The wait after this many failed attempts; undefined when there are no more.
 * @param interval between two attempts, ms
 */
export function waitAfter(attempts: number, interval: Millis, policy: RetryPolicy): Millis | undefined {
  if (attempts < RETRY_ATTEMPTS) return interval;
  if (policy !== 'RetryForeverWithBackoff') return undefined;
  return Math.min(interval * 2 ** Math.min(attempts - RETRY_ATTEMPTS + 1, 20), LONGEST_BACKOFF);
}
