import type { Millis } from '../common/clock.js';

/**
 * The states of the link. `enrolling`: the hub does not know this PDU yet; `pending`: somebody must accept it at the hub;
 * `refused`: the hub or its certificate is not what it must be, or it does not admit this PDU.
 */
export const LINK_STATES = [
  'off',
  'enrolling',
  'pending',
  'connecting',
  'connected',
  'refused',
  'unreachable',
] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** The link to the hub as it is now. */
export interface LinkStatus {
  readonly state: LinkState;
  /** Wall clock of the beginning of the state. */
  readonly since: Millis;
  /** The last problem, as a sentence; undefined while there is none. */
  readonly reason: string | undefined;
  /** Clock.uptime() since which it has been without a connection; undefined while it has one or needs none. */
  readonly lostAt: Millis | undefined;
  /** The id of this PDU in the fleet; undefined before it is enrolled. */
  readonly pdu: string | undefined;
  readonly site: string | undefined;
  /** Wall clock of the end of its certificate. */
  readonly certificateEnds: Millis | undefined;
  /** Events that the hub has not stored yet. */
  readonly eventsWaiting: number;
  /** Events that were given up since the start. */
  readonly eventsDropped: number;
}
