import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Clock } from '../common/clock.js';
import { Ticks } from '../kernel/ticks.js';
import { TcpListeners } from '../protocols/tcp-listener.js';
import { SettingsStore } from '../settings/settings.store.js';
import { UsersService } from '../users/users.service.js';
import { HostKeyService } from './host-key.service.js';
import type { ShellServer } from './server.js';

/** Unauthenticated connections and sessions at once; the server itself counts them apart. */
const CONNECTIONS = { total: 36, perAddress: 36 } as const;

/** The SSH shell, a protocol server: its code is loaded when it is switched on for the first time. */
@Injectable()
export class ShellService {
  readonly #logger = new Logger('SSH');
  #server: ShellServer | undefined;

  constructor(
    listeners: TcpListeners,
    settings: SettingsStore,
    users: UsersService,
    ticks: Ticks,
    clock: Clock,
    hostKeys: HostKeyService,
    modules: ModuleRef,
  ) {
    const listener = listeners.serve('ssh', {
      label: 'SSH',
      settings: () => ({
        enabled: settings.get('sshEnabled'),
        port: settings.get('sshPort'),
        networks: settings.get('sshAllowedNetworks'),
      }),
      emptyMeans: 'all',
      limits: CONNECTIONS,
      idle: () => settings.get('sshIdleTimeout') * 1000,
      load: async () => {
        const { ShellServer } = await import('./server.js');
        const server = new ShellServer({
          services: (type) => modules.get(type, { strict: false }),
          settings,
          clock,
          hostKey: () => hostKeys.current,
          traffic: listener.traffic,
        });
        this.#server = server;
        this.#logger.log(`The host key is ${hostKeys.current.sha256}.`);
        return (connection) => server.serve(connection);
      },
    });
    ticks.onTick('upkeep', ({ uptime }) => this.#server?.onTick(uptime));
    users.onUserChange((change) => this.#server?.onUserChange(change));
  }
}
