import type { CallerWithAddress, ProtocolName } from './access.js';

/** The user or automation that causes a change; the audit log records it with the change. */
export interface Cause {
  readonly kind:
    | 'session'
    | 'token'
    | 'basic'
    | ProtocolName
    | 'fleet'
    | 'action'
    | 'schedule'
    | 'coldStart'
    | 'powerCycle'
    | 'system';
  /** A user name, an event's name, or the part of the controller. */
  readonly who: string;
  readonly userId?: string;
  readonly address?: string;
  /** True when the sender has confirmed a switch-off, as an outlet with the protection `confirm` requires. */
  readonly confirmed?: boolean;
  /** The reason, in the words of the sender. */
  readonly reason?: string;
  /** Id of the entry of the audit log that led to it; absent where nothing that is recorded did. */
  readonly entry?: number | undefined;
}

/** The remarks of the sender of a command. */
export interface CommandRemarks {
  readonly confirm?: boolean;
  readonly reason?: string;
}

export const causeOf = (caller: CallerWithAddress, { confirm, reason }: CommandRemarks = {}): Cause => ({
  kind: caller.credential.kind,
  who: caller.username,
  userId: caller.userId,
  address: caller.address,
  ...(confirm && { confirmed: true }),
  ...(reason?.trim() && { reason: reason.trim() }),
});

/**
 * The origin of a switching operation: a command of a user or an automation, a step of a power cycle or sequence that
 * was accepted before, or the power-on state after a loss of mains.
 */
export type Origin = 'command' | 'cycle' | 'coldStart';

export function originOf({ kind }: Pick<Cause, 'kind'>): Origin {
  if (kind === 'powerCycle') return 'cycle';
  return kind === 'coldStart' ? 'coldStart' : 'command';
}
