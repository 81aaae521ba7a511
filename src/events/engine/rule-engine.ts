import type { Millis } from '../../kernel/clock.js';
import type { Armed, ArmedChange, ArmedLevel, Watch } from './armed.js';
import type { Frame } from './frame.js';
import { stepCalendar, stepInterval } from './schedule.js';
import { AT_REST, type Mark, type TriggerState, type WatchState } from './trigger-state.js';

/** One trigger of an event. */
export interface Trigger {
  /** What made it trigger; undefined for a schedule. */
  readonly watch?: Watch;
  readonly heldFor?: Millis;
}

/** What became of an event in a tick in which something did. */
export interface Step {
  readonly state: TriggerState;
  /** How often it triggers now, and for what: each object that it watches has its own trigger. */
  readonly triggers: readonly Trigger[];
  /** A calendar moment (wall clock) that passed without firing, and never will. */
  readonly missed?: Millis;
}

/** Poll cycles are a second apart, give or take this. */
export const JITTER: Millis = 100;
/** One reading that is missing is bridged; of a longer silence only this much counts as time beyond. */
const BRIDGED: Millis = 2000;

/** What one event becomes after one frame; undefined when nothing changes. Pure: the same frame and state always give the same answer. */
export function step(armed: Armed, state: TriggerState, frame: Frame): Step | undefined {
  switch (armed.kind) {
    case 'level':
    case 'change':
      return stepWatches(armed, state, frame);
    case 'calendar':
      return stepCalendar(armed, state, frame);
    case 'interval':
      return stepInterval(armed, state, frame);
  }
}

/** The state of an event that begins, or goes on after a restart. */
export function beginning(armed: Armed, mark?: Mark): TriggerState {
  if (armed.kind === 'calendar' || armed.kind === 'interval') {
    return { triggered: false, watches: [], ...(mark?.lastFired !== undefined && { lastFired: mark.lastFired }) };
  }
  const watches = armed.watches.map(({ object }) =>
    mark?.triggered.includes(object.id) === true ? { ...AT_REST, triggered: true } : AT_REST,
  );
  return { triggered: watches.some(({ triggered }) => triggered), watches };
}

/**
 * The state of an event that begins while the controller runs: how things are in this frame is how they were before.
 * What holds already is counted from now on; it triggers in a later frame, never in this one.
 */
export function beginningAt(armed: Armed, state: TriggerState, frame: Frame): TriggerState {
  if (armed.kind !== 'level') return step(armed, state, frame)?.state ?? state;
  if (armed.measured && !frame.now.fresh) return state;
  const since = frame.now.uptime;
  const watches = armed.watches.map((watch) => (watch.holds(frame) === true ? { ...AT_REST, since } : AT_REST));
  return { ...state, watches };
}

/** What must survive a restart. A schedule shows `triggered` for a tick only, and keeps what fired last. */
export const markOf = (armed: Armed, state: TriggerState): Mark => ({
  triggered:
    armed.kind === 'level' || armed.kind === 'change'
      ? armed.watches.filter((_, place) => state.watches[place]?.triggered).map(({ object }) => object.id)
      : [],
  ...(state.lastFired !== undefined && { lastFired: state.lastFired }),
});

/** Whole seconds that a thing has been beyond. */
export const ticksBeyond = ({ since, unknown }: WatchState, uptime: Millis): number =>
  since === undefined ? 0 : Math.floor((uptime - since - Math.max(0, unknown - BRIDGED) + JITTER) / 1000);

function stepWatches(armed: ArmedLevel | ArmedChange, state: TriggerState, frame: Frame): Step | undefined {
  const blind = armed.measured && !frame.now.fresh;
  let watches: WatchState[] | undefined;
  const triggers: Trigger[] = [];
  for (let place = 0; place < armed.watches.length; place++) {
    const before = state.watches[place] ?? AT_REST;
    const watch = armed.watches[place] as Watch;
    const holds = blind ? undefined : watch.holds(frame);
    const after = armed.kind === 'level' ? level(armed.sustain, before, holds, frame) : change(before, holds);
    if (after === before) continue;
    (watches ??= [...state.watches])[place] = after;
    if (before.triggered || !after.triggered) continue;
    const heldFor = ticksBeyond(after, frame.now.uptime) * 1000;
    triggers.push({ watch, ...(armed.kind === 'level' && { heldFor }) });
  }
  if (!watches) return undefined;
  return { state: { ...state, triggered: watches.some(({ triggered }) => triggered), watches }, triggers };
}

function level(sustain: Millis, before: WatchState, holds: boolean | undefined, frame: Frame): WatchState {
  if (holds === undefined) {
    return before.since === undefined ? before : { ...before, unknown: before.unknown + frame.elapsed };
  }
  if (!holds) return AT_REST;
  const { uptime } = frame.now;
  const since = sinceOf(before, frame);
  const triggered = before.triggered || uptime - since + JITTER >= sustain;
  if (since === before.since && before.unknown === 0 && triggered === before.triggered) return before;
  return { triggered, since, unknown: 0 };
}

/** Since when it holds: what lies in a long silence does not count. */
function sinceOf({ since, unknown }: WatchState, { now, elapsed }: Frame): Millis {
  if (since === undefined) return now.uptime;
  return unknown === 0 ? since : since + Math.max(0, unknown + elapsed - BRIDGED);
}

function change(before: WatchState, holds: boolean | undefined): WatchState {
  if (holds === undefined || holds === before.last) return before;
  if (!holds) return { triggered: false, unknown: 0, last: false };
  return { triggered: before.triggered || before.last === false, unknown: 0, last: true };
}
