import type { Cause } from '../../common/cause.js';
import type { Millis } from '../../common/clock.js';
import type { ActionEntity } from '../action.entity.js';
import type { ActionRow, Params } from '../catalogue/row.js';
import type { EventOccurrence } from '../event-occurrence.js';
import type { Outcome } from './outcome.js';

/** A switching that was due longer ago than this is not done any more: the reason for it may be gone. */
export const MAX_SWITCHING_AGE: Millis = 60_000;

/** One action of one occurrence on its way. */
export interface ActionRun {
  /** Its row; undefined while there is none, because the storage did not take it. */
  id: number | undefined;
  readonly actionId: number;
  /** The action's name when it was asked for. */
  readonly name: string;
  readonly occurrence: EventOccurrence;
  /** Number of the action in the list of its event, counted from 1. */
  readonly place: number;
  tries: number;
  /** The start of its first attempt since this start of the controller, wall clock. */
  beganAt?: Millis;
  /** Identifies the action that was meant, as its id may belong to another when it is run. Unknown after a restart. */
  readonly identity?: object | undefined;
  /** Set when it is not to be done. */
  readonly skipped?: Outcome;
}

/** An action as it is when it is run, and the row that does it. */
export interface PreparedAction {
  readonly action: Readonly<ActionEntity>;
  readonly row: ActionRow;
  readonly params: Params;
}

/** A run that was cut off by a stop of the controller. */
export interface InterruptedRun {
  readonly run: ActionRun;
  /** Wall clock; undefined for one that had not begun, or that may be repeated. */
  readonly begunAt: Millis | undefined;
}

export const causeOfOccurrence = ({ eventName, entry }: EventOccurrence): Cause => ({
  kind: 'action',
  who: eventName,
  entry,
});

/** The object of an occurrence as audit records name it; undefined for a schedule or a ping. */
export function auditObjectOf({
  objectKind,
  objectId,
}: Pick<EventOccurrence, 'objectKind' | 'objectId'>): string | undefined {
  if (objectKind === 'network') return undefined;
  if (objectKind === 'system') return objectId.startsWith('controller:') ? faultOf(objectId) : undefined;
  return `${objectKind === 'hub' ? 'sensor' : objectKind}:${objectId}`;
}

/** `controller:storageFailing` of `controller:storageFailing:lost`: the stage is no part of the object. */
const faultOf = (id: string): string => id.split(':').slice(0, 2).join(':');
