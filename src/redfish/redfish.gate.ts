import { Injectable, Logger } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import type { Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { errorMessage } from '../common/text.js';
import { Mutex } from '../common/mutex.js';
import { ProtocolServers, type ProtocolServer, type ProtocolServerState } from '../protocols/protocol-servers.js';
import { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import { SettingsStore } from '../settings/settings.store.js';
import { HttpsServerService } from '../tls/https-server.service.js';
import type { EventCounters } from './events/event-counters.js';
import type { EventPush } from './events/event-push.service.js';
import type { EventStreams } from './events/event-stream.service.js';
import type { RedfishService } from './redfish.service.js';
import type { Tested } from './redfish.view.js';
import { STANDARD_ROLES } from './role-ids.js';

/** The parts that send events; they are there once Redfish was switched on. */
export interface EventParts {
  readonly counters: EventCounters;
  readonly push: EventPush;
  readonly streams: EventStreams;
}

/**
 * Hands requests below `/redfish` to the Redfish service while that is switched on; its code is loaded then. While it is
 * off they go on to the pages, which answer that there is nothing.
 */
@Injectable()
export class RedfishGate implements ProtocolServer {
  readonly #logger = new Logger('Redfish');
  readonly #traffic = new ProtocolTraffic();
  readonly #mutex = new Mutex();
  #service: RedfishService | undefined;
  #events: EventParts | undefined;
  #problem: string | undefined;
  #retryAt: Millis = 0;

  constructor(
    servers: ProtocolServers,
    private readonly settings: SettingsStore,
    private readonly https: HttpsServerService,
    private readonly loader: LazyModuleLoader,
  ) {
    servers.add('redfish', this);
    settings.addCheck((change, after, access) => {
      if (change.redfishEnabled && !after.webSslEnabled) {
        throw new ApiError('REDFISH_NEEDS_HTTPS').at('redfishEnabled');
      }
      // The roles that these settings name cannot be changed, and the controller gives them their permissions.
      const chosen = Object.values(STANDARD_ROLES).find((key) => after[key] !== settings.get(key));
      if (chosen !== undefined && !access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY').at(chosen);
    });
  }

  /** Answers a request, or hands it on. */
  readonly use = (request: Request, response: Response, next: NextFunction): void => {
    if (!this.#service || !this.settings.get('redfishEnabled')) next();
    else void this.#service.handle(request, response, this.#traffic);
  };

  get events(): EventParts | undefined {
    return this.#events;
  }

  /** Sends a test event to each subscriber that is not suspended. Throws REDFISH_OFF while Redfish is off. */
  async testEvents(): Promise<readonly Tested[]> {
    if (!this.#events || !this.settings.get('redfishEnabled')) throw new ApiError('REDFISH_OFF');
    return this.#events.push.test();
  }

  state(): ProtocolServerState {
    const enabled = this.settings.get('redfishEnabled');
    const { enabled: wantsHttps, port, trouble } = this.https.state;
    // At a start, and after it was switched on, HTTPS first makes its certificate.
    const isWithout = port === undefined && (!wantsHttps || trouble !== undefined);
    return {
      enabled,
      port: enabled && this.#service ? port : undefined,
      problem: enabled ? (this.#problem ?? (isWithout ? NO_HTTPS : undefined)) : undefined,
      traffic: this.#traffic,
    };
  }

  adjust(): Promise<void> {
    return this.#mutex.run(async () => {
      if (!this.settings.get('redfishEnabled')) {
        this.#events?.streams.endAll();
        await this.#events?.push.giveUp();
        return;
      }
      await this.https.adjust();
      if (this.#service) return;
      try {
        this.#service = await this.#load();
        this.#problem = undefined;
        this.#logger.log('Redfish is on.');
      } catch (error) {
        this.#problem = `Redfish could not be started: ${errorMessage(error)}.`;
        this.#logger.error(this.#problem);
      }
    });
  }

  onTick(uptime: Millis): void {
    if (this.#problem === undefined || uptime < this.#retryAt) return;
    this.#retryAt = uptime + RETRY_DELAY;
    void this.adjust();
  }

  async stop(): Promise<void> {
    this.#events?.streams.endAll(); // requests in progress are answered; HTTPS closes their connections
    await this.#events?.push.close();
  }

  async #load(): Promise<RedfishService> {
    const { EventCounters, EventPush, EventStreams, RedfishService, RedfishServiceModule, StandardRoles } =
      await import('./redfish-service.module.js');
    const module = await this.loader.load(() => RedfishServiceModule, { logger: false });
    await module.get(StandardRoles, { strict: false }).provide();
    this.#events = {
      counters: module.get(EventCounters, { strict: false }),
      push: module.get(EventPush, { strict: false }),
      streams: module.get(EventStreams, { strict: false }),
    };
    await this.#events.push.load();
    return module.get(RedfishService, { strict: false });
  }
}

const RETRY_DELAY: Millis = 30_000;
const NO_HTTPS = 'Redfish is served over HTTPS only, and HTTPS does not listen.';
