import type { Cause } from '../../common/cause.js';
import type { ApiError } from '../../common/errors.js';
import type { OnOff } from '../../common/units.js';

/** A command to a relay that is about to be carried out. */
export interface SwitchRequest {
  /** Outlet id or relay output id. */
  readonly relay: string;
  readonly command: OnOff | 'REBOOT';
  /** Id of the entry of the audit log that led to it, where the relays of a command differ in that. */
  readonly entry?: number | undefined;
}

/** Throws the refusal of the first request that may not be carried out. Runs before anything is stored or moved. */
export type SwitchCheck = (requests: readonly SwitchRequest[], cause: Cause) => void;

/** The outcome of one relay of a switching. */
export interface SwitchOutcome {
  /** Outlet id or relay output id. */
  readonly id: string;
  /** HARDWARE_SILENT or RELAY_FAULT; absent when the relay has followed. */
  readonly error?: ApiError | undefined;
}

/** Throws the error of the first relay that has not followed. */
export function assertSwitched(outcomes: readonly SwitchOutcome[]): void {
  const failed = outcomes.find(({ error }) => error);
  if (failed?.error) throw failed.error;
}
