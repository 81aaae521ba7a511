import type { ActionRunView } from '../actions/action-run.view.js';
import type { RunAbout } from '../actions/action-runs.service.js';
import type { Firing } from '../actions/firing.js';
import type { EventFiring } from './event-firing.entity.js';

/** What was measured when an event fired. */
export class FiringReadingView {
  /** For example "current". */
  label: string;
  value: number;
  /** For example "A". */
  unit: string;
  limit: number;
}

/** What became of one action of a firing. */
export class FiringActionView {
  actionId: number;
  /** The action's name at that time. */
  actionName: string;
  /** `pending`, `begun`, `done`, `failed`, `skipped` or `interrupted`. */
  state: ActionRunView['state'];
  tries: number;
  /** `ok`, or the code of what went wrong. */
  result?: string;
  /** What came of it, in a sentence. */
  detail?: string;
  /** When it began, ISO 8601, UTC. */
  began?: string;
  /** How long the last try took, ms. */
  took?: number;
}

/** One firing of an event. */
export class FiringView {
  id: number;
  /** ISO 8601, UTC. */
  time: string;
  /** The thing that made it fire, for example "bank 1200578". */
  object: string;
  objectId: string;
  reading?: FiringReadingView;
  /** How long it had been beyond, s. */
  heldSeconds?: number;
  /** How many automatic steps led to it. */
  depth: number;
  /** In the order in which they were to run. */
  actions: FiringActionView[];
}

/** A page of firings, newest first. */
export class FiringPageView {
  firings: FiringView[];
  /** Send it as `before` to get the page of older firings; absent on the last page. */
  nextBefore?: number;
}

export function firingView({ id, firing }: EventFiring, runs: readonly RunAbout[]): FiringView {
  const { object, objectId, reading, heldSeconds, depth } = firing;
  const time = timeOf(firing);
  return {
    id,
    time,
    object,
    objectId,
    ...(reading && { reading: { ...reading } }),
    ...(heldSeconds !== undefined && { heldSeconds }),
    depth,
    actions: runs.filter((run) => run.time === time && run.objectId === objectId).map(actionOf),
  };
}

const timeOf = ({ at }: Firing): string => new Date(at).toISOString();

const actionOf = ({
  actionId,
  actionName,
  state,
  tries,
  result,
  detail,
  began,
  took,
}: ActionRunView): FiringActionView => ({
  actionId,
  actionName,
  state,
  tries,
  ...(result !== undefined && { result }),
  ...(detail !== undefined && { detail }),
  ...(began !== undefined && { began }),
  ...(took !== undefined && { took }),
});
