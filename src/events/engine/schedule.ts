import { latestUpTo, nextAfter } from '../../kernel/calendar.js';
import type { Millis } from '../../kernel/clock.js';
import type { ArmedCalendar, ArmedInterval } from './armed.js';
import type { Frame } from './frame.js';
import { JITTER, type Step, type Trigger } from './rule-engine.js';
import type { TriggerState } from './trigger-state.js';

const MINUTE: Millis = 60_000;
const HOUR = 60 * MINUTE;
const ONCE: readonly Trigger[] = [{}];
const NEVER: readonly Trigger[] = [];
/** How late an occurrence may fire that the controller lived through but was too busy to see. */
const LATEST = 5 * MINUTE;
/** A last firing this far ahead was made under a wrong clock; kept, it would freeze the schedule. */
const WRONG_CLOCK = 25 * HOUR;

/**
 * Fires when an occurrence has come since the frame before. What the wall clock jumped over fires only while its local
 * minute still lasts; the first frame after a start fires nothing; a clock set back finds what has fired already.
 */
export function stepCalendar(armed: ArmedCalendar, state: TriggerState, frame: Frame): Step | undefined {
  const now = frame.now.takenAt;
  if (state.due === undefined || state.asOf === undefined || now < state.asOf) return begun(armed, state, frame);
  if (now < state.due) return rested(state, now - state.asOf);

  const latest = latestUpTo(armed.rule, frame.zone, now);
  const livedThrough = latest > now - frame.elapsed;
  const fires = livedThrough ? now - latest <= LATEST : now - latest < MINUTE;
  const after: TriggerState = {
    ...state,
    triggered: fires,
    due: nextAfter(armed.rule, frame.zone, now),
    asOf: now,
    ...(fires && { lastFired: latest }),
  };
  const missed = fires ? (state.due < latest ? state.due : undefined) : latest;
  return { state: after, triggers: fires ? ONCE : NEVER, ...(missed !== undefined && { missed }) };
}

function begun({ rule }: ArmedCalendar, { lastFired, watches }: TriggerState, frame: Frame): Step {
  const now = frame.now.takenAt;
  const valid = lastFired !== undefined && lastFired <= now + WRONG_CLOCK;
  const due = nextAfter(rule, frame.zone, valid ? Math.max(now, lastFired) : now);
  return { state: { triggered: false, watches, due, asOf: now, ...(valid && { lastFired }) }, triggers: NEVER };
}

/** Fires every so often from its beginning on. After a standstill once, and then in the old rhythm's length again. */
export function stepInterval({ every }: ArmedInterval, state: TriggerState, frame: Frame): Step | undefined {
  const now = frame.now.uptime;
  if (state.due === undefined) return { state: { ...state, due: now + every }, triggers: NEVER };
  if (now + JITTER < state.due) return rested(state, now - (state.due - every));
  const next = state.due + every;
  return { state: { ...state, triggered: true, due: next > now ? next : now + every }, triggers: ONCE };
}

/** A schedule shows that it has triggered for a second. */
const rested = (state: TriggerState, sinceFired: Millis): Step | undefined =>
  state.triggered && sinceFired + JITTER >= 1000
    ? { state: { ...state, triggered: false }, triggers: NEVER }
    : undefined;
