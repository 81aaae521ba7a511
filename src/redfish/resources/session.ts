import { Injectable } from '@nestjs/common';
import { SessionService } from '../../auth/sessions/session.service.js';
import { wallTime, type Session } from '../../auth/sessions/session.js';
import { SignInService } from '../../auth/sign-in/sign-in.service.js';
import { CallerCache } from '../../auth/callers/caller-cache.js';
import { causeOf } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { DatabaseHealth } from '../../database/database-health.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { UsersService } from '../../users/users.service.js';
import { redfishCaller } from '../credentials.js';
import {
  collection,
  link,
  ROOT,
  type Call,
  type Created,
  type Json,
  type Provider,
  type RequestOrigin,
  type ResourceProviders,
} from '../protocol/provider.js';
import { requireMembers } from '../protocol/parameters.js';
import { baseMessage } from '../protocol/redfish-error.js';
import { integerValue, textValue, writable } from '../protocol/writable.js';
import { ENABLED, isoTime, need, unknown } from './common.js';

const SERVICE = '/SessionService';
const SESSIONS = `${SERVICE}/Sessions`;
/** The idle times that the schema allows, s. */
const TIMEOUT = { min: 30, max: 86_400 };

/** The sessions: those of the product, whichever way they were opened. */
@Injectable()
export class SessionResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly sessions: SessionService,
    private readonly signIns: SignInService,
    private readonly callers: CallerCache,
    private readonly users: UsersService,
    private readonly settings: SettingsStore,
    private readonly database: DatabaseHealth,
    private readonly clock: Clock,
  ) {
    this.providers = [
      {
        uri: SERVICE,
        type: 'SessionService',
        get: () => this.#service(),
        patch: {
          members: { SessionTimeout: writable('webIdleTimeout', integerValue(TIMEOUT)) },
          apply: async (call, { webIdleTimeout }) => {
            need(call, 'modifyNetworkSettings');
            await settings.changeAsClient({ webIdleTimeout: Number(webIdleTimeout) }, call.caller);
          },
        },
      },
      {
        uri: SESSIONS,
        type: 'SessionCollection',
        get: ({ caller }) =>
          collection(
            'Sessions',
            this.#visible(caller).map(({ id }) => `${SESSIONS}/${id}`),
          ),
        createPublicly: (body, origin) => this.#open(body, origin),
      },
      {
        uri: `${SESSIONS}/{session}`,
        type: 'Session',
        get: (call) => this.#show(this.#find(call)),
        remove: (call) => this.sessions.end([this.#find(call)], 'session.signOut', causeOf(call.caller)),
      },
    ];
  }

  #service(): Json {
    const idle = this.settings.get('webIdleTimeout');
    return {
      Id: 'SessionService',
      Name: 'Session Service',
      ServiceEnabled: true,
      ...(idle >= TIMEOUT.min && { SessionTimeout: idle }),
      Sessions: link(SESSIONS),
      Status: ENABLED,
    };
  }

  /** An administrator sees all sessions, others their own. */
  #visible({ access, userId }: Call['caller']): Session[] {
    return access.isAdministrator ? this.sessions.all() : this.sessions.ofUser(userId);
  }

  #find({ params, caller }: Call): Session {
    const session = this.sessions.all().find(({ id }) => id === params['session']);
    if (!session) throw unknown();
    if (session.userId !== caller.userId && !caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
    return session;
  }

  #show(session: Session): Json {
    return {
      Id: session.id,
      Name: `Session ${session.id}`,
      UserName: this.users.current({ id: Number(session.userId) })?.username ?? null,
      Password: null,
      CreatedTime: isoTime(wallTime(session.createdAt, this.clock)),
      ClientOriginIPAddress: session.address,
      SessionType: 'Redfish',
    };
  }

  /** Opens a session for a name and its password. */
  async #open(body: Json, { address, agent }: RequestOrigin): Promise<Created> {
    if (this.database.isSafeMode) throw new ApiError('DATABASE_LOST');
    requireMembers(body, 'UserName', 'Password');
    const text = textValue({ min: 1, max: 1000 });
    const name = text(body['UserName'], { name: 'UserName', pointer: '/UserName' });
    const password = text(body['Password'], { name: 'Password', pointer: '/Password' });
    const origin = { address, agent, byToken: false, via: 'redfish' } as const;
    const { token } = await this.signIns.withPassword({ name, password }, origin);
    const caller = this.callers.ofToken({ kind: 'session', token });
    if (caller?.credential.kind !== 'session') throw new ApiError('SIGN_IN_FAILED');
    const { id } = caller.credential;
    const own = `${ROOT}/AccountService/Accounts/${caller.userId}`;
    const isDue = this.users.current({ id: Number(caller.userId) })?.passwordChangeRequired === true;
    return {
      uri: `${ROOT}${SESSIONS}/${id}`,
      headers: { 'X-Auth-Token': token },
      caller: redfishCaller(caller, address, id),
      ...(isDue && { annotations: { '@Message.ExtendedInfo': [baseMessage('PasswordChangeRequired', [own])] } }),
    };
  }
}
