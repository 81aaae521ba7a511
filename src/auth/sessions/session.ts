import { randomBytes } from 'node:crypto';
import type { Clock, Millis } from '../../common/clock.js';
import type { SessionEntity } from '../session.entity.js';

/** Longest duration of a session: 12 hours, however busy it is. */
export const MAX_SESSION_AGE: Millis = 12 * 60 * 60 * 1000;

/**
 * A session while the controller runs. Its times are uptimes of this process, so that a jump of the wall clock neither
 * ends nor extends it.
 */
export interface Session {
  /** Public id; neither the token nor derived from it. */
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string;
  readonly address: string;
  readonly agent: string;
  /** True for a session that was opened with a personal access token and ends with it. */
  readonly byToken: boolean;
  /** Clock.uptime() of the sign-in; negative when it was before this process. */
  readonly createdAt: Millis;
  /** Clock.uptime() of the newest HTTP request. */
  seenAt: Millis;
  /** Set once the database has it. */
  stored?: true;
  /** Set when it was ended before it expired. */
  ended?: true;
}

export const newSessionId = (): string => randomBytes(12).toString('hex');

/** True once the session is too old, or without a request for longer than `idle` (0: no limit). */
export const isExpired = ({ createdAt, seenAt }: Session, uptime: Millis, idle: Millis): boolean =>
  uptime - createdAt >= MAX_SESSION_AGE || (idle > 0 && uptime - seenAt >= idle);

/** The wall clock time of an uptime, according to the present wall clock. */
export const wallTime = (at: Millis, clock: Clock): Millis => Math.round(clock.now() - (clock.uptime() - at));

/** The row of a session. */
export const toSessionEntity = (session: Session, clock: Clock): SessionEntity => ({
  id: session.id,
  tokenHash: session.tokenHash,
  userId: session.userId,
  createdAt: wallTime(session.createdAt, clock),
  lastSeenAt: wallTime(session.seenAt, clock),
  address: session.address,
  agent: session.agent,
  byToken: session.byToken,
});

/** The times of a stored session as uptimes. A time in the future (the wall clock was set back) becomes now. */
export function timesOf({ createdAt, lastSeenAt }: SessionEntity, clock: Clock): Pick<Session, 'createdAt' | 'seenAt'> {
  const silent = Math.max(0, clock.now() - lastSeenAt);
  const age = Math.max(silent, clock.now() - createdAt);
  return { createdAt: clock.uptime() - age, seenAt: clock.uptime() - silent };
}
