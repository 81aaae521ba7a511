import type { ActionRunView } from '../actions/action.view.js';
import type { ActionRunOfObject } from '../actions/execution/action-run.repository.js';
import type { EventOccurrence } from '../actions/event-occurrence.js';
import type { EventOccurrenceEntity } from './event.entity.js';

/** The measured value of an occurrence. */
export class OccurrenceReadingView {
  /** For example "current". */
  label: string;
  value: number;
  /** For example "A". */
  unit: string;
  limit: number;
}

/** The outcome of one action of an occurrence. */
export class OccurrenceActionView {
  actionId: number;
  /** The action's name at that time. */
  actionName: string;
  /** `pending`, `begun`, `done`, `failed`, `skipped` or `interrupted`. */
  state: ActionRunView['state'];
  tries: number;
  /** `ok`, or the code of what went wrong. */
  result?: string;
  /** The outcome, as a sentence. */
  detail?: string;
  /** The start of the run, ISO 8601, UTC. */
  began?: string;
  /** Duration of the last attempt, ms. */
  took?: number;
}

/** One occurrence of an event. */
export class EventOccurrenceView {
  id: number;
  /** ISO 8601, UTC. */
  time: string;
  /** The object that made it trigger, for example "bank 1200578". */
  object: string;
  objectId: string;
  /** The name that the object had; absent for one without a name. */
  objectName?: string;
  reading?: OccurrenceReadingView;
  /** Time for which the condition had held, s. */
  heldSeconds?: number;
  /** Number of automatic steps that led to it. */
  depth: number;
  /** In the order in which they were to run. */
  actions: OccurrenceActionView[];
}

/** A page of occurrences, newest first. */
export class EventOccurrencePageView {
  firings: EventOccurrenceView[];
  /** Send it as `before` to get the page of older occurrences; absent on the last page. */
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
