import type { Millis } from '../../kernel/clock.js';
import type { Armed, ArmedChange, ArmedLevel, Limit, Watch } from './armed.js';
import type { Frame } from './frame.js';
import { ticksBeyond } from './rule-engine.js';
import { AT_REST, type TriggerState } from './trigger-state.js';

/** How it stands with one thing. */
export interface WatchExplained {
  readonly watch: Watch;
  readonly value: number | undefined;
  /** How far the value is from the limit; negative beyond it. */
  readonly distance: number | undefined;
  /** Whether what the event waits for is so now; undefined while that is not known. */
  readonly holds: boolean | undefined;
  readonly triggered: boolean;
  readonly ticksBeyond: number;
  readonly waitsFor: string;
}

export const explainWatches = (armed: ArmedLevel | ArmedChange, state: TriggerState, frame: Frame): WatchExplained[] =>
  armed.watches.map((watch, place) => {
    const { triggered, ...rest } = state.watches[place] ?? AT_REST;
    const known = !armed.measured || frame.now.fresh;
    const holds = known ? watch.holds(frame) : undefined;
    const value = known ? watch.measure?.(frame) : undefined;
    const ticks = ticksBeyond({ triggered, ...rest }, frame.now.uptime);
    const limit = armed.kind === 'level' ? armed.limit : undefined;
    return {
      watch,
      value,
      distance: value === undefined || !limit ? undefined : distanceOf(value, limit),
      holds,
      triggered,
      ticksBeyond: ticks,
      waitsFor: waitsFor(armed, { triggered, holds, ticks }),
    };
  });

const distanceOf = (value: number, { limit, direction }: Limit): number =>
  direction === 'below' ? value - limit : limit - value;

function waitsFor(
  armed: ArmedLevel | ArmedChange,
  { triggered, holds, ticks }: { triggered: boolean; holds: boolean | undefined; ticks: number },
): string {
  if (holds === undefined) return 'a reading: there is none now, which neither triggers nor resets it';
  const condition = armed.kind === 'level' && armed.limit ? inWords(armed.limit) : 'the state that it names';
  if (triggered) return `the end of ${condition}; then it can trigger again`;
  if (armed.kind === 'change') return holds ? `the state to end and to come again` : condition;
  return holds ? `${Math.max(0, armed.sustain / 1000 - ticks)} s more of ${condition}` : condition;
}

const BEYOND = { above: 'above', below: 'below', reached: 'of at least' } as const;

const inWords = ({ label, unit, limit, direction }: Limit): string =>
  `${label} ${BEYOND[direction]} ${limit}${unit === '' ? '' : ` ${unit}`}`;

/** Wall clock of the next time that a schedule fires. */
export function nextTime(armed: Armed, state: TriggerState, { now }: Frame): Millis | undefined {
  if (state.due === undefined) return undefined;
  if (armed.kind === 'calendar') return state.due;
  return armed.kind === 'interval' ? now.takenAt + (state.due - now.uptime) : undefined;
}
