import type { ActionRunView } from '../actions/action.view.js';
import type { ActionRunOfObject } from '../actions/execution/action-run.repository.js';
import type { EventOccurrence } from '../actions/event-occurrence.js';
import type { EventOccurrenceEntity } from './event.entity.js';

/** The measured value of an occurrence. */
export class OccurrenceReadingView {
  /** @example "current" */
  label: string;
  /** @example 16.3 */
  value: number;
  /** @example "A" */
  unit: string;
  /** @example 16 */
  limit: number;
}

/** The outcome of one action of an occurrence. */
export class OccurrenceActionView {
  /** @example 1 */
  actionId: number;
  /** The action's name at that time. @example "Turn db-master off" */
  actionName: string;
  /** `pending`, `begun`, `done`, `failed`, `skipped` or `interrupted`. @example "done" */
  state: ActionRunView['state'];
  /** @example 1 */
  tries: number;
  /** `ok`, or the code of what went wrong. @example "ok" */
  result?: string;
  /** The outcome, as a sentence. @example "Outlet db-master is off." */
  detail?: string;
  /** The start of the run, ISO 8601, UTC. @example "2026-11-02T08:15:00.000Z" */
  began?: string;
  /** Duration of the last attempt, ms. @example 84 */
  took?: number;
}

/** One occurrence of an event. */
export class EventOccurrenceView {
  /** @example 17 */
  id: number;
  /** ISO 8601, UTC. */
  time: string;
  /** The object that made it trigger. @example "bank 1200578" */
  object: string;
  /** @example "1200578" */
  objectId: string;
  /** The name that the object had; absent for one without a name. @example "Storage" */
  objectName?: string;
  reading?: OccurrenceReadingView;
  /** Time for which the condition had held, s. @example 10 */
  heldSeconds?: number;
  /** Number of automatic steps that led to it. @example 0 */
  depth: number;
  /** In the order in which they were to run. */
  actions: OccurrenceActionView[];
}

/** A page of occurrences, newest first. */
export class EventOccurrencePageView {
  firings: EventOccurrenceView[];
  /** Send it as `before` to get the page of older occurrences; absent on the last page. @example 17 */
  nextBefore?: number;
}

export function eventOccurrenceView(
  { id, occurrence }: EventOccurrenceEntity,
  runs: readonly ActionRunOfObject[],
): EventOccurrenceView {
  const { object, objectId, objectName, reading, heldSeconds, depth } = occurrence;
  const time = timeOf(occurrence);
  return {
    id,
    time,
    object,
    objectId,
    ...(objectName !== undefined && { objectName }),
    ...(reading && { reading: { ...reading } }),
    ...(heldSeconds !== undefined && { heldSeconds }),
    depth,
    actions: runs.filter((run) => run.time === time && run.objectId === objectId).map(actionOf),
  };
}

const timeOf = ({ at }: EventOccurrence): string => new Date(at).toISOString();

const actionOf = ({
  actionId,
  actionName,
  state,
  tries,
  result,
  detail,
  began,
  took,
}: ActionRunView): OccurrenceActionView => ({
  actionId,
  actionName,
  state,
  tries,
  ...(result !== undefined && { result }),
  ...(detail !== undefined && { detail }),
  ...(began !== undefined && { began }),
  ...(took !== undefined && { took }),
});
