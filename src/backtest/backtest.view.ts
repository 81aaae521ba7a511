import { rounded } from '../common/units.js';
import type { EventObject } from '../events/engine/compiled-rule.js';
import type { Occurrence } from './replay.js';

/** One time that an event would have triggered. */
export class BacktestOccurrenceView {
  /** The object that would have made it trigger. @example "bank 1200578" */
  object: string;
  /** @example "1200578" */
  objectId: string;
  /** The name that the object has now; absent for one without a name. @example "Storage" */
  objectName?: string;
  /** The moment at which it would have triggered, ISO 8601, UTC. @example "2026-11-01T20:04:00.000Z" */
  from: string;
  /**
   * The moment at which its condition was over for certain, or the range ended, ISO 8601, UTC.
   * @example "2026-11-01T20:11:00.000Z"
   */
  to: string;
  /** The value measured when it triggered, in the unit of the limit; absent for a schedule. @example 16.3 */
  value?: number;
  /**
   * `certain`, or `possible` where only the extremes of minutes or quarters of an hour are kept, and do not say for how long
   * the condition held.
   */
  certainty: 'certain' | 'possible';
}

const timeOf = (second: number): string => new Date(second * 1000).toISOString();

export const occurrenceView = (
  { name, id }: EventObject,
  objectName: string | undefined,
  { from, to, value, certainty }: Occurrence,
): BacktestOccurrenceView => ({
  object: name,
  objectId: id,
  ...(objectName !== undefined && { objectName }),
  from: timeOf(from),
  to: timeOf(to),
  ...(Number.isFinite(value) && { value: rounded(value) }),
  certainty,
});
