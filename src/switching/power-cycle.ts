import type { AuditRecord } from '../audit/audit-log.service.js';
import type { Cause } from '../common/cause.js';
import { POLL_JITTER, type Millis } from '../common/clock.js';
import type { OnOff, Seconds } from '../common/units.js';

/** A relay's own setting of its off time in a reboot. */
export interface RebootTime {
  readonly customRebootTimeEnabled: boolean;
  readonly customRebootTime: Seconds;
}

/** The time for which a relay stays off in a reboot. */
export const offSeconds = (own: RebootTime, globalRebootTime: Seconds): Seconds =>
  own.customRebootTimeEnabled ? own.customRebootTime : globalRebootTime;

/** A relay that is to turn on, and its wait: from its OFF in a reboot, else from the command. */
export interface StaggeredStep {
  /** Outlet id or relay output id. */
  readonly relay: string;
  readonly wait: Millis;
}

/** Relays that one command turns on one after another. */
export interface SequenceCommand {
  /** The sequence's name in the {@link PendingStep} of each relay, also after a restart. */
  readonly name: string;
  readonly relays: readonly string[];
  /** Shortest time between two of them turning on, even when they are late. */
  readonly delay: Seconds;
  readonly cause: Cause;
  /** The audit record of the command as a whole, stored together with the steps. */
  readonly auditRecord?: AuditRecord;
  /** Returns the steps; called when the commands before this one have ended. */
  readonly steps: (isOn: (relay: string) => boolean) => readonly StaggeredStep[];
}

/** The pending ON of a relay. */
export interface PendingStep {
  /** Name of the relay's sequence. */
  readonly sequence: string | undefined;
  /** True if the relay is, or is about to be, turned off for it. */
  readonly isReboot: boolean;
  /** Time until the relay turns on; 0 when that is due. */
  readonly left: Millis;
}

/** The values of `rebootStatus` in the API. */
export type RebootStatus = 'none' | 'pendingOff' | 'pendingOn';

/** Relays that turn on one after another, no two of them closer together than `gap`. */
export interface Sequence {
  readonly name: string;
  readonly gap: Millis;
}

/** A relay that is to turn on later. A reboot turns it off first; in a power-up it only waits for its step. */
export interface PowerCycle extends StaggeredStep {
  readonly kind: 'reboot' | 'powerUp';
  /** pendingOff: the OFF has not been sent to the relay; pendingOn: it has, or was not needed. */
  readonly phase: 'pendingOff' | 'pendingOn';
  /** Clock.uptime() of the next move. */
  readonly due: Millis;
  /** Consecutive failed moves. */
  readonly failures: number;
  readonly sequence?: Sequence | undefined;
  readonly cause: Cause;
}

const MAX_BACKOFF: Millis = 60_000;

/** The members that all cycles of a command have in common. */
type Common = Pick<PowerCycle, 'sequence' | 'cause'>;

/** A new reboot: a relay that is off already waits for its ON at once. */
export const newReboot = (step: StaggeredStep, state: OnOff | undefined, uptime: Millis, common: Common): PowerCycle =>
  state === 'OFF'
    ? { ...common, ...step, kind: 'reboot', phase: 'pendingOn', due: uptime + step.wait, failures: 0 }
    : { ...common, ...step, kind: 'reboot', phase: 'pendingOff', due: uptime, failures: 0 };

/** A new power-up: the relay waits for its step, whatever its state. */
export const newPowerUp = (step: StaggeredStep, uptime: Millis, common: Common): PowerCycle => ({
  ...common,
  ...step,
  kind: 'powerUp',
  phase: 'pendingOn',
  due: uptime + step.wait,
  failures: 0,
});

/** The due move, or undefined while there is none. */
export function moveOf({ phase, due }: PowerCycle, uptime: Millis): OnOff | undefined {
  if (uptime + POLL_JITTER < due) return undefined;
  return phase === 'pendingOff' ? 'OFF' : 'ON';
}

/** True when the sequence, whose last member turned on at `last`, allows the next step. */
export const isStepAllowed = ({ gap }: Sequence, last: Millis | undefined, uptime: Millis): boolean =>
  last === undefined || uptime + POLL_JITTER >= last + gap;

/** The cycle after the OFF, also after one that failed: whatever the relay does, its ON ends the cycle. */
export const afterOff = (cycle: PowerCycle, at: Millis): PowerCycle => ({
  ...cycle,
  phase: 'pendingOn',
  due: at + cycle.wait,
  failures: 0,
});

/**
 * Cycles in the order of their steps; late members of a sequence are spaced by its gap.
 *
 * @param free the earliest time of each sequence's next step
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

/** The cycles to delay because a member of their sequence has turned on at `at`, before and after the delay. */
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

/** The cycle after a failed move, which is repeated after 2, 4, 8 … 60 seconds, for as long as it takes. */
export const afterFailure = (cycle: PowerCycle, uptime: Millis): PowerCycle => ({
  ...cycle,
  due: uptime + Math.min(2 ** (cycle.failures + 1) * 1000, MAX_BACKOFF),
  failures: cycle.failures + 1,
});

/** Time left until a wall-clock moment: 0 when it has passed, never more than the whole wait (a clock set back). */
export const timeLeft = (dueAt: Millis, wait: Millis, now: Millis): Millis => Math.min(Math.max(dueAt - now, 0), wait);

/** Time until the relay turns on: 0 when it is due, the whole off time before the OFF. */
export const timeToOn = ({ phase, wait, due }: PowerCycle, uptime: Millis): Millis =>
  phase === 'pendingOff' ? wait : Math.max(due - uptime, 0);

/**
 * The status according to the reading, not the phase: `pendingOn` as of the snapshot that shows the relay off, and
 * `none` as of the one that shows it on again.
 *
 * @param handled the relay is being switched at this moment
 */
export function rebootStatus(cycle: PowerCycle, state: OnOff | undefined, handled: boolean): RebootStatus {
  if (cycle.kind === 'powerUp') return 'none';
  if (cycle.phase === 'pendingOff') return state === 'OFF' ? 'pendingOn' : 'pendingOff';
  return handled && state === 'ON' ? 'none' : 'pendingOn';
}
