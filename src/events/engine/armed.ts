import type { FiringObjectKind } from '../../actions/firing.js';
import type { CalendarRule } from '../../kernel/calendar.js';
import type { Millis } from '../../kernel/clock.js';
import type { Frame } from './frame.js';

/** The thing an event watches. */
export interface EventObject {
  readonly kind: FiringObjectKind;
  readonly id: string;
  /** In words a person knows: "bank 1200578". */
  readonly name: string;
}

/** One thing that an event watches, by itself. */
export interface Watch {
  readonly object: EventObject;
  /** Whether what the event waits for is so now; undefined when that is not known. */
  readonly holds: (frame: Frame) => boolean | undefined;
  /** The measurement behind it, in the unit of the limit. */
  readonly measure?: (frame: Frame) => number | undefined;
  /** What is to be said of it, where that is more than its name. */
  readonly detail?: (frame: Frame) => string | undefined;
}

/** The limit of a measured event. */
export interface Limit {
  /** What is measured: "current". */
  readonly label: string;
  readonly unit: string;
  readonly limit: number;
  /** Strictly beyond it, or at it: `reached` for what is counted. */
  readonly direction: 'above' | 'below' | 'reached';
}

/** Holds for a while: triggers once when it has held for `sustain`. */
export interface ArmedLevel {
  readonly kind: 'level';
  readonly sustain: Millis;
  /** Where it rests on the snapshot's measurements: nothing is known of it while the hardware is silent. */
  readonly measured: boolean;
  readonly watches: readonly Watch[];
  readonly limit?: Limit;
}

/** Becomes so: triggers when it was seen not to be so and then to be so. */
export interface ArmedChange {
  readonly kind: 'change';
  readonly measured: boolean;
  readonly watches: readonly Watch[];
}

/** A moment of the calendar in the device's time zone. */
export interface ArmedCalendar {
  readonly kind: 'calendar';
  readonly rule: CalendarRule;
}

/** Every so often, by uptime. */
export interface ArmedInterval {
  readonly kind: 'interval';
  readonly every: Millis;
}

/** An event with its parameters read once: what is left to ask in each tick. */
export type Armed = ArmedLevel | ArmedChange | ArmedCalendar | ArmedInterval;

/** All that an event watches; nothing for a schedule. */
export const objectsOf = (armed: Armed): EventObject[] =>
  armed.kind === 'level' || armed.kind === 'change' ? armed.watches.map(({ object }) => object) : [];

/** What schedules are about. */
export const DEVICE: EventObject = { kind: 'system', id: 'device', name: 'this PDU' };
