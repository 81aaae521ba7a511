import type { Cause } from '../kernel/cause.js';
import type { OnOff } from '../kernel/units.js';

/** What a relay is about to be told. */
export interface SwitchRequest {
  /** Outlet id or relay output id. */
  readonly relay: string;
  readonly command: OnOff | 'REBOOT';
}

/** Throws the refusal of the first request that may not be carried out. Asked before anything is stored or moved. */
export type SwitchCheck = (requests: readonly SwitchRequest[], cause: Cause) => void;
