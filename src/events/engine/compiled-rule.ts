import type { EventObjectKind } from '../../actions/event-occurrence.js';
import type { CalendarRule } from '../../common/calendar.js';
import type { Millis } from '../../common/clock.js';
import type { Column } from './column.js';
import type { EvaluationContext } from './evaluation-context.js';

/** The object an event watches. */
export interface EventObject {
  readonly kind: EventObjectKind;
  readonly id: string;
  /** In words a person knows: "bank 1200578". */
  readonly name: string;
}

/** One object that an event watches, by itself. */
export interface Watch {
  readonly object: EventObject;
  /** True while the condition of the event holds, which may be its limit; undefined if that is not known. */
  readonly holds: (context: EvaluationContext, limit?: Limit) => boolean | undefined;
  /** The measurement behind it, in the unit of the limit. */
  readonly measure?: (context: EvaluationContext) => number | undefined;
  /** A description of the present case, if there is more to it than the name. */
  readonly detail?: (context: EvaluationContext) => string | undefined;
}

/** The limit of a measured event. */
export interface Limit {
  /** The name of the measure: "current". */
  readonly label: string;
  readonly unit: string;
  readonly limit: number;
  /** Strictly beyond it, or at it: `reached` for what is counted. */
  readonly direction: 'above' | 'below' | 'reached';
}

/** Holds for a while: triggers once when it has held for `sustain`. */
export interface CompiledLevelRule {
  readonly kind: 'level';
  readonly sustain: Millis;
  /** True if it depends on measurements: it is unknown while the hardware does not answer. */
  readonly measured: boolean;
  readonly watches: readonly Watch[];
  readonly limit?: Limit;
  /** The measurements of the watched objects, in their order; only where they are many and a limit above or below decides. */
  readonly column?: Column;
}

/** Strictly above or below a limit; a value that is no number is not known. */
export function isBeyond(value: number | undefined, { limit, direction }: Limit): boolean | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return direction === 'below' ? value < limit : value > limit;
}

/** Becomes so: triggers when it was seen not to be so and then to be so. */
export interface CompiledChangeRule {
  readonly kind: 'change';
  readonly measured: boolean;
  readonly watches: readonly Watch[];
}

/** A moment of the calendar in the device's time zone. */
export interface CompiledCalendarRule {
  readonly kind: 'calendar';
  readonly rule: CalendarRule;
}

/** Every so often, by uptime. */
export interface CompiledIntervalRule {
  readonly kind: 'interval';
  readonly every: Millis;
}

/** An event with its parameters read once: what is left to ask in each tick. */
export type CompiledRule = CompiledLevelRule | CompiledChangeRule | CompiledCalendarRule | CompiledIntervalRule;

/** All that an event watches; nothing for a schedule. */
export const watchedObjects = (compiled: CompiledRule): EventObject[] =>
  compiled.kind === 'level' || compiled.kind === 'change' ? compiled.watches.map(({ object }) => object) : [];

/** The object of schedules. */
export const DEVICE: EventObject = { kind: 'system', id: 'device', name: 'this PDU' };
