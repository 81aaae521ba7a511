import { unixSeconds, type Clock } from '../common/clock.js';
import { wallTime, type Session } from './sessions/session.js';

/** A session of a user. */
export class SessionView {
  /** Id of the session; not its token. */
  id: string;
  /** Address of the sign-in. */
  address: string;
  /** User-Agent of the program that signed in. */
  agent: string;
  /** Unix time of the sign-in, s. */
  created: number;
  /** Unix time of the newest request, s. */
  lastSeen: number;
  /** Time since the sign-in, s. */
  age: number;
  /** True for the session of this request. */
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
