import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { CalendarRule } from '../../common/calendar.js';
import { Column } from '../engine/column.js';
import {
  isBeyond,
  type CompiledRule,
  type CompiledLevelRule,
  type Limit,
  type Watch,
} from '../engine/compiled-rule.js';
import type { EvaluationContext, Metered } from '../engine/evaluation-context.js';
import { SECONDS_PAST, type EventParam } from './param.js';
import { kilowattHours, type Direction, type Quantity } from './quantities.js';
import { always, type EventRow, type Params, type RecordedMeasure } from './row.js';
import { has, select, selectPort, type ModelObject, type ModelObjects } from './model-objects.js';

/** A measurement that a reading has by itself. */
type Measure = Exclude<RecordedMeasure, 'phaseImbalance'>;
type With<M extends Measure> = Readonly<Partial<Record<M, number | undefined>>>;

/** A function for each measure: one for all, with the name as a variable, is several times slower with many outlets. */
const VALUE_OF: { readonly [M in Measure]: (reading: With<M>) => number | undefined } = {
  current: (reading) => reading.current,
  voltage: (reading) => reading.voltage,
  frequency: (reading) => reading.frequency,
  activePower: (reading) => reading.activePower,
  reactivePower: (reading) => reading.reactivePower,
  apparentPower: (reading) => reading.apparentPower,
  powerFactor: (reading) => reading.powerFactor,
  energy: (reading) => reading.energy,
  temperature: (reading) => reading.temperature,
  humidity: (reading) => reading.humidity,
};

/** A measurement beyond a limit for so many seconds. Triggers once on the way out. */
export const threshold = <M extends Measure, R extends With<M>>(
  code: number,
  name: string,
  objects: ModelObjects<R>,
  quantity: Quantity,
  direction: Direction,
  measure: M,
): EventRow => calculated(code, name, objects, quantity, direction, measure, VALUE_OF[measure]);

/** Like {@link threshold}, for a value that is calculated from a reading. */
export const calculated = <R>(
  code: number,
  name: string,
  objects: ModelObjects<R>,
  quantity: Quantity,
  direction: Direction,
  recorded: RecordedMeasure,
  reading: (object: R) => number | undefined,
): EventRow => {
  const measured = measuredOnce<R>((object) => reading(object));
  return {
    code,
    name,
    recorded,
    params: [objects.param, quantity.param, SECONDS_PAST],
    fits: has(objects),
    compile: ([which, limit, seconds], model) =>
      beyond(
        { label: quantity.label, unit: quantity.unit, limit: Number(limit), direction },
        Number(seconds),
        measured(select(objects, which, model)),
      ),
  };
};

/** Energy since the last reset of the counter above a limit. Triggers once until the counter is reset. */
export const accumulation = <R extends Metered>(code: number, name: string, objects: ModelObjects<R>): EventRow => {
  const measured = measuredOnce<R>((object, context) => context.energyOf(object));
  return {
    code,
    name,
    recorded: 'energy',
    params: [objects.param, kilowattHours.param],
    fits: has(objects),
    compile: ([which, limit], model) =>
      beyond(
        { label: kilowattHours.label, unit: kilowattHours.unit, limit: Number(limit), direction: 'above' },
        0,
        measured(select(objects, which, model)),
      ),
  };
};

const beyond = (limit: Limit, seconds: number, measured: Measured): CompiledLevelRule => {
  return { kind: 'level', sustain: seconds * 1000, measured: true, limit, ...measured };
};

type Measured = Pick<CompiledLevelRule, 'watches' | 'column'>;

/** The measurements of a list of objects; made once, as hundreds of events may watch any of ten thousand outlets. */
function measuredOnce<R>(reading: (object: R, context: EvaluationContext) => number | undefined) {
  const known = new WeakMap<readonly ModelObject<R>[], Measured>();
  return (found: readonly ModelObject<R>[]): Measured => {
    const measured = known.get(found) ?? measuredOf(found, reading);
    known.set(found, measured);
    return measured;
  };
}

function measuredOf<R>(
  found: readonly ModelObject<R>[],
  reading: (object: R, context: EvaluationContext) => number | undefined,
): Measured {
  const measures = found.map(({ read }) => (context: EvaluationContext): number | undefined => {
    const object = read(context.now);
    return object === undefined ? undefined : reading(object, context);
  });
  const watches = found.map(({ object }, place): Watch => {
    const measure = measures[place] ?? (() => undefined);
    return { object, measure, holds: (context, limit) => (limit ? isBeyond(measure(context), limit) : undefined) };
  });
  return { watches, ...(found.length > 1 && { column: new Column(measures) }) };
}

/** The condition of a code that tests a word: made from the parameters, applied to a reading. */
type Predicate<R> = (params: Params) => (object: R, context: EvaluationContext) => boolean | undefined;

interface Selection<R> {
  readonly objects: ModelObjects<R>;
  /** Those that the parameters name. */
  readonly chosen: (params: Params, model: PduModel) => readonly ModelObject<R>[];
}

/** Every object of the kind that the first parameter names. */
export const named = <R>(objects: ModelObjects<R>): Selection<R> => ({
  objects,
  chosen: ([which], model) => select(objects, which, model),
});
/** Selects the objects on the port that the first parameter names. */
export const onPort = <R>(objects: ModelObjects<R>): Selection<R> => ({
  objects,
  chosen: ([port], model) => selectPort(objects, port, model),
});

/** A reading that has a given word, for so many seconds where a third parameter says so. */
export const state = <R>(
  code: number,
  name: string,
  { objects, chosen }: Selection<R>,
  params: readonly EventParam[],
  ask: Predicate<R>,
): EventRow => ({
  code,
  name,
  params: [objects.param, ...params],
  fits: has(objects),
  compile: (given, model) => ({
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
  { objects, chosen }: Selection<R>,
  params: readonly EventParam[],
  ask: Predicate<R>,
): EventRow => ({
  code,
  name,
  params: [objects.param, ...params],
  fits: has(objects),
  compile: (given, model) => ({ kind: 'change', measured: true, watches: watchesOf(chosen(given, model), ask(given)) }),
});

export const watchesOf = <R>(
  found: readonly ModelObject<R>[],
  holds: (object: R, context: EvaluationContext) => boolean | undefined,
): Watch[] =>
  found.map(({ object, read }) => ({
    object,
    holds: (context) => {
      const object = read(context.now);
      return object === undefined ? undefined : holds(object, context);
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
  compile: (given): CompiledRule => ({ kind: 'calendar', rule: rule(given) }),
});
