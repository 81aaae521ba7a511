import type { CallerAt } from './access.js';

/** Who or what moves something: written into the audit log beside what was done. */
export interface Cause {
  readonly kind: 'session' | 'token' | 'basic' | 'action' | 'schedule' | 'coldStart' | 'powerCycle' | 'system';
  /** A user name, an event's name, or the part of the controller. */
  readonly who: string;
  readonly userId?: string;
  readonly address?: string;
}

export const causeOf = (caller: CallerAt): Cause => ({
  kind: caller.credential.kind,
  who: caller.username,
  userId: caller.userId,
  address: caller.address,
});
