import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Clock, type Millis } from '../common/clock.js';
import { FollowedPort } from '../common/followed-port.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { AllowedNetworks } from '../protocols/allowed-networks.js';
import { guardGivenRights } from '../protocols/given-rights.js';
import { ProtocolServers, type ProtocolServer, type ProtocolServerState } from '../protocols/protocol-servers.js';
import { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import { accessOfRole, readAccess } from '../protocols/role-caller.js';
import { RolesService } from '../roles/roles.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { UsersService } from '../users/users.service.js';
import { COMMUNITIES, isCommunityServed, writeAccess } from './community-callers.js';
import type { SnmpAgentFactory } from './snmp-agent.factory.js';
import type { UdpListener } from './udp-listener.js';

/** Keeps the SNMP agent as the settings and accounts say. Its code is loaded when it is first switched on. */
@Injectable()
export class SnmpService implements ProtocolServer, OnModuleInit {
  readonly #logger = new Logger('SNMP');
  readonly #traffic = new ProtocolTraffic();
  readonly #port: FollowedPort<UdpListener>;
  #factory: Promise<SnmpAgentFactory> | undefined;
  #networks = AllowedNetworks.parse('');

  constructor(
    private readonly settings: SettingsStore,
    private readonly users: UsersService,
    private readonly modules: ModuleRef,
    private readonly servers: ProtocolServers,
    clock: Clock,
    config: RuntimeConfig,
    roles: RolesService,
    { model }: PduDriver,
  ) {
    for (const { mayWrite, secret, role } of COMMUNITIES) {
      guardGivenRights(settings, {
        givenBy: [['snmpv12Enabled', false], [secret, ''], [role]],
        access: (after) =>
          after[secret] === ''
            ? undefined
            : accessOfRole(roles, after[role], mayWrite ? writeAccess(model) : readAccess(model)),
      });
    }
    this.#port = new FollowedPort({
      label: 'SNMP',
      host: config.host,
      clock,
      wanted: () => (this.#isWanted ? settings.get('snmpPort') : undefined),
      open: (port) => this.#open(port, config.host),
      close: (listener) => listener.close(),
    });
  }

  onModuleInit(): void {
    this.servers.add('snmp', this);
    this.users.onUserChange(() => void this.servers.adjust());
  }

  state(): ProtocolServerState {
    return {
      enabled: this.#isWanted,
      port: this.#port.port,
      problem: this.#port.problem,
      traffic: this.#traffic,
    };
  }

  async adjust(): Promise<void> {
    this.#networks = AllowedNetworks.parse(this.settings.get('snmpAllowedNetworks'));
    await this.#port.adjust();
  }

  onTick(uptime: Millis): void {
    this.#port.onTick(uptime);
  }

  stop(): Promise<void> {
    return this.#port.stop();
  }

  /** True while somebody could be answered. */
  get #isWanted(): boolean {
    if (isCommunityServed(this.settings)) return true;
    return this.users.list().some(({ snmpv3Access, enabled }) => snmpv3Access && enabled);
  }

  /** The agent is there before the port is: its count of starts is durable then. */
  async #open(port: number, host: string): Promise<UdpListener> {
    const { UdpListener: Listener } = await import('./udp-listener.js');
    const factory = await (this.#factory ??= this.#load());
    const agent = await factory.agent();
    return Listener.open(
      port,
      host,
      (octets, sender) => {
        if (this.#networks.includes(sender.address)) return agent.handle(octets, sender);
        this.#traffic.refuse('network');
        return undefined;
      },
      (error) => this.#logger.error(error),
    );
  }

  async #load(): Promise<SnmpAgentFactory> {
    const { SnmpAgentFactory: Factory } = await import('./snmp-agent.factory.js');
    const factory = await this.modules.create(Factory);
    factory.traffic = this.#traffic;
    return factory;
  }
}
