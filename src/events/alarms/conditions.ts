import type { Amps } from '../../common/units.js';
import { hasMains, LIVE_VOLTS } from '../../hardware/mains.js';
import type { BankModel, OutletModel, PduModel } from '../../hardware/profiles/pdu-model.js';
import type { Readings } from '../../hardware/snapshot.js';
import type { EventObject } from '../engine/compiled-rule.js';

/** The conditions that make an alarm without an event; the browser has a sentence for each. */
export const CONDITION_KINDS = [
  'breakerTripped',
  'inletLost',
  'relayFault',
  'noPower',
  'overload',
  'highLoad',
] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** A current against the rating of its circuit. */
export interface Load {
  readonly current: Amps;
  readonly rated: Amps;
}

/** One condition of one object as it is in a snapshot. */
export interface Condition {
  readonly kind: ConditionKind;
  readonly object: EventObject;
  /** Undefined while that is not known. */
  readonly holds: boolean | undefined;
  /** Only of a load that is known. */
  readonly load?: Load;
}

/** The load as a share of the rating at which an alarm begins, and below which it ends. */
const LIMITS = {
  highLoad: { from: 0.8, until: 0.76 },
  overload: { from: 1, until: 0.95 },
} as const;

/** The limit of a load in A. */
export const limitOf = (kind: keyof typeof LIMITS, rated: Amps): Amps => LIMITS[kind].from * rated;

export const isLoad = (kind: ConditionKind): kind is keyof typeof LIMITS => kind in LIMITS;

export interface ConditionSources {
  readonly now: Readings;
  readonly model: PduModel;
  /** True for an outlet whose relay has not followed; undefined while it is switching. */
  readonly isRelayFailing: (outlet: OutletModel) => boolean | undefined;
  /** True for a condition that has an alarm now: a load that wavers about its limit is one alarm. */
  readonly isActive: (kind: ConditionKind, id: string) => boolean;
}

/** Every condition that this model can have, in the model's order. */
export function conditionsOf(sources: ConditionSources): Condition[] {
  const { now, model, isRelayFailing } = sources;
  const dead = new Map(model.banks.map((bank) => [bank.id, isDead(now, model, bank)]));
  return [
    ...model.banks.map(({ id, position }): Condition => {
      const closed = now.banks[position]?.breakerClosed;
      return {
        kind: 'breakerTripped',
        object: objectOf('bank', id),
        holds: closed === undefined ? undefined : !closed,
      };
    }),
    ...model.inlets.map(({ id, position }): Condition => {
      const reading = now.inlets[position];
      const mains = reading && hasMains(reading);
      return { kind: 'inletLost', object: objectOf('inlet', id), holds: mains === undefined ? undefined : !mains };
    }),
    ...(model.hasOutlets ? model.outlets : []).map((outlet): Condition => {
      const hasNoPower = dead.get(outlet.bankId) === true && isOn(now, outlet);
      const holds = hasNoPower ? false : isRelayFailing(outlet);
      return { kind: 'relayFault', object: objectOf('outlet', outlet.id), holds };
    }),
    ...model.banks.map((bank): Condition => {
      const isWithout = dead.get(bank.id);
      const holds = isWithout && unpowered(now, model, bank.id).length > 0;
      return { kind: 'noPower', object: objectOf('bank', bank.id), holds };
    }),
    ...loads(now, model).flatMap(([object, load]) => [
      ofLoad('overload', object, load, sources),
      ofLoad('highLoad', object, load, sources),
    ]),
  ];
}

/** The outlets of a circuit that would be on if it had power. */
export const unpowered = (now: Readings, { hasOutlets, outlets }: PduModel, bankId: string): OutletModel[] =>
  hasOutlets ? outlets.filter((outlet) => outlet.bankId === bankId && isOn(now, outlet)) : [];

/** The inlets without which a circuit has no power: of a transfer switch all of them. */
export function feedsOf({ profile, inlets, banks }: PduModel, bankId: string): string[] {
  if (profile.inletConfig === 'ats') return inlets.map(({ id }) => id);
  return banks.flatMap(({ id, inletId }) => (id === bankId ? [inletId] : []));
}

const isOn = (now: Readings, { position }: OutletModel): boolean => now.outlets[position]?.state !== 'OFF';

/** Some meters sit before the breaker, and go on measuring when it has tripped. */
function isDead(now: Readings, { outlets }: PduModel, { id, position }: BankModel): boolean | undefined {
  const bank = now.banks[position];
  if (bank?.breakerClosed === false) return true;
  const behind = outlets.filter(({ bankId }) => bankId === id).map((outlet) => now.outlets[outlet.position]?.voltage);
  const volts = bank?.voltage ?? behind.find((each) => each !== undefined);
  return volts === undefined ? undefined : volts < LIVE_VOLTS;
}

/** The current of each rated circuit: `none` of a source that carries no load, undefined where it is not measured. */
function loads(now: Readings, { profile, inlets, banks }: PduModel): [EventObject, Load | 'none' | undefined][] {
  const load = (current: Amps | undefined, rated: Amps): Load | undefined =>
    current === undefined ? undefined : { current, rated };
  return [
    ...inlets.flatMap(({ id, position, lineIds, ratedCurrent }): [EventObject, Load | 'none' | undefined][] => {
      const reading = now.inlets[position];
      const carries = profile.inletConfig !== 'ats' || reading?.active !== false;
      if (lineIds.length === 1) {
        return [[objectOf('inlet', id), carries ? load(reading?.current, ratedCurrent) : 'none']];
      }
      return lineIds.map((line, place) => [
        objectOf('line', line.id),
        carries ? load(reading?.lines[place]?.current, ratedCurrent) : 'none',
      ]);
    }),
    ...banks.flatMap(({ id, position, breaker }): [EventObject, Load | undefined][] =>
      breaker === undefined ? [] : [[objectOf('bank', id), load(now.banks[position]?.current, breaker)]],
    ),
  ];
}

function ofLoad(
  kind: keyof typeof LIMITS,
  object: EventObject,
  load: Load | 'none' | undefined,
  { isActive }: ConditionSources,
): Condition {
  if (load === undefined || load === 'none') return { kind, object, holds: load && false };
  const { from, until } = LIMITS[kind];
  const share = load.current / load.rated;
  return { kind, object, load, holds: isActive(kind, object.id) ? share >= until : share >= from };
}

const objectOf = (kind: 'bank' | 'inlet' | 'line' | 'outlet', id: string): EventObject => ({
  kind,
  id,
  name: `${kind} ${id}`,
});
