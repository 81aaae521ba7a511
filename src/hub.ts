import type { INestApplication, LoggerService } from '@nestjs/common';
import { createApplication, loadApplication, prepareApi } from './application.js';
import type { BrokerSetup } from './common/broker-setup.js';
import { SystemClock, type Clock } from './common/clock.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import { HubLease } from './database/hub-lease.js';
import { StoredBrokerSetup } from './hub/broker/broker-setup.js';
import type { StandbyServer } from './http/standby-server.js';
import { HubModule } from './hub.module.js';

/** Loads the hub with its stored data without starting it, as `loadApp` does with a controller. Throws ConfigError. */
export const loadHub = (config: RuntimeConfig, logger: LoggerService): Promise<INestApplication> =>
  loadApplication(logger, (clock, recent) => HubModule.forRoot(config, clock, false, recent));

/** The stored data of a hub, for the files of brokers beside it. Throws ConfigError. */
export const readBrokerSetup = (config: RuntimeConfig): Promise<BrokerSetup> => StoredBrokerSetup.read(config);

export interface HubOptions {
  readonly clock?: Clock;
  /** False: no ticks except requested ones (tests). */
  readonly ticking?: boolean;
  readonly logger?: LoggerService;
  /** Opened while another hub has the database; the caller closes it. */
  readonly standby?: StandbyServer;
  /** Called when another hub has taken over the database of this one. */
  readonly onLost?: () => void;
}

/** The whole hub: its fleet port is open, its HTTP server is not listening yet. Tests run the same one. Throws ConfigError. */
export function createHub(config: RuntimeConfig, options: HubOptions = {}): Promise<INestApplication> {
  const { clock = new SystemClock(), ticking = true, logger, standby, onLost = () => undefined } = options;
  return createApplication(config, {
    clock,
    logger,
    root: (recent) => HubModule.forRoot(config, clock, ticking, recent, standby),
    prepare: (app) => {
      prepareApi(app);
      app.get(HubLease, { strict: false }).onLost(onLost);
    },
  });
}
