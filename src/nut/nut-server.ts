import { Injectable, Logger } from '@nestjs/common';
import { createSecureContext, type SecureContext } from 'node:tls';
import { CallerCache } from '../auth/callers/caller-cache.js';
import { activeCaller } from '../auth/callers/active-caller.js';
import { Revocations } from '../auth/callers/revocations.js';
import { withAddress, type Caller, type CallerWithAddress } from '../common/access.js';
import { Clock, type Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { errorMessage } from '../common/text.js';
import { withTimeLimit } from '../common/time-limit.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { LogThrottle } from '../protocols/log-throttle.js';
import { readAccess, roleCaller } from '../protocols/role-caller.js';
import type { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import type { TcpConnection } from '../protocols/tcp-connection.js';
import { RolesService } from '../roles/roles.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { CertificatesService } from '../tls/certificates.service.js';
import { SECURE_CONTEXT } from '../tls/tls-options.js';
import { UsersService } from '../users/users.service.js';
import { NutError, wordOf, type NutOperation } from './errors.js';
import { ForcedShutdown } from './forced-shutdown.js';
import { NutConnection } from './nut-connection.js';
import { NutDevice } from './nut-device.js';
import type { NutSession } from './nut-session.js';
import { Tracking, type TrackingState } from './tracking.js';

/** Clients wait 5 s for an answer; a command that takes longer is answered before its end. */
export const ANSWER_WITHIN: Millis = 3000;

interface TrackedCommand {
  readonly operation: NutOperation;
  readonly name: string;
  readonly caller: CallerWithAddress;
  readonly isTracked: boolean;
}

/** The NUT server behind its connections: users, commands under way, hosts that have logged in, the certificate. */
@Injectable()
export class NutServer {
  readonly #logger = new Logger('NUT');
  readonly #failureLog = new LogThrottle();
  readonly #tracking = new Tracking();
  readonly #loggedIn = new Set<NutSession>();
  #context: { readonly chain: string; readonly context: SecureContext } | undefined;
  #readAccess: ReturnType<typeof readAccess> | undefined;

  constructor(
    readonly device: NutDevice,
    private readonly fsd: ForcedShutdown,
    private readonly driver: PduDriver,
    private readonly settings: SettingsStore,
    private readonly users: UsersService,
    private readonly roles: RolesService,
    private readonly callers: CallerCache,
    private readonly revocations: Revocations,
    private readonly certificates: CertificatesService,
    private readonly clock: Clock,
  ) {}

  /** Serves a connection until it is closed. */
  accept(connection: TcpConnection, traffic: ProtocolTraffic): void {
    new NutConnection(connection, this, traffic, this.clock);
  }

  get admitsAnonymous(): boolean {
    return this.settings.get('nutAnonymousRead');
  }

  get requiresTls(): boolean {
    return this.settings.get('nutRequireTls');
  }

  /** The reader behind an address that has not signed in. */
  anonymous(address: string): CallerWithAddress {
    return roleCaller(this.roles, {
      protocol: 'nut',
      address,
      roleId: () => this.settings.get('nutAnonymousRoleId'),
      withoutRole: (this.#readAccess ??= readAccess(this.driver.model)),
      name: 'anonymous',
      isAdmitted: () => this.admitsAnonymous,
    });
  }

  /** The user with this name and password, or with this name and personal access token. */
  async signIn(name: string, password: string, address: string): Promise<CallerWithAddress | undefined> {
    const caller = this.#ofToken(name, password) ?? (await this.#ofPassword(name, password, address));
    if (!caller || caller.hasEnded) return undefined;
    return withAddress(caller, address);
  }

  #ofToken(name: string, token: string): Caller | undefined {
    const owner = this.users.byToken(token);
    if (!owner || this.users.byName(name)?.id !== owner.id) return undefined;
    return activeCaller(this.users, String(owner.id), { kind: 'nut' }, this.revocations.watch('token', owner.id));
  }

  async #ofPassword(name: string, password: string, address: string): Promise<Caller | undefined> {
    try {
      return await this.callers.ofPassword({ name, password }, address, 'nut');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TOO_MANY_ATTEMPTS') return undefined;
      throw error;
    }
  }

  // ── hosts that this PDU feeds

  get logins(): readonly NutSession[] {
    return [...this.#loggedIn];
  }

  logIn(session: NutSession): void {
    this.#loggedIn.add(session);
  }

  logOut(session: NutSession): void {
    this.#loggedIn.delete(session);
  }

  async forceShutdown(caller: CallerWithAddress): Promise<void> {
    if (!this.settings.get('nutFsdAllowed') || !caller.access.isAdministrator) throw new NutError('ACCESS-DENIED');
    await this.fsd.set(caller);
    this.#logger.warn(`${caller.username} from ${caller.address} asks all monitored hosts to shut down (FSD).`);
  }

  // ── commands

  /**
   * Resolves when the command has succeeded, or after {@link ANSWER_WITHIN} with the command still under way, with its id
   * if it is tracked. Throws the refusal.
   */
  async carryOut(command: TrackedCommand, work: () => Promise<void>): Promise<string | undefined> {
    const { isTracked } = command;
    const outcome = work().then(
      () => undefined,
      (error: unknown) => this.#failed(command, error),
    );
    const word = await withTimeLimit(
      this.answerWithin,
      () => outcome,
      () => 'late' as const,
    );
    if (word !== undefined && word !== 'late') throw new NutError(word);
    if (!isTracked) return undefined;
    const id = this.#tracking.begin(this.clock.uptime(), word === 'late' ? 'PENDING' : 'SUCCESS');
    if (word === 'late') void outcome.then((failed) => this.#tracking.end(id, failed ? endOf(failed) : 'SUCCESS'));
    return id;
  }

  /** Longest time until a command is answered. */
  answerWithin = ANSWER_WITHIN;

  trackingState(id: string): TrackingState | undefined {
    return this.#tracking.stateOf(id, this.clock.uptime());
  }

  #failed({ operation, name, caller }: TrackedCommand, error: unknown) {
    const word = error instanceof NutError ? error.word : wordOf(error, operation);
    if (this.#failureLog.isDue(`${caller.userId} ${caller.address} ${word}`, this.clock.uptime())) {
      const { username, address } = caller;
      this.#logger.warn(`${operation} ${name} of ${username} from ${address} is refused: ${errorMessage(error)}`);
    }
    return word;
  }

  reportUnexpected(error: unknown): void {
    if (this.#failureLog.isDue('unexpected', this.clock.uptime())) this.#logger.error(error);
  }

  // ── TLS

  /** True if there is a certificate, which is loaded with it. */
  async canEncrypt(): Promise<boolean> {
    try {
      const { chain, key } = await this.certificates.inUse();
      if (this.#context?.chain !== chain) {
        this.#context = { chain, context: createSecureContext({ ...SECURE_CONTEXT, cert: chain, key }) };
      }
      return true;
    } catch (error) {
      this.reportUnexpected(error);
      return false;
    }
  }

  /** Set once {@link canEncrypt} has been true. */
  get secureContext(): SecureContext | undefined {
    return this.#context?.context;
  }
}

const endOf = (word: string): TrackingState =>
  word === 'INVALID-ARGUMENT' || word === 'INVALID-VALUE' ? 'ERR INVALID-ARGUMENT' : 'ERR FAILED';
