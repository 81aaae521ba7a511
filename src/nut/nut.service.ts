import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { Millis } from '../common/clock.js';
import type { TcpConnection } from '../protocols/tcp-connection.js';
import { TcpListeners, type TcpListener } from '../protocols/tcp-listener.js';
import { SettingsStore } from '../settings/settings.store.js';
import { ForcedShutdown } from './forced-shutdown.js';

const LIMITS = { total: 64, perAddress: 16 };
/** Clients poll once a minute on a connection that they keep. */
const IDLE: Millis = 600_000;

/** The NUT server as its settings want it; the code that serves connections is loaded when it first listens. */
@Injectable()
export class NutService {
  readonly listener: TcpListener;

  constructor(
    listeners: TcpListeners,
    settings: SettingsStore,
    private readonly loader: LazyModuleLoader,
    fsd: ForcedShutdown,
  ) {
    this.listener = listeners.serve('nut', {
      label: 'NUT',
      settings: () => ({
        enabled: settings.get('nutEnabled'),
        port: settings.get('nutPort'),
        networks: settings.get('nutAllowedNetworks'),
      }),
      emptyMeans: 'all',
      limits: LIMITS,
      idle: () => IDLE,
      warning: () =>
        fsd.isSet ? 'FSD is set: every upsmon of this PDU shuts its host down until FSD is cleared.' : undefined,
      load: () => this.#load(),
    });
  }

  async #load(): Promise<(connection: TcpConnection) => void> {
    const { NutServer, NutServerModule } = await import('./nut-server.module.js');
    const module = await this.loader.load(() => NutServerModule, { logger: false });
    const server = module.get(NutServer, { strict: false });
    return (connection) => server.accept(connection, this.listener.traffic);
  }
}
