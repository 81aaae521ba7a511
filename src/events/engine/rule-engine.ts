import { POLL_JITTER, type Millis } from '../../common/clock.js';
import { BLOCK, type Column } from './column.js';
import {
  isBeyond,
  type CompiledRule,
  type CompiledChangeRule,
  type CompiledLevelRule,
  type Limit,
  type Watch,
} from './compiled-rule.js';
import type { EvaluationContext } from './evaluation-context.js';
import { evaluateCalendar, evaluateInterval } from './schedule.js';
import { AT_REST, type RuleState, type TriggerState, type WatchState } from './trigger-state.js';

/** One trigger of an event. */
export interface Trigger {
  /** The watched object that made it trigger; undefined for a schedule. */
  readonly watch?: Watch;
  readonly heldFor?: Millis;
}

/** The new state of an event, and its triggers, in a tick that changed it. */
export interface Evaluation {
  readonly state: TriggerState;
  /** One trigger for each watched object for which it triggers now. */
  readonly triggers: readonly Trigger[];
  /** A calendar moment (wall clock) that passed without triggering, and never will. */
  readonly missed?: Millis;
}

/** One reading that is missing is bridged; of a longer gap only this much counts as time beyond. */
const MAX_GAP: Millis = 2000;

/**
 * The new state of one event after one context; undefined if nothing changes. Pure: the same context and state always
 * give the same answer.
 */
export function evaluate(
  compiled: CompiledRule,
  state: TriggerState,
  context: EvaluationContext,
): Evaluation | undefined {
  switch (compiled.kind) {
    case 'level':
    case 'change':
      return evaluateWatches(compiled, state, context);
    case 'calendar':
      return evaluateCalendar(compiled, state, context);
    case 'interval':
      return evaluateInterval(compiled, state, context);
  }
}

/** The state of an event that begins, or goes on after a restart. */
export function initialState(compiled: CompiledRule, ruleState?: RuleState): TriggerState {
  if (compiled.kind === 'calendar' || compiled.kind === 'interval') {
    return {
      triggered: false,
      watches: [],
      ...(ruleState?.lastFired !== undefined && { lastFired: ruleState.lastFired }),
    };
  }
  if (!ruleState || ruleState.triggered.length === 0) return { triggered: false, watches: [] };
  const places = new Map(ruleState.triggered.map((id, place) => [id, place]));
  const watches = compiled.watches.map(({ object }) => {
    const place = places.get(object.id);
    return place === undefined ? AT_REST : triggeredState(AT_REST, ruleState.triggeredAt?.[place]);
  });
  return { triggered: watches.some(({ triggered }) => triggered), watches: unlessAtRest(watches) };
}

/**
 * The state of an event that begins while the controller runs: the context of its first tick is its baseline.
 * What holds already is counted from now on; it triggers in a later context, never in this one. While the hardware is
 * silent a change is measured against the last reading, as it is for the events that were there before.
 */
export function initialStateIn(compiled: CompiledRule, state: TriggerState, context: EvaluationContext): TriggerState {
  const { fresh, readAt, uptime: since } = context.now;
  switch (compiled.kind) {
    case 'level': {
      if (compiled.measured && !fresh) return state;
      const watches = compiled.watches.map((watch) =>
        watch.holds(context, compiled.limit) === true ? { ...AT_REST, since } : AT_REST,
      );
      return { ...state, watches: unlessAtRest(watches) };
    }
    case 'change': {
      // Before the first reading of all, what a snapshot says is made up.
      if (compiled.measured && !fresh && readAt === 0) return state;
      return { ...state, watches: compiled.watches.map((watch) => evaluateChange(AT_REST, watch.holds(context))) };
    }
    default:
      return evaluate(compiled, state, context)?.state ?? state;
  }
}

/** The stored part of the state. A schedule has `triggered` for one tick only, and stores its last occurrence. */
export function ruleStateOf(compiled: CompiledRule, state: TriggerState): RuleState {
  const triggered = triggeredWatches(compiled, state);
  return {
    triggered: triggered.map(({ watch }) => watch.object.id),
    ...(triggered.length > 0 && { triggeredAt: triggered.map(({ triggeredAt = 0 }) => triggeredAt) }),
    ...(state.lastFired !== undefined && { lastFired: state.lastFired }),
  };
}

/** An object for which an event has triggered, and the wall clock of that where it is known. */
export interface TriggeredWatch {
  readonly watch: Watch;
  readonly triggeredAt: Millis | undefined;
}

/** The objects for which an event has triggered; none for a schedule, which takes no time. */
export function triggeredWatches(compiled: CompiledRule, { triggered, watches }: TriggerState): TriggeredWatch[] {
  if (!triggered || (compiled.kind !== 'level' && compiled.kind !== 'change')) return [];
  return compiled.watches.flatMap((watch, place) => {
    const state = watches[place];
    return state?.triggered ? [{ watch, triggeredAt: state.triggeredAt }] : [];
  });
}

function triggeredState(state: WatchState, at: Millis | undefined): WatchState {
  return { ...state, triggered: true, ...(at && { triggeredAt: at }) };
}

/** Whole seconds that an object has been beyond. */
export const ticksBeyond = ({ since, unknown }: WatchState, uptime: Millis): number =>
  since === undefined ? 0 : Math.floor((uptime - since - Math.max(0, unknown - MAX_GAP) + POLL_JITTER) / 1000);

