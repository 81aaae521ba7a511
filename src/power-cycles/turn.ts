import type { Cause } from '../kernel/cause.js';
import type { Millis } from '../kernel/clock.js';
import type { Seconds } from '../kernel/units.js';

/** A relay that is to turn on, and how long it waits for that: from its OFF in a reboot, else from the command. */
export interface Turn {
  /** Outlet id or relay output id. */
  readonly relay: string;
  readonly wait: Millis;
}

/** Relays that one command turns on one after another. */
export interface SequenceCommand {
  /** What {@link TurnView} answers for each of the relays, also after a restart. */
  readonly name: string;
  readonly relays: readonly string[];
  /** No two of them turn on closer together, even when they are late. */
  readonly delay: Seconds;
  readonly cause: Cause;
  /** Who turns on when; asked when the commands before this one have ended. */
  readonly turns: (isOn: (relay: string) => boolean) => readonly Turn[];
}

/** What a relay waits for. */
export interface TurnView {
  /** The name of the sequence it is a member of. */
  readonly sequence: string | undefined;
  /** It is, or is about to be, turned off for it. */
  readonly isReboot: boolean;
  /** Until it turns on; 0 when that is due. */
  readonly left: Millis;
}
