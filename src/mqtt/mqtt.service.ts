import { Injectable, Logger } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { Access } from '../common/access.js';
import type { JsonObject } from '../common/body.js';
import { Clock, type Millis } from '../common/clock.js';
import { Mutex } from '../common/mutex.js';
import { errorMessage } from '../common/text.js';
import { ProtocolServers, type ProtocolServer, type ProtocolServerState } from '../protocols/protocol-servers.js';
import { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import { parseChange } from '../settings/conf.change.js';
import { isSettingKey, settingRow } from '../settings/setting-value.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { MqttClient } from './mqtt-client.js';
import type { MqttStatus } from './mqtt-status.js';
import type { MqttTestView } from './mqtt.view.js';

/** Time without a connection after which it is a fault of the controller. */
const FAULT_AFTER: Millis = 60_000;

const NO_BROKER: MqttTestView = {
  ok: false,
  steps: [{ step: 'address', ok: false, milliseconds: 0, detail: 'Enter the broker.' }],
};

/** The client of the MQTT broker as its settings want it; its code is loaded when it is first switched on or tested. */
@Injectable()
export class MqttService implements ProtocolServer {
  readonly #logger = new Logger('MQTT');
  readonly #traffic = new ProtocolTraffic();
  readonly #mutex = new Mutex();
  readonly #off: MqttStatus;
  #client: MqttClient | undefined;
  #problem: string | undefined;
  #isStopping = false;

  constructor(
    servers: ProtocolServers,
    private readonly settings: SettingsStore,
    private readonly loader: LazyModuleLoader,
    private readonly clock: Clock,
  ) {
    this.#off = {
      state: 'off',
      since: clock.now(),
      protocol: undefined,
      reason: undefined,
      lostAt: undefined,
      sent: 0,
      dropped: 0,
      commands: new Map(),
      outbox: 0,
    };
    servers.add('mqtt', this);
  }

  /** True once MQTT was switched on or tested. */
  get isLoaded(): boolean {
    return this.#client !== undefined;
  }

  get status(): MqttStatus {
    return this.#client?.status ?? this.#off;
  }

  state(): ProtocolServerState {
    const enabled = this.settings.get('mqttEnabled');
    const isConnected = this.status.state === 'connected';
    return {
      enabled,
      port: isConnected ? this.settings.get('mqttPort') : undefined,
      problem: enabled ? (this.#problem ?? this.#lasting()) : undefined,
      warning: enabled && isConnected ? this.#warning() : undefined,
      traffic: this.#traffic,
    };
  }

  /** The reason why it is not connected, once that has lasted. */
  #lasting(): string | undefined {
    const { lostAt, reason } = this.status;
    if (lostAt === undefined || this.clock.uptime() - lostAt < FAULT_AFTER) return undefined;
    return `MQTT has been without its broker for more than a minute: ${reason ?? 'It does not answer.'}`;
  }

  #warning(): string | undefined {
    const isPlain = !this.settings.get('mqttTls') && this.settings.get('mqttPassword') !== '';
    if (isPlain) return 'MQTT sends its password without TLS: whoever can read the network can read it.';
    return this.status.reason;
  }

  adjust(): Promise<void> {
    return this.#mutex.run(async () => {
      if (this.#isStopping) return;
      try {
        if (this.settings.get('mqttEnabled') || this.#client) await (await this.#loaded()).adjust();
        this.#problem = undefined;
      } catch (error) {
        this.#problem = `MQTT cannot be used: ${errorMessage(error)}`;
        this.#logger.error(error);
      }
    });
  }

  onTick(uptime: Millis): void {
    this.#client?.onTick(uptime);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#client?.stop();
  }

  /**
   * Tests a connection with the stored settings, in which those of the body stand instead. Throws 422 for values that
   * cannot be stored either, so that a stored password never goes elsewhere.
   */
  async test(body: JsonObject, access: Access): Promise<MqttTestView> {
    const own = Object.entries(body).filter(([key]) => isSettingKey(key) && settingRow(key).group === 'mqtt');
    const change = own.length > 0 ? parseChange(Object.fromEntries(own), access) : {};
    this.settings.assertAcceptable(change, access);
    const values = { ...this.settings.values, ...change };
    if (values.mqttHost === '') return NO_BROKER;
    return (await this.#loaded()).test(values);
  }

  async #loaded(): Promise<MqttClient> {
    if (this.#client) return this.#client;
    const { MqttClient, MqttClientModule } = await import('./mqtt-client.module.js');
    const module = await this.loader.load(() => MqttClientModule, { logger: false });
    const client = module.get(MqttClient, { strict: false });
    client.countInto(this.#traffic);
    return (this.#client = client);
  }
}
