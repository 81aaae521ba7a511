import type { LiveOf } from '../../live/live-store.js';

type Outlet = Pick<LiveOf<'outlets'>, 'state' | 'rebootStatus' | 'relayHealth' | 'voltageDetection' | 'circuitVoltage'>;
type Bank = Pick<LiveOf<'banks'>, 'circuitBreakerClosed'>;

/** How an outlet stands, judged by its relay and by the circuit behind it. */
export type OutletCondition =
  'on' | 'off' | 'tripped' | 'noPower' | 'relayFault' | 'pendingOff' | 'pendingOn' | 'unknown';

/** Below this voltage nothing that is plugged in runs, V. */
export const NO_MAINS = 20;

/**
 * @param bank absent where the role does not see banks: the voltage of the circuit tells the same then
 * A relay without voltage on its circuit is not a faulty one, although no voltage arrives behind it.
 */
export function conditionOf(outlet: Outlet | undefined, bank: Bank | undefined): OutletCondition {
  if (!outlet) return 'unknown';
  const { state, rebootStatus, relayHealth, circuitVoltage } = outlet;
  if (bank?.circuitBreakerClosed === false) return 'tripped';
  const isDark = circuitVoltage !== undefined && circuitVoltage < NO_MAINS;
  if (isDark && state !== 'OFF') return 'noPower';
  if (relayHealth === 'Failed' && rebootStatus === 'none') return 'relayFault';
  if (rebootStatus === 'pendingOff') return 'pendingOff';
  if (rebootStatus === 'pendingOn') return 'pendingOn';
  if (state === undefined) return 'unknown';
  return state === 'ON' ? 'on' : 'off';
}

export interface PowerCount {
  readonly powered: number;
  readonly dark: number;
  readonly off: number;
  readonly faulty: number;
  readonly unknown: number;
}

type Counted = readonly { readonly outlet: Outlet; readonly condition: OutletCondition }[];

/** How many outlets have power. One behind a tripped breaker has none, whatever its relay says. */
export function countPower(outlets: Counted): PowerCount {
  const kinds = outlets.map(kindOf);
  const count = (kind: keyof PowerCount): number => kinds.filter((each) => each === kind).length;
  return {
    powered: count('powered'),
    dark: count('dark'),
    off: count('off'),
    faulty: count('faulty'),
    unknown: count('unknown'),
  };
}

function kindOf({ outlet, condition }: Counted[number]): keyof PowerCount {
  if (condition === 'relayFault') return 'faulty';
  if (condition === 'pendingOn' || outlet.state === 'OFF') return 'off';
  if (condition === 'tripped' || condition === 'noPower') return 'dark';
  return condition === 'unknown' ? 'unknown' : 'powered';
}
