import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { Millis } from '../common/clock.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { guardGivenRights, type GivingSettings } from '../protocols/given-rights.js';
import { accessOfRole, readAccess } from '../protocols/role-caller.js';
import type { TcpConnection } from '../protocols/tcp-connection.js';
import { TcpListeners, type TcpListener } from '../protocols/tcp-listener.js';
import { RolesService } from '../roles/roles.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { ForcedShutdown } from './forced-shutdown.js';

const LIMITS = { total: 64, perAddress: 16 };
/** Settings that give somebody without a user something to read. */
const ANONYMOUS_READING: GivingSettings = [
  ['nutEnabled', false],
  ['nutAnonymousRead', false],
  ['nutAnonymousRoleId'],
  ['nutAllowedNetworks'],
];
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
    roles: RolesService,
    driver: PduDriver,
  ) {
    guardGivenRights(settings, {
      givenBy: ANONYMOUS_READING,
      access: ({ nutEnabled, nutAnonymousRead, nutAnonymousRoleId }) => {
        if (!nutEnabled || !nutAnonymousRead) return undefined;
        return accessOfRole(roles, nutAnonymousRoleId, readAccess(driver.model));
      },
    });
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
