import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { CalendarRule } from '../../kernel/calendar.js';
import type { Armed, ArmedLevel, Limit, Watch } from '../engine/armed.js';
import type { Frame, Metered } from '../engine/frame.js';
import { SECONDS_PAST, type EventParam } from './param.js';
import { kilowattHours, type Direction, type Quantity } from './quantities.js';
import { always, type EventRow, type Params } from './row.js';
import { has, select, selectPort, type Found, type Things } from './things.js';

/** A measurement beyond a limit for so many seconds. Fires once on the way out. */
export const threshold = <R>(
  code: number,
  name: string,
  things: Things<R>,
  quantity: Quantity,
  direction: Direction,
  reading: (thing: R) => number | undefined,
): EventRow => ({
  code,
  name,
  params: [things.param, quantity.param, SECONDS_PAST],
  fits: has(things),
  arm: ([which, limit, seconds], model) =>
    beyond(
      { label: quantity.label, unit: quantity.unit, limit: Number(limit), direction },
      Number(seconds),
      select(things, which, model),
      (thing) => reading(thing),
    ),
});

/** Energy since the last reset of the counter above a limit. Fires once until the counter is reset. */
export const accumulation = <R extends Metered>(code: number, name: string, things: Things<R>): EventRow => ({
  code,
  name,
  params: [things.param, kilowattHours.param],
  fits: has(things),
  arm: ([which, limit], model) =>
    beyond(
      { label: kilowattHours.label, unit: kilowattHours.unit, limit: Number(limit), direction: 'above' },
      0,
      select(things, which, model),
      (thing, frame) => frame.energyOf(thing),
    ),
});

function beyond<R>(
  limit: Limit,
  seconds: number,
  found: readonly Found<R>[],
  reading: (thing: R, frame: Frame) => number | undefined,
): ArmedLevel {
  const watches = found.map(({ object, read }): Watch => {
    const measure = (frame: Frame): number | undefined => {
      const thing = read(frame.now);
      return thing === undefined ? undefined : reading(thing, frame);
    };
    return { object, measure, holds: (frame) => isBeyond(measure(frame), limit) };
  });
  return { kind: 'level', sustain: seconds * 1000, measured: true, watches, limit };
}

/** Strictly; a value that is no number is not known. */
function isBeyond(value: number | undefined, { limit, direction }: Limit): boolean | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return direction === 'above' ? value > limit : value < limit;
}

/** What a code that looks at a word asks: by the parameters, of a reading. */
type Ask<R> = (params: Params) => (thing: R, frame: Frame) => boolean | undefined;

interface Looked<R> {
  readonly things: Things<R>;
  /** Those that the parameters name. */
  readonly chosen: (params: Params, model: PduModel) => readonly Found<R>[];
}

/** Every thing of the kind that the first parameter names. */
export const named = <R>(things: Things<R>): Looked<R> => ({
  things,
  chosen: ([which], model) => select(things, which, model),
});
/** What is on the port that the first parameter names. */
export const onPort = <R>(things: Things<R>): Looked<R> => ({
  things,
  chosen: ([port], model) => selectPort(things, port, model),
});

/** A reading that has a given word, for so many seconds where a third parameter says so. */
export const state = <R>(
  code: number,
  name: string,
  { things, chosen }: Looked<R>,
  params: readonly EventParam[],
  ask: Ask<R>,
): EventRow => ({
  code,
  name,
  params: [things.param, ...params],
  fits: has(things),
  arm: (given, model) => ({
    kind: 'level',
    sustain: params.includes(SECONDS_PAST) ? Number(given[2]) * 1000 : 0,
    measured: true,
    watches: watchesOf(chosen(given, model), ask(given)),
  }),
});

/** A reading that comes to have a given word. */
export const change = <R>(
  code: number,
  name: string,
  { things, chosen }: Looked<R>,
  params: readonly EventParam[],
  ask: Ask<R>,
): EventRow => ({
  code,
  name,
  params: [things.param, ...params],
  fits: has(things),
  arm: (given, model) => ({ kind: 'change', measured: true, watches: watchesOf(chosen(given, model), ask(given)) }),
});

export const watchesOf = <R>(
  found: readonly Found<R>[],
  holds: (thing: R, frame: Frame) => boolean | undefined,
): Watch[] =>
  found.map(({ object, read }) => ({
    object,
    holds: (frame) => {
      const thing = read(frame.now);
      return thing === undefined ? undefined : holds(thing, frame);
    },
  }));

/** A moment of the calendar, in the device's time zone. */
export const schedule = (
  code: number,
  name: string,
  params: readonly EventParam[],
  rule: (params: Params) => CalendarRule,
): EventRow => ({
  code,
  name,
  params,
  fits: always,
  arm: (given): Armed => ({ kind: 'calendar', rule: rule(given) }),
});
