/** A controller under test that is connected to mosquitto. */
import { setTimeout as pause } from 'node:timers/promises';
import { aPdu, type Client, type Pdu, type PduOptions } from '../app/pdu.js';
import type { Mosquitto, Watch } from '../servers/mosquitto.js';

/** Longest time of the PDU until something comes about, s: shorter than the time after which an idle session ends. */
const LONGEST_WAIT = 900;

/** The connection as the API shows it. */
export const stateOf = async (admin: Client) => (await admin.get('/api/mqtt')).body;

/** A controller, its broker, and all messages since it was connected. */
export class MqttPdu {
  private constructor(
    readonly pdu: Pdu,
    readonly admin: Client,
    readonly broker: Mosquitto,
    readonly watch: Watch,
    readonly prefix: string,
  ) {}

  /** Starts a controller, switches MQTT on as its administrator, and waits until it is online. */
  static async start(broker: Mosquitto, settings: object = {}, options: PduOptions = {}): Promise<MqttPdu> {
    const watch = await broker.watch();
    const pdu = await aPdu(options);
    const admin = await pdu.as('admin');
    const prefix = `rackfeed/${pdu.model.profile.enclosureSerialNumber}`;
    const self = new MqttPdu(pdu, admin, broker, watch, prefix);
    await self.set({ mqttEnabled: true, ...broker.settings, mqttUserId: '1', ...settings });
    await self.online();
    return self;
  }

  /** Changes settings. */
  async set(settings: object): Promise<void> {
    const { status, body } = await this.admin.post('/api/conf', settings);
    if (status !== 200) throw new Error(`Refused: ${JSON.stringify(body)}`);
  }

  /**
   * Lets seconds pass, each only once the broker has passed on what came in the second before: however slow the machine is,
   * no time limit of the PDU ends while the broker works.
   */
  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      await this.pdu.seconds(1);
      await (this.broker.answers ? this.watch.isPassed() : pause(10));
    }
  }

  /**
   * Lets seconds pass until the condition holds.
   *
   * @throws {Error} it does not hold after a quarter of an hour of the PDU
   */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (let second = 0; !(await isSo()); second++) {
      if (second === LONGEST_WAIT)
        throw new Error(`It has not come about: ${JSON.stringify(await stateOf(this.admin))}`);
      await this.seconds(1);
    }
  }

  /** Waits until the controller says that it is online, after everything else. */
  online(): Promise<void> {
    return this.until(() => this.newest('status') === 'online');
  }

  /** The newest message of a topic below the prefix. */
  newest(below: string): string | undefined {
    return this.watch.newest.get(`${this.prefix}/${below}`);
  }

  /** The topics below the prefix with a message that is not empty, without the prefix. */
  get topics(): string[] {
    return [...this.watch.newest]
      .filter(([topic, payload]) => topic.startsWith(`${this.prefix}/`) && payload !== '')
      .map(([topic]) => topic.slice(this.prefix.length + 1))
      .sort();
  }

  /** Sends a message below the prefix as Home Assistant would. */
  send(below: string, payload: string | object, options: { readonly retain?: boolean; readonly qos?: 0 | 1 | 2 } = {}) {
    return this.watch.publish(`${this.prefix}/${below}`, payload, { qos: 1, ...options });
  }

  async log(): Promise<readonly Record<string, unknown>[]> {
    return (await this.admin.get('/api/log')).body.entries;
  }

  async stop(): Promise<void> {
    await this.pdu.stop();
    this.watch.client.end(true);
  }
}
