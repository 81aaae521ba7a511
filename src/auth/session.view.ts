import { unixSeconds, type Clock } from '../common/clock.js';
import { wallTime, type Session } from './sessions/session.js';

/** A place where a user is signed in. */
export class SessionView {
  /** Names the session; it is not its token. */
  id: string;
  /** Where the sign-in came from. */
  address: string;
  /** Program that signed in, as it calls itself. */
  agent: string;
  /** Unix time of the sign-in, s. */
  created: number;
  /** Unix time of the newest request, s. */
  lastSeen: number;
  /** Time since the sign-in, s. */
  age: number;
  /** True for the session that asks. */
  current: boolean;
}

export const sessionView = (session: Session, asking: string | undefined, clock: Clock): SessionView => ({
  id: session.id,
  address: session.address,
  agent: session.agent,
  created: unixSeconds(wallTime(session.createdAt, clock)),
  lastSeen: unixSeconds(wallTime(session.seenAt, clock)),
  age: Math.floor((clock.uptime() - session.createdAt) / 1000),
  current: session.id === asking,
});
