import type { EventOccurrence } from '../../actions/event-occurrence.js';
import { auditObjectOf } from '../../actions/execution/action-run.js';
import { FACTS, SWITCHINGS, type NewestEntries } from '../../audit/newest-entries.js';
import type { Millis } from '../../common/clock.js';
import { isRelayOutputId } from '../../common/ids.js';

/** An event sees in one poll cycle what another listener has recorded in it; the clock may stand between the two. */
const TOLERANCE: Millis = 2000;
/** As long as the loop guard counts an automatic switching as a step that leads to others. */
const AFTER_SWITCHING: Millis = 60_000;

/**
 * The entry of the audit log that led to an occurrence: what happened to its object while its condition began to hold,
 * else the automatic switching that the loop guard holds against it.
 */
export function entryThatLedTo(occurrence: EventOccurrence, entries: NewestEntries): number | undefined {
  const { at, heldSeconds = 0, movedObject } = occurrence;
  const object = auditObjectOf(occurrence);
  const fact = object ? entries.since(at - heldSeconds * 1000 - TOLERANCE, FACTS, [object]) : undefined;
  if (fact !== undefined) return fact;
  if (movedObject === undefined) return undefined;
  const moved = `${isRelayOutputId(movedObject) ? 'relayOutput' : 'outlet'}:${movedObject}`;
  return entries.since(at - AFTER_SWITCHING, SWITCHINGS, [moved]);
}
