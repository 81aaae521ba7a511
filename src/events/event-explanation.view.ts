import type { NamedObject } from '../actions/event-occurrence.js';
import type { RelayPause } from '../actions/limits/relay-rate-limiter.js';
import { localText, zoneText, type Zone } from '../common/calendar.js';
import type { Access } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import { rounded } from '../common/units.js';
import type { Limit } from './engine/compiled-rule.js';
import type { WatchExplanation } from './engine/explain.js';
import { mayRead } from './object-access.js';

/** Replaces the name of an object that the caller may not read. */
export const HIDDEN = 'something that your role may not see';

/** The state of one object that an event watches; for a caller who may not read it, only its kind and id. */
export class ExplainedObjectView {
  /** @example "1200578" */
  id: string;
  /** @example "bank 1200578" */
  name: string;
  /** The name that an operator has given it, or its default name; absent for one without a name. @example "Storage" */
  objectName?: string | undefined;
  /** True while the condition of the event holds; absent while that is not known. @example false */
  holds?: boolean | undefined;
  /** @example false */
  triggered?: boolean | undefined;
  /** @example 0 */
  numTicksBeyond?: number | undefined;
  /** The measurement now, in the unit of the limit. @example 3.8 */
  value?: number | undefined;
  /** Distance of the value from the limit; negative beyond it. @example 12.2 */
  distance?: number | undefined;
  /** The condition that it waits for, as a sentence. @example "The current must rise by 12.2 A." */
  waitsFor: string;
}

/** The limit of an event. */
export class LimitView {
  /** @example "current" */
  label: string;
  /** @example 16 */
  limit: number;
  /** @example "A" */
  unit: string;
  /** `reached`: at it is enough. @example "above" */
  direction: 'above' | 'below' | 'reached';
}

/** A relay that automations have to leave alone, because they moved it too often. */
export class PausedRelayView {
  /** Outlet id, relay output id, or sensor id and index of a relay of an I/O hub. */
  id: string;
  /** ISO 8601, UTC. */
  until: string;
}

/** The reason for the state of an event, and the condition that it waits for. */
export class ExplanationView {
  /** @example 3 */
  id: number;
  enabled: boolean;
  /** False: this model cannot raise it, or does not have what it names. */
  available: boolean;
  /** Only where the caller may read all that it watches. @example false */
  triggered?: boolean | undefined;
  /** Only where `triggered` is. @example 0 */
  numTicksBeyond?: number | undefined;
  /** The condition that it waits for, as a sentence. @example "The current must rise by 12.2 A." */
  waitsFor: string;
  limit?: LimitView | undefined;
  /** Seconds past the threshold after which it triggers. @example 10 */
  seconds?: number | undefined;
  /** One for each object that it watches. */
  objects?: ExplainedObjectView[] | undefined;
  /** Schedules: the next time, ISO 8601, UTC. */
  next?: string | undefined;
  /** Schedules: the next time in the device's time zone. */
  nextLocal?: string | undefined;
  /** Calendar: the moment that triggered last, ISO 8601, UTC. */
  lastFired?: string | undefined;
  /** Relays that its actions do not move now, though it may trigger; by hand they can be switched. */
  paused?: PausedRelayView[] | undefined;
}

export const objectView = (
  explained: WatchExplanation,
  { objectName }: NamedObject,
  access: Access,
): ExplainedObjectView => {
  const { id, name, kind } = explained.watch.object;
  if (!mayRead(access, kind, id)) return { id, name, waitsFor: HIDDEN };
  return {
    id,
    name,
    objectName,
    holds: explained.holds,
    triggered: explained.triggered,
    numTicksBeyond: explained.ticksBeyond,
    value: rounded(explained.value),
    distance: rounded(explained.distance),
    waitsFor: explained.waitsFor,
  };
};

export const pausedView = ({ relay, until }: RelayPause): PausedRelayView => ({
  id: relay,
  until: new Date(until).toISOString(),
});

export const limitView = ({ label, limit, unit, direction }: Limit): LimitView => ({ label, limit, unit, direction });

export const timeMembers = (next: Millis | undefined, lastFired: Millis | undefined, zone: Zone) => ({
  next: iso(next),
  nextLocal: next === undefined ? undefined : `${localText(zone, next)} ${zoneText(zone)}`,
  lastFired: iso(lastFired),
});

const iso = (at: Millis | undefined): string | undefined => (at === undefined ? undefined : new Date(at).toISOString());
