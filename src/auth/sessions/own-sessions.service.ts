import { Injectable } from '@nestjs/common';
import type { Caller, CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { SessionService } from './session.service.js';
import { sessionView, type SessionView } from '../session.view.js';
import type { Session } from './session.js';

/** Lists and ends a user's own sessions. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly sessions: SessionService,
    private readonly clock: Clock,
  ) {}

  list(caller: Caller): SessionView[] {
    return this.sessions.ofUser(caller.userId).map((session) => this.#view(session, caller));
  }

  /** One of the caller's sessions. Throws SESSION_UNKNOWN, also for a session of another user. */
  read(id: string, caller: Caller): SessionView {
    return this.#view(this.#find(id, caller), caller);
  }

  /** Ends one of the caller's sessions. Throws SESSION_UNKNOWN, also for a session of another user. */
  async end(id: string, caller: CallerWithAddress): Promise<void> {
    await this.sessions.end([this.#find(id, caller)], 'session.signOut', causeOf(caller));
  }

  /** Ends all of the caller's sessions but that of the request. */
  async endOthers(caller: CallerWithAddress): Promise<void> {
    const others = this.sessions.ofUser(caller.userId).filter(({ id }) => id !== askingSession(caller));
    await this.sessions.end(others, 'session.signOut', causeOf(caller));
  }

  /** Ends the session of the request. Does nothing for a request with a token or with Basic, which has none. */
  async signOut(caller: CallerWithAddress): Promise<void> {
    const asking = this.sessions.ofUser(caller.userId).filter(({ id }) => id === askingSession(caller));
    await this.sessions.end(asking, 'session.signOut', causeOf(caller));
  }

  #find(id: string, caller: Caller): Session {
    const session = this.sessions.ofUser(caller.userId).find((own) => own.id === id);
    if (!session) throw new ApiError('SESSION_UNKNOWN', id);
    return session;
  }

  #view(session: Session, caller: Caller): SessionView {
    return sessionView(session, askingSession(caller), this.clock);
  }
}

const askingSession = ({ credential }: Caller): string | undefined =>
  credential.kind === 'session' ? credential.id : undefined;
