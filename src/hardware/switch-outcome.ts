import type { ApiError } from '../kernel/errors.js';

/** What became of one relay of a switching. */
export interface SwitchOutcome {
  /** Outlet id or relay output id. */
  readonly id: string;
  /** HARDWARE_SILENT or RELAY_FAULT; absent when the relay has followed. */
  readonly error?: ApiError | undefined;
}

/** Throws what the first relay that has not followed ended with. */
export function mustHaveFollowed(outcomes: readonly SwitchOutcome[]): void {
  const failed = outcomes.find(({ error }) => error);
  if (failed?.error) throw failed.error;
}
