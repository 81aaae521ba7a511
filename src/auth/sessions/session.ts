import { randomBytes } from 'node:crypto';
import type { Clock, Millis } from '../../common/clock.js';
import type { ActiveCaller } from '../strategies/active-caller.js';
import type { SessionEntity } from '../session.entity.js';

/** 12 hours, however busy the session is. */
export const MAX_SESSION_AGE: Millis = 12 * 60 * 60 * 1000;

/**
 * A session while the controller runs. Its times are durations of this process, so that a leap of the calendar
 * neither ends it nor makes it eternal.
 */
export interface Session {
  /** Public name; not the token, nor made from it. */
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string;
  readonly address: string;
  readonly agent: string;
  /** Opened with a personal access token: ends with it. */
  readonly byToken: boolean;
  /** Clock.uptime() of the sign-in; negative when it was before this process. */
  readonly createdAt: Millis;
  /** Clock.uptime() of the newest HTTP request. */
  seenAt: Millis;
  /** Set when it was ended before its time. */
  ended?: true;
  readonly caller: ActiveCaller;
}

export const newSessionId = (): string => randomBytes(12).toString('hex');

/** True once the session is too old, or silent for longer than `idle` (0 = it may be silent). */
export const isExpired = ({ createdAt, seenAt }: Session, uptime: Millis, idle: Millis): boolean =>
  uptime - createdAt >= MAX_SESSION_AGE || (idle > 0 && uptime - seenAt >= idle);

/** When a moment of this process was, or would be, by the calendar of now. */
export const wallTime = (at: Millis, clock: Clock): Millis => Math.round(clock.now() - (clock.uptime() - at));

/** What is stored of a session. */
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

/** The times of a stored session in this process. A time that lies in the future (the calendar was set back) is now. */
export function timesOf({ createdAt, lastSeenAt }: SessionEntity, clock: Clock): Pick<Session, 'createdAt' | 'seenAt'> {
  const silent = Math.max(0, clock.now() - lastSeenAt);
  const age = Math.max(silent, clock.now() - createdAt);
  return { createdAt: clock.uptime() - age, seenAt: clock.uptime() - silent };
}
