import type { Clock } from '../../../common/clock.js';
import type { PointName } from '../../profiles/point-names.js';
import type { Problems, Shape } from '../../profiles/shape.js';
import type { LinkProfile, PointProfile } from '../../profiles/wiring.js';
import type { TimeLimits } from '../time-limits.js';
import type { PointValues } from './point-values.js';
import type { WiredPoint } from './wired-point.js';

/** A connection to points: a bus, an agent, a chip. It stores its readings in the values it was made with. */
export interface Link {
  /** Reads every point once. A device that does not answer keeps no other from being read; never rejects. */
  refresh(): Promise<void>;
  /**
   * Switches a relay once and reads it back. Rejects when the device has not acknowledged; a command is never repeated.
   *
   * @param assertInTime throws once the caller is about to get the error of a command that took too long. It is called right
   * before the command is sent, after everything that the command has waited for: a relay never moves late.
   */
  write(point: WiredPoint, on: boolean, assertInTime: () => void): Promise<void>;
  /** Disconnects. Never moves a relay. */
  close(): Promise<void>;
}

/** The objects a link works with, besides its profile and points. */
export interface LinkOptions {
  readonly values: PointValues;
  readonly clock: Clock;
  readonly limits: TimeLimits;
}

/** One kind of bus: the keys of its links and points in a profile, and its links. A row of `drivers/buses.ts`. */
export interface Bus<L extends LinkProfile = LinkProfile, P extends PointProfile = PointProfile> {
  /** The kind of its links in a profile, and its name for RACKFEED_DRIVER. */
  readonly kind: string;
  readonly linkKeys: Readonly<Record<Exclude<keyof L, keyof LinkProfile>, Shape>>;
  /** The keys of a link that others may see. Those left out, such as secrets, are masked. */
  readonly shownKeys: readonly string[];
  /** The keys of a point besides those that every point has. */
  readonly pointKeys: Readonly<Record<Exclude<keyof P, keyof PointProfile>, Shape>>;
  /** True for a point that is one bit and not a number on the wire. */
  isBit(point: P): boolean;
  /** Checks of several keys of a link together. */
  linkProblems(link: L, at: string): Problems;
  /** Checks of a point against what it names. */
  pointProblems(point: P, name: PointName, at: string): Problems;
  connect(link: L, points: readonly WiredPoint<P>[], options: LinkOptions): Link;
}
