import { ApiError } from '../../common/errors.js';
import { resultOf, type Delivery } from '../../outbound/delivery.js';
import type { ActionRunState } from '../action.entity.js';
import { NotBegunError } from './target-limiter.js';

/** The reasons why an action was not done, besides the codes of API_ERRORS. */
export type RunProblem =
  | 'NOT_DELIVERED'
  | 'TIME_LIMIT'
  | 'INTERNAL_ERROR'
  | 'NOT_RECORDED'
  | 'QUEUE_FULL'
  | 'TOO_OFTEN'
  | 'TOO_DEEP'
  | 'PAUSED'
  | 'DISABLED'
  | 'DELETED'
  | 'INTERRUPTED'
  | 'TOO_LATE'
  | 'OVERTAKEN';

/** The end of a run. `result` is `ok` or a code; `detail` is a sentence. */
export interface Outcome {
  readonly state: Exclude<ActionRunState, 'pending' | 'begun'>;
  readonly result: string;
  readonly detail?: string | undefined;
  /** Trying again is harmless and might help. */
  readonly retry: boolean;
}

export const problem = (state: Outcome['state'], result: RunProblem, detail: string, retry = false): Outcome => ({
  state,
  result,
  detail,
  retry,
});

export const outcomeOf = (delivery: Delivery): Outcome => ({
  state: delivery.delivered ? 'done' : 'failed',
  ...resultOf(delivery),
  retry: !delivery.delivered && delivery.retry,
});

/** A refusal of this PDU has its own code; anything else is a defect, whose words may hold what is nobody's business. */
export function outcomeOfError(error: unknown): Outcome {
  if (error instanceof ApiError) return { state: 'failed', result: error.code, detail: error.message, retry: false };
  if (error instanceof NotBegunError) return problem('failed', 'QUEUE_FULL', error.message);
  return problem('failed', 'INTERNAL_ERROR', 'Something unexpected went wrong; the log has the details.');
}
