import type { EventEmitter } from 'node:events';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost, LazyModuleLoader } from '@nestjs/core';
import { Clock, type Millis } from '../common/clock.js';
import { errorMessage } from '../common/text.js';
import { RuntimeConfig, type HubAddress } from '../config/runtime-config.js';
import { rememberSecret } from '../logging/redaction.js';
import type { FleetAgent } from './fleet-agent.js';
import { IdentityFile } from './identity/identity-file.js';
import type { LinkStatus } from './link-status.js';

/** Time without a connection after which it is a problem: a hub that is restarted or upgraded is none. */
const PROBLEM_AFTER: Millis = 5 * 60_000;

/** The link to the hub; its code is loaded only in a controller that has one. */
@Injectable()
export class FleetLinkService implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('FleetLink');
  readonly #off: LinkStatus;
  #agent: FleetAgent | undefined;
  #starting: Promise<void> | undefined;
  #isStopping = false;

  constructor(
    private readonly config: RuntimeConfig,
    private readonly http: HttpAdapterHost,
    private readonly loader: LazyModuleLoader,
    private readonly identity: IdentityFile,
    private readonly clock: Clock,
  ) {
    this.#off = {
      state: 'off',
      since: clock.now(),
      reason: undefined,
      lostAt: undefined,
      pdu: undefined,
      site: undefined,
      certificateEnds: undefined,
      eventsWaiting: 0,
      eventsDropped: 0,
    };
  }

  /** It starts once HTTP listens, which needs a first reading of the hardware. */
  onModuleInit(): void {
    if (!this.config.hub) return;
    if (this.config.hubToken !== undefined) rememberSecret(this.config.hubToken);
    (this.http.httpAdapter.getHttpServer() as EventEmitter | undefined)?.once('listening', () => {
      this.#starting = this.#start();
    });
  }

  /** The hub of this controller; undefined without one. */
  get hub(): HubAddress | undefined {
    return this.config.hub;
  }

  get status(): LinkStatus {
    return this.#agent?.status ?? this.#off;
  }

  /** The reason why there is no link, once that has lasted; undefined in a controller without a hub. */
  get trouble(): string | undefined {
    const { lostAt, reason, state } = this.status;
    if (lostAt === undefined || this.clock.uptime() - lostAt < PROBLEM_AFTER) return undefined;
    return reason ?? (state === 'pending' ? 'The PDU waits to be accepted at the hub.' : 'The hub does not answer.');
  }

  /** Resolves when the link works by itself, or could not be started. */
  async started(): Promise<FleetAgent | undefined> {
    await this.#starting;
    return this.#agent;
  }

  /** Forgets who this PDU is in the fleet, as a factory reset does. */
  async forget(): Promise<void> {
    if (this.#agent) await this.#agent.forget();
    else await this.identity.remove();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    await this.#starting;
    await this.#agent?.stop();
  }

  async #start(): Promise<void> {
    try {
      const { FleetAgent, FleetAgentModule } = await import('./fleet-agent.module.js');
      const module = await this.loader.load(() => FleetAgentModule, { logger: false });
      const agent = module.get(FleetAgent, { strict: false });
      if (this.#isStopping) return;
      await agent.start();
      this.#agent = agent;
    } catch (error) {
      this.#logger.error(`The link to the hub could not be started: ${errorMessage(error)}`);
    }
  }
}
