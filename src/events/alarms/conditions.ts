import type { Amps } from '../../common/units.js';
import { hasMains, isDeadCircuit } from '../../hardware/mains.js';
import type { OutletModel, PduModel } from '../../hardware/profiles/pdu-model.js';
import type { OutletReading, Readings } from '../../hardware/snapshot.js';
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

/** A current against the rating of its circuit or outlet. */
export interface Load {
  readonly current: Amps;
  readonly rated: Amps;
}

/** One condition of one object as it is in a snapshot. */
export interface Condition {
  readonly kind: ConditionKind;
  readonly object: EventObject;
  /** Undefined while that is not known. */
  readonly holds: true | undefined;
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
  /** True for an outlet whose relay has failed; undefined while it is switching. */
  readonly hasRelayFault: (outlet: OutletModel) => boolean | undefined;
  /** True for a condition that has an alarm now: a load that wavers about its limit is one alarm. */
  readonly isActive: (kind: ConditionKind, id: string) => boolean;
}

/** Every condition of this model that holds, or of which that is not known, in the model's order. */
export function conditionsOf(sources: ConditionSources): Condition[] {
  const { now, model, hasRelayFault } = sources;
  const conditions: Condition[] = [];
  const add = (kind: ConditionKind, of: 'bank' | 'inlet' | 'outlet', id: string, holds: boolean | undefined): void => {
    if (holds !== false) conditions.push({ kind, object: objectOf(of, id), holds });
  };
  for (const { id, position } of model.banks) {
    const closed = now.banks[position]?.breakerClosed;
    add('breakerTripped', 'bank', id, closed === undefined ? undefined : !closed);
  }
  for (const { id, position } of model.inlets) {
    const reading = now.inlets[position];
    const mains = reading && hasMains(reading);
    add('inletLost', 'inlet', id, mains === undefined ? undefined : !mains);
  }
  for (const outlet of model.hasOutlets ? model.outlets : []) {
    add('relayFault', 'outlet', outlet.id, hasRelayFault(outlet));
  }
  for (const bank of model.banks) {
    const isWithout = isDeadCircuit(now, model, bank);
    add('noPower', 'bank', bank.id, isWithout && unpowered(now, model, bank.id).length > 0);
  }
  addLoads(conditions, sources);
  return conditions;
}

/** The outlets of a circuit that would be on if it had power. */
export const unpowered = (now: Readings, model: PduModel, bankId: string): OutletModel[] =>
  model.hasOutlets ? model.outletsOf(bankId).filter((outlet) => isOn(now, outlet)) : [];

/** The inlets without which a circuit has no power: of a transfer switch all of them. */
export function feedsOf({ profile, inlets, banks }: PduModel, bankId: string): string[] {
  if (profile.inletConfig === 'ats') return inlets.map(({ id }) => id);
  return banks.flatMap(({ id, inletId }) => (id === bankId ? [inletId] : []));
}

const isOn = (now: Readings, { position }: OutletModel): boolean => now.outlets[position]?.state !== 'OFF';

/** Adds the load alarms of each rated circuit and of each outlet that is metered. A source that carries no load has none. */
function addLoads(conditions: Condition[], { now, model, isActive }: ConditionSources): void {
  const add = (of: 'bank' | 'inlet' | 'line' | 'outlet', id: string, current: Amps | undefined, rated: Amps): void => {
    for (const kind of ['overload', 'highLoad'] as const) {
      const { from, until } = LIMITS[kind];
      if (current === undefined) conditions.push({ kind, object: objectOf(of, id), holds: undefined });
      else if (current >= until * rated && current >= (isActive(kind, id) ? until : from) * rated)
        conditions.push({ kind, object: objectOf(of, id), load: { current, rated }, holds: true });
    }
  };
  for (const { id, position, lineIds, ratedCurrent } of model.inlets) {
    const reading = now.inlets[position];
    if (model.profile.inletConfig === 'ats' && reading?.active === false) continue;
    if (lineIds.length === 1) add('inlet', id, reading?.current, ratedCurrent);
    else lineIds.forEach((line, place) => add('line', line.id, reading?.lines[place]?.current, ratedCurrent));
  }
  for (const { id, position, breaker } of model.banks) {
    if (breaker !== undefined) add('bank', id, now.banks[position]?.current, breaker);
  }
  for (const { id, position, ratedCurrent } of model.profile.outletMetering ? model.outlets : []) {
    if (ratedCurrent !== undefined) add('outlet', id, drawnBy(now.outlets[position]), ratedCurrent);
  }
}

/** Some meters measure nothing behind an open relay: there is no current, which is not unknown. */
const drawnBy = (outlet: OutletReading | undefined): Amps | undefined =>
  outlet?.current ?? (outlet?.state === 'OFF' ? 0 : undefined);

const objectOf = (kind: 'bank' | 'inlet' | 'line' | 'outlet', id: string): EventObject => ({
  kind,
  id,
  name: `${kind} ${id}`,
});
