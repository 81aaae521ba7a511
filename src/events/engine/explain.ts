import type { Millis } from '../../common/clock.js';
import type { CompiledRule, CompiledChangeRule, CompiledLevelRule, Limit, Watch } from './compiled-rule.js';
import type { EvaluationContext } from './evaluation-context.js';
import { ticksBeyond } from './rule-engine.js';
import { AT_REST, type TriggerState } from './trigger-state.js';

/** The state of one object that an event watches, for its explanation. */
export interface WatchExplanation {
  readonly watch: Watch;
  readonly value: number | undefined;
  /** Distance of the value from the limit; negative beyond it. */
  readonly distance: number | undefined;
  /** True while the condition holds; undefined while that is not known. */
  readonly holds: boolean | undefined;
  readonly triggered: boolean;
  readonly ticksBeyond: number;
  readonly waitsFor: string;
}

export const explainWatches = (
  compiled: CompiledLevelRule | CompiledChangeRule,
  state: TriggerState,
  context: EvaluationContext,
): WatchExplanation[] =>
  compiled.watches.map((watch, place) => {
    const { triggered, ...rest } = state.watches[place] ?? AT_REST;
    const known = !compiled.measured || context.now.fresh;
    const limit = compiled.kind === 'level' ? compiled.limit : undefined;
    const holds = known ? watch.holds(context, limit) : undefined;
    const value = known ? watch.measure?.(context) : undefined;
    const ticks = ticksBeyond({ triggered, ...rest }, context.now.uptime);
    return {
      watch,
      value,
      distance: value === undefined || !limit ? undefined : distanceOf(value, limit),
      holds,
      triggered,
      ticksBeyond: ticks,
      waitsFor: waitsFor(compiled, { triggered, holds, ticks }),
    };
  });

const distanceOf = (value: number, { limit, direction }: Limit): number =>
  direction === 'below' ? value - limit : limit - value;

function waitsFor(
  compiled: CompiledLevelRule | CompiledChangeRule,
  { triggered, holds, ticks }: { triggered: boolean; holds: boolean | undefined; ticks: number },
): string {
  if (holds === undefined) return 'a reading: there is none now, which neither triggers nor resets it';
  const condition = compiled.kind === 'level' && compiled.limit ? inWords(compiled.limit) : 'the state that it names';
  if (triggered) return `the end of ${condition}; then it can trigger again`;
  if (compiled.kind === 'change') return holds ? `the state to end and to come again` : condition;
  return holds ? `${Math.max(0, compiled.sustain / 1000 - ticks)} s more of ${condition}` : condition;
}

const BEYOND = { above: 'above', below: 'below', reached: 'of at least' } as const;

const inWords = ({ label, unit, limit, direction }: Limit): string =>
  `${label} ${BEYOND[direction]} ${limit}${unit === '' ? '' : ` ${unit}`}`;

/** Wall clock of the next time that a schedule triggers. */
export function nextTime(compiled: CompiledRule, state: TriggerState, { now }: EvaluationContext): Millis | undefined {
  if (state.due === undefined) return undefined;
  if (compiled.kind === 'calendar') return state.due;
  return compiled.kind === 'interval' ? now.takenAt + (state.due - now.uptime) : undefined;
}
