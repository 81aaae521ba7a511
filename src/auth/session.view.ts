import { unixSeconds, type Clock } from '../common/clock.js';
import { wallTime, type Session } from './sessions/session.js';

/** A session of a user. */
export class SessionView {
  /** Id of the session; not its token. @example "13ef261ffb5be3400fa1714e" */
  id: string;
  /** Address of the sign-in. @example "192.0.2.20" */
  address: string;
  /** User-Agent of the program that signed in. @example "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0" */
  agent: string;
  /** Unix time of the sign-in, s. @example 1793606400 */
  created: number;
  /** Unix time of the newest request, s. @example 1793607300 */
  lastSeen: number;
  /** Time since the sign-in, s. @example 900 */
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
