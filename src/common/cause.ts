import type { CallerWithAddress } from './access.js';

/** Who or what moves something: written into the audit log beside what was done. */
export interface Cause {
  readonly kind: 'session' | 'token' | 'basic' | 'action' | 'schedule' | 'coldStart' | 'powerCycle' | 'system';
  /** A user name, an event's name, or the part of the controller. */
  readonly who: string;
  readonly userId?: string;
  readonly address?: string;
  /** The sender has said that a switch-off is meant: what an outlet with the protection `confirm` asks for. */
  readonly confirmed?: boolean;
}

export const causeOf = (caller: CallerWithAddress, confirmed = false): Cause => ({
  kind: caller.credential.kind,
  who: caller.username,
  userId: caller.userId,
  address: caller.address,
  ...(confirmed && { confirmed }),
});

/**
 * How a switching came about: somebody (also an automation) asks for it now; it is a half of a power cycle or a turn of
 * a sequence that was accepted before; or it is what the power-on state says after a loss of mains.
 */
export type Origin = 'command' | 'cycle' | 'coldStart';

export function originOf({ kind }: Cause): Origin {
  if (kind === 'powerCycle') return 'cycle';
  return kind === 'coldStart' ? 'coldStart' : 'command';
}
