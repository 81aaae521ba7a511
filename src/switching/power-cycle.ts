import type { Cause } from '../common/cause.js';
import { POLL_JITTER, type Millis } from '../common/clock.js';
import type { OnOff, Seconds } from '../common/units.js';

/** A relay's own answer to how long it stays off during a reboot. */
export interface RebootTime {
  readonly customRebootTimeEnabled: boolean;
  readonly customRebootTime: Seconds;
}

/** How long a relay stays off during a reboot. */
export const offSeconds = (own: RebootTime, globalRebootTime: Seconds): Seconds =>
  own.customRebootTimeEnabled ? own.customRebootTime : globalRebootTime;

/** A relay that is to turn on, and how long it waits for that: from its OFF in a reboot, else from the command. */
export interface StaggeredStep {
  /** Outlet id or relay output id. */
  readonly relay: string;
  readonly wait: Millis;
}

/** Relays that one command turns on one after another. */
export interface SequenceCommand {
  /** What {@link PendingStep} answers for each of the relays, also after a restart. */
  readonly name: string;
  readonly relays: readonly string[];
  /** No two of them turn on closer together, even when they are late. */
  readonly delay: Seconds;
  readonly cause: Cause;
  /** Who turns on when; asked when the commands before this one have ended. */
  readonly steps: (isOn: (relay: string) => boolean) => readonly StaggeredStep[];
}

/** What a relay waits for. */
export interface PendingStep {
  /** The name of the sequence it is a member of. */
  readonly sequence: string | undefined;
  /** It is, or is about to be, turned off for it. */
  readonly isReboot: boolean;
  /** Until it turns on; 0 when that is due. */
  readonly left: Millis;
}

/** What `rebootStatus` says on the wire. */
export type RebootStatus = 'none' | 'pendingOff' | 'pendingOn';

/** Relays that switch on one after another; no two of them closer together than `gap`. */
export interface Sequence {
  readonly name: string;
  readonly gap: Millis;
}

/** A relay that is to switch on later. A reboot switches it off first; in a power-up it only waits for its step. */
export interface PowerCycle extends StaggeredStep {
  readonly kind: 'reboot' | 'powerUp';
  /** pendingOff: the OFF has not been asked of the relay; pendingOn: it has, or was not needed. */
  readonly phase: 'pendingOff' | 'pendingOn';
  /** Clock.uptime() of the next move. */
  readonly due: Millis;
  /** Moves that failed since the last that did not. */
  readonly failures: number;
  readonly sequence?: Sequence | undefined;
  readonly cause: Cause;
}

const MAX_BACKOFF: Millis = 60_000;

/** What a command gives to each of its cycles. */
type Common = Pick<PowerCycle, 'sequence' | 'cause'>;

/** A reboot as it begins: a relay that is off already goes straight to waiting for its ON. */
export const newReboot = (step: StaggeredStep, state: OnOff | undefined, uptime: Millis, common: Common): PowerCycle =>
  state === 'OFF'
    ? { ...common, ...step, kind: 'reboot', phase: 'pendingOn', due: uptime + step.wait, failures: 0 }
    : { ...common, ...step, kind: 'reboot', phase: 'pendingOff', due: uptime, failures: 0 };

/** A relay that waits for its step, whatever its state. */
export const newPowerUp = (step: StaggeredStep, uptime: Millis, common: Common): PowerCycle => ({
  ...common,
  ...step,
  kind: 'powerUp',
  phase: 'pendingOn',
  due: uptime + step.wait,
  failures: 0,
});

/** The move that is due, or undefined while there is none. */
export function moveOf({ phase, due }: PowerCycle, uptime: Millis): OnOff | undefined {
  if (uptime + POLL_JITTER < due) return undefined;
  return phase === 'pendingOff' ? 'OFF' : 'ON';
}

/** True when the sequence, whose last member turned on at `last`, lets the next one go. */
export const isStepAllowed = ({ gap }: Sequence, last: Millis | undefined, uptime: Millis): boolean =>
  last === undefined || uptime + POLL_JITTER >= last + gap;

/** After the OFF. One that failed leads here too: whatever the relay does, its ON ends the cycle. */
export const afterOff = (cycle: PowerCycle, at: Millis): PowerCycle => ({
  ...cycle,
  phase: 'pendingOn',
  due: at + cycle.wait,
  failures: 0,
});

/**
 * Cycles in the order of their steps, the members of a sequence that are late moved apart by its gap.
 *
 * @param free when a sequence lets its next member go
 */
export function spaced(cycles: readonly PowerCycle[], free = new Map<string, Millis>()): PowerCycle[] {
  return cycles.map((cycle) => {
    if (!cycle.sequence) return cycle;
    const { name, gap } = cycle.sequence;
    const due = Math.max(cycle.due, free.get(name) ?? 0);
    free.set(name, due + gap);
    return { ...cycle, due };
  });
}

/** Those of the cycles that must move on because a member of their sequence has turned on at `at`, before and after. */
export function following(
  sequences: readonly Sequence[],
  at: Millis,
  cycles: readonly PowerCycle[],
): (readonly [PowerCycle, PowerCycle])[] {
  const free = new Map(sequences.map(({ name, gap }) => [name, at + gap]));
  const members = cycles
    .filter(({ phase, sequence }) => phase === 'pendingOn' && sequence && free.has(sequence.name))
    .sort((a, b) => a.due - b.due);
  const moved = spaced(members, free);
  return members.flatMap((before, place) => {
    const after = moved[place];
    return after && after.due > before.due ? [[before, after] as const] : [];
  });
}

/** After a move that failed: again after 2, 4, 8 … 60 seconds, for as long as it takes. */
export const afterFailure = (cycle: PowerCycle, uptime: Millis): PowerCycle => ({
  ...cycle,
  due: uptime + Math.min(2 ** (cycle.failures + 1) * 1000, MAX_BACKOFF),
  failures: cycle.failures + 1,
});

/** Time left to a wall-clock moment: none when it has passed, never more than the whole wait (a clock set back). */
export const timeLeft = (dueAt: Millis, wait: Millis, now: Millis): Millis => Math.min(Math.max(dueAt - now, 0), wait);

/** Until the relay switches on, none when it is due; all of the off time before the OFF. */
export const timeToOn = ({ phase, wait, due }: PowerCycle, uptime: Millis): Millis =>
  phase === 'pendingOff' ? wait : Math.max(due - uptime, 0);

/**
 * Follows the measurement, not the bookkeeping: the snapshot that shows the relay off says `pendingOn`, and the one
 * that shows it on again says `none`.
 *
 * @param handled the relay is being switched at this moment
 */
export function rebootStatus(cycle: PowerCycle, state: OnOff | undefined, handled: boolean): RebootStatus {
  if (cycle.kind === 'powerUp') return 'none';
  if (cycle.phase === 'pendingOff') return state === 'OFF' ? 'pendingOn' : 'pendingOff';
  return handled && state === 'ON' ? 'none' : 'pendingOn';
}
