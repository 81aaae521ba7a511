import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock, type Millis } from '../common/clock.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import type { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import type { SettingValues } from '../settings/setting-value.js';
import { SettingsStore } from '../settings/settings.store.js';
import { UsersService } from '../users/users.service.js';
import { brokerSettings, type BrokerSettings } from './broker/broker-settings.js';
import { testConnection } from './broker/connection-test.js';
import { BrokerSession, type SessionServices } from './broker-session.js';
import { MqttCommands } from './commands/mqtt-commands.js';
import { Discovery } from './discovery/discovery.service.js';
import type { LinkStatus, MqttStatus } from './mqtt-status.js';
import type { MqttTestView } from './mqtt.view.js';
import { EventMessages } from './publishing/event-messages.js';
import { Publications } from './publishing/publications.js';
import { Outbox } from './sending/outbox.js';

const NO_BROKER = 'MQTT does not connect: enter the broker.';

/** The connection to the broker as the settings want it; one at a time. */
@Injectable()
export class MqttClient {
  readonly #services: SessionServices;
  #session: BrokerSession | undefined;
  #settings: BrokerSettings | undefined;
  #stopped: LinkStatus;
  /** Numbers of the sessions before. */
  #sent = 0;
  #dropped = 0;

  constructor(
    private readonly settings: SettingsStore,
    private readonly targets: OutboundPolicyService,
    private readonly commands: MqttCommands,
    snapshots: SnapshotStore,
    users: UsersService,
    publications: Publications,
    discovery: Discovery,
    events: EventMessages,
    private readonly clock: Clock,
    private readonly driver: PduDriver,
  ) {
    this.#services = { settings, targets, commands, snapshots, users, publications, discovery, clock };
    this.#stopped = this.#off(undefined);
    snapshots.onTick('upkeep', () => this.#session?.onSnapshot());
    events.onMessage((message) => this.#session?.onEvent(message));
  }

  /** Counts connections and commands with those of the protocol servers. */
  countInto(traffic: ProtocolTraffic): void {
    this.#services.traffic = traffic;
  }

  get status(): MqttStatus {
    const session = this.#session;
    return {
      ...(session?.status ?? this.#stopped),
      sent: this.#sent + (session?.sent ?? 0),
      dropped: this.#dropped + (session?.dropped ?? 0),
      commands: this.commands.counts,
      outbox: session?.waiting ?? 0,
    };
  }

  /** Connects, or changes the connection, as the settings want; resolves when an old connection has ended. */
  async adjust(): Promise<void> {
    const { values } = this.settings;
    const hasEnded = this.#session !== undefined;
    const wanted = values.mqttEnabled && values.mqttHost !== '' ? this.#settingsOf(values) : undefined;
    if (isDeepStrictEqual(wanted, this.#settings)) {
      this.#session?.refresh();
    } else {
      const before = this.#settings;
      await this.#end(
        before && (wanted?.host !== before.host || wanted.port !== before.port || wanted.prefix !== before.prefix),
      );
      this.#settings = wanted;
      if (wanted) this.#session = new BrokerSession(wanted, new Outbox(), this.#services);
    }
    const reason = values.mqttEnabled ? NO_BROKER : undefined;
    if (!this.#session && (hasEnded || this.#stopped.reason !== reason)) this.#stopped = this.#off(reason);
    this.#session?.onTick(this.clock.uptime());
  }

  /** Called once a second. */
  onTick(uptime: Millis): void {
    this.#session?.onTick(uptime);
  }

  /** Ends the connection, as the controller stops. */
  async stop(): Promise<void> {
    await this.#end(false);
  }

  test(values: SettingValues): Promise<MqttTestView> {
    return testConnection(this.#settingsOf(values), this.targets, this.clock);
  }

  #settingsOf(values: SettingValues): BrokerSettings {
    return brokerSettings(values, this.driver.model.profile.enclosureSerialNumber);
  }

  /** @param isLeaving the controller does not come back to these topics: they are emptied */
  async #end(isLeaving = false): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (!session) return;
    await session.end(isLeaving);
    this.#sent += session.sent;
    this.#dropped += session.dropped;
  }

  #off(reason: string | undefined): LinkStatus {
    const isOn = reason !== undefined;
    return {
      state: isOn ? 'unreachable' : 'off',
      since: this.clock.now(),
      protocol: undefined,
      reason,
      lostAt: isOn ? this.clock.uptime() : undefined,
    };
  }
}
