import { latestUpTo, nextAfter } from '../../common/calendar.js';
import { POLL_JITTER, type Millis } from '../../common/clock.js';
import type { CompiledCalendarRule, CompiledIntervalRule } from './compiled-rule.js';
import type { EvaluationContext } from './evaluation-context.js';
import { type Evaluation, type Trigger } from './rule-engine.js';
import type { TriggerState } from './trigger-state.js';

const MINUTE: Millis = 60_000;
const HOUR = 60 * MINUTE;
const ONCE: readonly Trigger[] = [{}];
const NEVER: readonly Trigger[] = [];
/** An occurrence that a busy controller noticed late still triggers if it is no older than this. */
const MAX_DELAY = 5 * MINUTE;
/** A last trigger this far ahead was made under a wrong clock; if it stayed, it would freeze the schedule. */
const MAX_AHEAD = 25 * HOUR;

/**
 * Triggers when an occurrence has come since the context before. One that the wall clock jumped over triggers only
 * while its local minute still lasts; the first context after a start triggers nothing; after the clock was set back,
 * nothing triggers twice.
 */
export function evaluateCalendar(
  compiled: CompiledCalendarRule,
  state: TriggerState,
  context: EvaluationContext,
): Evaluation | undefined {
  const now = context.now.takenAt;
  if (state.due === undefined || state.asOf === undefined || now < state.asOf)
    return startCalendar(compiled, state, context);
  if (now < state.due) return resetAfterTrigger(state, now - state.asOf);

  const latest = latestUpTo(compiled.rule, context.zone, now);
  const livedThrough = latest > now - context.elapsed;
  const isDue = livedThrough ? now - latest <= MAX_DELAY : now - latest < MINUTE;
  const after: TriggerState = {
    ...state,
    triggered: isDue,
    due: nextAfter(compiled.rule, context.zone, now),
    asOf: now,
    ...(isDue && { lastFired: latest }),
  };
  const missed = isDue ? (state.due < latest ? state.due : undefined) : latest;
  return { state: after, triggers: isDue ? ONCE : NEVER, ...(missed !== undefined && { missed }) };
}

function startCalendar(
  { rule }: CompiledCalendarRule,
  { lastFired, watches }: TriggerState,
  context: EvaluationContext,
): Evaluation {
  const now = context.now.takenAt;
  const valid = lastFired !== undefined && lastFired <= now + MAX_AHEAD;
  const due = nextAfter(rule, context.zone, valid ? Math.max(now, lastFired) : now);
  return { state: { triggered: false, watches, due, asOf: now, ...(valid && { lastFired }) }, triggers: NEVER };
}

/** Triggers at a fixed interval from its beginning on; after a standstill once, and then at the same interval again. */
export function evaluateInterval(
  { every }: CompiledIntervalRule,
  state: TriggerState,
  context: EvaluationContext,
): Evaluation | undefined {
  const now = context.now.uptime;
  if (state.due === undefined) return { state: { ...state, due: now + every }, triggers: NEVER };
  if (now + POLL_JITTER < state.due) return resetAfterTrigger(state, now - (state.due - every));
  const next = state.due + every;
  return { state: { ...state, triggered: true, due: next > now ? next : now + every }, triggers: ONCE };
}

/** A schedule shows that it has triggered for a second. */
const resetAfterTrigger = (state: TriggerState, sinceTrigger: Millis): Evaluation | undefined =>
  state.triggered && sinceTrigger + POLL_JITTER >= 1000
    ? { state: { ...state, triggered: false }, triggers: NEVER }
    : undefined;