function evaluateWatches(
  compiled: CompiledLevelRule | CompiledChangeRule,
  state: TriggerState,
  context: EvaluationContext,
): Evaluation | undefined {
  const blind = compiled.measured && !context.now.fresh;
  const limit = compiled.kind === 'level' ? compiled.limit : undefined;
  const column = compiled.kind === 'level' && limit && !blind ? compiled.column : undefined;
  if (column && limit && state.watches.length === 0 && !isAnyBeyond(column, limit, context)) return undefined;
  const values = column?.values(context);
  const places = column && limit ? placesToEvaluate(column, limit, state.watches, context) : undefined;
  const count = places?.length ?? compiled.watches.length;
  const moment: Moment = { uptime: context.now.uptime, elapsed: context.elapsed };
  let watches: WatchState[] | undefined;
  const triggers: Trigger[] = [];
  for (let index = 0; index < count; index++) {
    const place = places?.[index] ?? index;
    const before = state.watches[place] ?? AT_REST;
    const watch = compiled.watches[place] as Watch;
    const holds = blind ? undefined : values && limit ? isBeyond(values[place], limit) : watch.holds(context, limit);
    const evaluated =
      compiled.kind === 'level'
        ? evaluateLevel(compiled.sustain, before, holds, moment)
        : evaluateChange(before, holds);
    if (evaluated === before) continue;
    const hasTriggered = evaluated.triggered && !before.triggered;
    const after = hasTriggered ? triggeredState(evaluated, context.now.takenAt) : evaluated;
    (watches ??= compiled.watches.map((_, each) => state.watches[each] ?? AT_REST))[place] = after;
    if (!hasTriggered) continue;
    const heldFor = ticksBeyond(after, context.now.uptime) * 1000;
    triggers.push({ watch, ...(compiled.kind === 'level' && { heldFor }) });
  }
  if (!watches) return undefined;
  const triggered = watches.some((watch) => watch.triggered);
  return { state: { ...state, triggered, watches: unlessAtRest(watches) }, triggers };
}

/** Asked first: hundreds of events may watch thousands of outlets of which none is beyond. */
function isAnyBeyond(column: Column, { limit, direction }: Limit, context: EvaluationContext): boolean {
  const { lowest, highest } = column.range(context);
  return direction === 'below' ? lowest < limit : highest > limit;
}

/** The places of those that are beyond the limit or not at rest; all others are at rest and stay so. */
function placesToEvaluate(
  column: Column,
  { limit, direction }: Limit,
  watches: readonly WatchState[],
  context: EvaluationContext,
): readonly number[] {
  const places: number[] = [];
  const values = column.values(context);
  const { lowests, highests } = column.blocks(context);
  const isBelow = direction === 'below';
  const activeBlocks = activeBlocksOf(watches);
  for (let block = 0; block < lowests.length; block++) {
    const isAnyBeyond = isBelow ? (lowests[block] ?? NaN) < limit : (highests[block] ?? NaN) > limit;
    if (!isAnyBeyond && !activeBlocks.has(block)) continue;
    const end = Math.min(values.length, (block + 1) * BLOCK);
    for (let place = block * BLOCK; place < end; place++) {
      const value = values[place] ?? NaN;
      if ((isBelow ? value < limit : value > limit) || (watches[place] ?? AT_REST) !== AT_REST) places.push(place);
    }
  }
  return places;
}

const known = new WeakMap<readonly WatchState[], ReadonlySet<number>>();

/** The blocks of a column with one that is not at rest; found once for a state, which most events have for a long time. */
function activeBlocksOf(watches: readonly WatchState[]): ReadonlySet<number> {
  const found = known.get(watches);
  if (found) return found;
  const blocks = new Set(watches.flatMap((watch, place) => (watch === AT_REST ? [] : [Math.floor(place / BLOCK)])));
  known.set(watches, blocks);
  return blocks;
}

/** The states of all watches, or none if all are at rest: ten thousand states for each of many events take memory. */
const unlessAtRest = (watches: readonly WatchState[]): readonly WatchState[] =>
  watches.every((watch) => watch === AT_REST) ? [] : watches;

/** The moment of a reading: Clock.uptime(), and the time since the reading before. */
interface Moment {
  readonly uptime: Millis;
  readonly elapsed: Millis;
}

/**
 * The state of one object after a reading. Triggers once its condition has held for `sustain`.
 * @param holds undefined if the reading does not say
 */
export function evaluateLevel(
  sustain: Millis,
  before: WatchState,
  holds: boolean | undefined,
  { uptime, elapsed }: Moment,
): WatchState {
  if (holds === undefined) {
    return before.since === undefined ? before : { ...before, unknown: before.unknown + elapsed };
  }
  if (!holds) return AT_REST;
  const since = sinceOf(before, uptime, elapsed);
  const triggered = before.triggered || uptime - since + POLL_JITTER >= sustain;
  if (since === before.since && before.unknown === 0 && triggered === before.triggered) return before;
  return { triggered, ...whenTriggered(before), since, unknown: 0 };
}

/** Since when it holds: the time of a long gap does not count. */
function sinceOf({ since, unknown }: WatchState, uptime: Millis, elapsed: Millis): Millis {
  if (since === undefined) return uptime;
  return unknown === 0 ? since : since + Math.max(0, unknown + elapsed - MAX_GAP);
}

function evaluateChange(before: WatchState, holds: boolean | undefined): WatchState {
  if (holds === undefined || holds === before.last) return before;
  if (!holds) return { triggered: false, unknown: 0, last: false };
  return { triggered: before.triggered || before.last === false, ...whenTriggered(before), unknown: 0, last: true };
}

const whenTriggered = ({ triggeredAt }: WatchState) => (triggeredAt === undefined ? {} : { triggeredAt });
