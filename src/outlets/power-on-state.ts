import type { OnOff } from '../kernel/units.js';
import type { PowerOnState } from './outlet.entity.js';

/** What is known of an outlet from before the PDU lost its mains. */
export interface BeforeLoss {
  /** The state last asked of it; undefined for one that was never switched. */
  readonly intended: OnOff | undefined;
  /** A reboot was going to turn it on. */
  readonly willTurnOn: boolean;
}

/** The state an outlet takes when the PDU has mains again. */
export function stateAfterLoss(pwrOnState: PowerOnState, { intended, willTurnOn }: BeforeLoss): OnOff {
  if (pwrOnState !== 'PREV') return pwrOnState;
  return willTurnOn ? 'ON' : (intended ?? 'ON');
}
