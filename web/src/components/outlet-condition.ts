import type { LiveOf } from '../live/live-store.js';

type Outlet = Pick<LiveOf<'outlets'>, 'state' | 'rebootStatus' | 'relayHealth' | 'voltageDetection' | 'circuitVoltage'>;
type Bank = Pick<LiveOf<'banks'>, 'circuitBreakerClosed'>;

/** The condition of an outlet, from its relay and from the circuit that feeds it. */
export type OutletCondition =
  'on' | 'off' | 'tripped' | 'noPower' | 'relayFault' | 'pendingOff' | 'pendingOn' | 'unknown';

/** The voltage in V below which no connected device runs. */
export const NO_MAINS = 20;

/**
 * @param bank absent if the role may not see banks; the voltage of the circuit then shows a dead circuit
 * A relay is not faulty if its circuit has no voltage, although then it has none at its output either.
 */
export function conditionOf(outlet: Outlet | undefined, bank: Bank | undefined): OutletCondition {
  if (!outlet) return 'unknown';
  const { state, rebootStatus, relayHealth, circuitVoltage } = outlet;
  if (bank?.circuitBreakerClosed === false) return 'tripped';
  const hasNoVoltage = circuitVoltage !== undefined && circuitVoltage < NO_MAINS;
  if (hasNoVoltage && state !== 'OFF') return 'noPower';
  if (relayHealth === 'Failed' && rebootStatus === 'none') return 'relayFault';
  if (rebootStatus === 'pendingOff') return 'pendingOff';
  if (rebootStatus === 'pendingOn') return 'pendingOn';
  if (state === undefined) return 'unknown';
  return state === 'ON' ? 'on' : 'off';
}

export interface PowerCount {
  readonly powered: number;
  readonly unpowered: number;
  readonly off: number;
  readonly faulty: number;
  readonly unknown: number;
}

type Counted = readonly { readonly outlet: Outlet; readonly condition: OutletCondition }[];

/** The number of outlets with power. An outlet behind a tripped breaker has none, even if its relay is on. */
export function countPower(outlets: Counted): PowerCount {
  const kinds = outlets.map(kindOf);
  const count = (kind: keyof PowerCount): number => kinds.filter((each) => each === kind).length;
  return {
    powered: count('powered'),
    unpowered: count('unpowered'),
    off: count('off'),
    faulty: count('faulty'),
    unknown: count('unknown'),
  };
}

function kindOf({ outlet, condition }: Counted[number]): keyof PowerCount {
  if (condition === 'relayFault') return 'faulty';
  if (condition === 'pendingOn' || outlet.state === 'OFF') return 'off';
  if (condition === 'tripped' || condition === 'noPower') return 'unpowered';
  return condition === 'unknown' ? 'unknown' : 'powered';
}
