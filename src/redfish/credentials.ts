import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { CallerCache } from '../auth/callers/caller-cache.js';
import { changesState, isCrossSite } from '../auth/cross-site.js';
import { SessionService } from '../auth/sessions/session.service.js';
import { basicPair, bearerToken } from '../auth/strategies/authorization.js';
import type { Caller, ForwardedRequest } from '../common/access.js';
import { addressOf } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { RedfishCaller } from './protocol/provider.js';

type Sender = Pick<IncomingMessage, 'headers' | 'method' | 'socket'> & ForwardedRequest;

/** Finds the caller of a request by `X-Auth-Token`, a personal access token or HTTP Basic; cookies are ignored. */
@Injectable()
export class RedfishCredentials {
  constructor(
    private readonly callers: CallerCache,
    private readonly sessions: SessionService,
    private readonly settings: SettingsStore,
  ) {}

  /** Undefined without a valid credential. Throws TOO_MANY_ATTEMPTS and FOREIGN_ORIGIN. */
  async callerOf(request: Sender): Promise<RedfishCaller | undefined> {
    const address = addressOf(request);
    const { headers, method } = request;
    const token = headers['x-auth-token'];
    if (typeof token === 'string') {
      const caller = this.callers.ofToken({ kind: 'session', token });
      if (caller?.credential.kind !== 'session') return undefined;
      this.sessions.extend(caller.credential.id);
      return redfishCaller(caller, address, caller.credential.id);
    }
    const bearer = bearerToken(headers.authorization);
    if (bearer !== undefined) {
      const caller = this.callers.ofToken({ kind: 'token', token: bearer });
      return caller && redfishCaller(caller, address);
    }
    const pair = this.settings.get('redfishBasicAuth') === 'disabled' ? undefined : basicPair(headers.authorization);
    if (!pair) return undefined;
    // A browser keeps a password that it was asked for, and sends it along with requests of other sites.
    if (changesState(method) && isCrossSite(headers)) throw new ApiError('FOREIGN_ORIGIN');
    const offered = { kind: 'redfish', ...pair } as const;
    const caller = this.callers.find(offered) ?? (await this.callers.ofPassword(pair, address, 'redfish'));
    return caller && redfishCaller(caller, address);
  }

  /** The challenge of a 401; undefined while Basic is disabled or not to be advertised. */
  get challenge(): string | undefined {
    return this.settings.get('redfishBasicAuth') === 'enabled' ? 'Basic realm="Rackfeed"' : undefined;
  }
}

/** The caller as the audit log names it: whatever the credential, the way in is this protocol. */
export const redfishCaller = (caller: Caller, address: string, sessionId?: string): RedfishCaller =>
  Object.create(caller, {
    address: { value: address, enumerable: true },
    credential: { value: { kind: 'redfish' }, enumerable: true },
    sessionId: { value: sessionId, enumerable: true },
  }) as RedfishCaller;
