import type { Cause } from '../kernel/cause.js';
import type { Millis } from '../kernel/clock.js';
import type { Action } from './action.entity.js';
import type { ActionRow, Params } from './catalogue/row.js';
import type { Firing } from './firing.js';
import type { Outcome } from './outcome.js';

/** One action of one firing on its way. */
export interface Run {
  /** Its row; undefined while there is none, because the storage did not take it. */
  id: number | undefined;
  readonly actionId: number;
  /** The action's name when it was asked for. */
  readonly name: string;
  readonly firing: Firing;
  /** Number of the action in the list of its event, counted from 1. */
  readonly place: number;
  tries: number;
  /** When its first try of this life of the controller began, wall clock. */
  beganAt?: Millis;
  /** Which action was meant: its id may be that of another when its turn comes. Unknown after a restart. */
  readonly meant?: object | undefined;
  /** Set when it is not to be done. */
  readonly skipped?: Outcome;
}

/** An action as it is when its turn comes, and the row that does it. */
export interface Task {
  readonly action: Readonly<Action>;
  readonly row: ActionRow;
  readonly params: Params;
}

/** A run that was cut off by a stop of the controller. */
export interface CutOff {
  readonly run: Run;
  /** Wall clock; undefined for one that had not begun, or that may be repeated. */
  readonly begunAt: Millis | undefined;
}

export const causeOfFiring = ({ eventName }: Firing): Cause => ({ kind: 'action', who: eventName });
