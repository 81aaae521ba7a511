import { Injectable, Logger } from '@nestjs/common';
import { SnmpEngineService, type RunningEngine } from '../actions/channels/trap/snmp-engine.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { BanksService } from '../banks/banks.service.js';
import { Clock } from '../common/clock.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { SecretBox } from '../database/secret-box.js';
import { EventsService } from '../events/events.service.js';
import { RulesService } from '../events/rules.service.js';
import { GroupsService } from '../groups/groups.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { InletsService } from '../inlets/inlets.service.js';
import { OutletCommandsService } from '../outlets/outlet-commands.service.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import { RolesService } from '../roles/roles.service.js';
import { SensorsService } from '../sensors/sensors.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { snmpSecretContext, type SnmpSecret } from '../users/accounts/snmp-settings.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { CommunityCallers } from './community-callers.js';
import { KeyStore } from './key-store.js';
import { Mib } from './mib/mib.js';
import { LogThrottle } from '../protocols/log-throttle.js';
import { SnmpAgent } from './snmp-agent.js';
import { AgentStatistics } from './statistics.js';
import { UserDirectory } from './user-directory.js';

/** Makes the agent of the services of the controller. */
@Injectable()
export class SnmpAgentFactory {
  readonly #logger = new Logger('SNMP');
  readonly #statistics = new AgentStatistics();
  readonly #failures = new LogThrottle();
  #made: { readonly engine: RunningEngine; readonly agent: SnmpAgent } | undefined;
  traffic = new ProtocolTraffic();

  constructor(
    private readonly engines: SnmpEngineService,
    private readonly audit: AuditLogService,
    private readonly box: SecretBox,
    private readonly users: UsersService,
    private readonly roles: RolesService,
    private readonly config: RuntimeConfig,
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly clock: Clock,
    private readonly settings: SettingsStore,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly sensors: SensorsService,
    private readonly outlets: OutletsService,
    private readonly outletCommands: OutletCommandsService,
    private readonly groups: GroupsService,
    private readonly events: EventsService,
    private readonly rules: RulesService,
  ) {}

  /** The agent of the present engine. Rejects while the count of its starts cannot be stored. */
  async agent(): Promise<SnmpAgent> {
    const engine = await this.engines.running();
    if (this.#made?.engine !== engine) this.#made = { engine, agent: this.#agentOf(engine) };
    return this.#made.agent;
  }

  #agentOf(engine: RunningEngine): SnmpAgent {
    const { settings, users, clock } = this;
    return new SnmpAgent({
      engine,
      clock,
      mib: this.#mib(engine),
      communities: new CommunityCallers(settings, this.roles, this.driver.model),
      users: new UserDirectory({
        users,
        keys: new KeyStore(engine, (user) => ({
          auth: this.#passphrase(user, 'snmpv3AuthPass'),
          privacy: this.#passphrase(user, 'snmpv3PrivPass'),
        })),
        minimumLevel: () => settings.get('snmpMinimumSecurity'),
        noteFailure: (user, address) => this.#noteFailure(user, address),
      }),
      statistics: this.#statistics,
      traffic: this.traffic,
    });
  }

  #mib({ id: engineId, boots: engineBoots, time }: RunningEngine): Mib {
    const statistics = this.#statistics;
    return new Mib({
      config: this.config,
      driver: this.driver,
      snapshots: this.snapshots,
      clock: this.clock,
      settings: this.settings,
      inlets: this.inlets,
      banks: this.banks,
      sensors: this.sensors,
      outlets: this.outlets,
      outletCommands: this.outletCommands,
      groups: this.groups,
      events: this.events,
      rules: this.rules,
      agent: { engineId, engineBoots, engineTime: time, counter: (name) => statistics.get(name) },
    });
  }

  /** undefined also for one that was encrypted with the key of another device. */
  #passphrase(user: Pick<UserEntity, 'id' | SnmpSecret>, secret: SnmpSecret): string | undefined {
    const encrypted = user[secret];
    if (encrypted === null) return undefined;
    try {
      return this.box.decrypt(encrypted, snmpSecretContext(user.id, secret));
    } catch {
      return undefined;
    }
  }

  /**
   * Records a wrong digest, at most once a minute for each sender. It locks no account: the address of a datagram can be
   * forged, so anybody could lock everybody out.
   */
  #noteFailure({ id, name }: { readonly id: number; readonly name: string }, address: string): void {
    this.traffic.refuse('credential');
    if (!this.#failures.isDue(address, this.clock.uptime())) return;
    const record = {
      kind: 'session.signInFailed',
      object: `user:${id}`,
      cause: { kind: 'snmp' as const, who: name, address },
      result: 'SIGN_IN_FAILED',
    };
    this.audit.record(record).catch((error: unknown) => {
      this.#logger.warn(`A wrong SNMPv3 passphrase could not be recorded: ${(error as Error).message}`);
    });
  }
}
