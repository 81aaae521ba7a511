/** Debian's mosquitto as the broker of a controller under test, with the access list that docs/mqtt.md recommends. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type IClientPublishOptions, type MqttClient } from 'mqtt';
import { MOSQUITTO_PATH } from '../process/programs.js';
import { eventually, inTime, scaledTimeLimit } from '../time/time-limits.js';
import { BrokerProcess } from './broker-process.js';
import { Authority } from './certificates.js';
import { freePort } from './free-port.js';

/** The user of the controller, and one that reads and writes everything, as Home Assistant does. */
export const PDU_USER = { name: 'pdu', password: 'a word of the pdu' };
export const HA_USER = { name: 'ha', password: 'a word of the house' };

export interface MosquittoOptions {
  /** TLS with a certificate for these names; the authority is made for the broker. */
  readonly tls?: readonly string[];
  /** Clients need a certificate of the authority. */
  readonly needsCertificate?: boolean;
  readonly serial?: string;
  /** Lines of mosquitto.conf. */
  readonly lines?: readonly string[];
}

/** Time in which mosquitto_sub gets all that is retained, s. */
const RETAINED_WITHIN = Math.ceil(scaledTimeLimit(10));
/** The topic of messages that end a wait. */
const TO_ITSELF = 'test/to-itself';
/** Generous: a broker on a machine with much other work answers late. */
const PASSED_WITHIN = 60_000;

/** A retained message, or one that has come. */
export interface Seen {
  readonly topic: string;
  readonly payload: string;
}

export class Mosquitto extends BrokerProcess {
  readonly authority = new Authority();
  readonly #clients: MqttClient[] = [];
  readonly #watches: Watch[] = [];

  private constructor(
    port: number,
    private readonly options: MosquittoOptions,
  ) {
    super(port);
  }

  static async start(options: MosquittoOptions = {}): Promise<Mosquitto> {
    const broker = new Mosquitto(await freePort(), options);
    broker.#configure();
    await broker.run();
    return broker;
  }

  /** Settings of a controller that connects to it. */
  get settings() {
    return {
      mqttHost: '127.0.0.1',
      mqttPort: this.port,
      mqttTls: this.options.tls !== undefined,
      ...(this.options.tls && { mqttCaCert: this.authority.certificate }),
      mqttUsername: PDU_USER.name,
      mqttPassword: PDU_USER.password,
    };
  }

  protected command(): readonly [string, ...string[]] {
    return [MOSQUITTO_PATH, '-c', join(this.folder, 'mosquitto.conf')];
  }

  /** Starts the broker, again after {@link kill}; all watches are connected to it then. It has forgotten everything. */
  override async run(): Promise<void> {
    await super.run();
    await Promise.all(this.#watches.map((watch) => eventually(() => watch.isPassed())));
  }

  override async stop(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.end(true);
    await super.stop();
  }

  /** Publishes by mosquitto_pub. */
  publish(topic: string, payload: string, ...argv: string[]): void {
    execFileSync('mosquitto_pub', [...this.#credentials(HA_USER), '-q', '1', '-t', topic, '-m', payload, ...argv]);
  }

  /** The retained messages below a topic filter, by mosquitto_sub. */
  retained(filter = '#'): ReadonlyMap<string, string> {
    const argv = this.#credentials(HA_USER)
      .map((each) => `'${each}'`)
      .join(' ');
    // It ends at the first message that is not retained, which comes after all that are.
    const script = `mosquitto_sub ${argv} --retained-only -W ${RETAINED_WITHIN} -F %j -t "$1" -t ${TO_ITSELF} & sub=$!
      while kill -0 $sub 2> /dev/null; do mosquitto_pub ${argv} -t ${TO_ITSELF} -m ''; done; wait $sub`;
    const lines = execFileSync('sh', ['-c', script, 'sh', filter], {
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const messages = lines.split('\n').filter((line) => line !== '');
    return new Map(messages.map((line) => Object.values(pick(JSON.parse(line))) as [string, string]));
  }

  /** A client that stays connected. */
  async client(user = HA_USER, protocolVersion: 4 | 5 = 5): Promise<MqttClient> {
    const { tls, needsCertificate } = this.options;
    const client = await connectAsync(`${tls ? 'mqtts' : 'mqtt'}://127.0.0.1:${this.port}`, {
      ...(tls && { ca: this.authority.certificate }),
      ...(needsCertificate && this.authority.server('client')),
      username: user.name,
      password: user.password,
      protocolVersion,
      reconnectPeriod: 200,
    });
    client.on('error', () => undefined);
    this.#clients.push(client);
    return client;
  }

  /** Collects all messages from now on, and what is retained; the map has the newest of each topic. */
  async watch(): Promise<Watch> {
    const client = await this.client();
    const watch = new Watch(client);
    await client.subscribeAsync('#', { qos: 1, rap: true, rh: 0 });
    this.#watches.push(watch);
    return watch;
  }

  #credentials({ name, password }: typeof HA_USER): string[] {
    return ['-h', '127.0.0.1', '-p', String(this.port), '-u', name, '-P', password];
  }

  #configure(): void {
    const { tls, needsCertificate, serial = '1000036', lines = [] } = this.options;
    const path = (name: string): string => join(this.folder, name);
    const write = (name: string, ...text: string[]): string => this.write(name, `${text.join('\n')}\n`);
    if (tls) {
      const { key, cert } = this.authority.server(...tls);
      write('key.pem', key);
      write('cert.pem', cert);
      write('ca.pem', this.authority.certificate);
    }
    write('passwords', ...[PDU_USER, HA_USER].map(({ name, password }) => `${name}:${password}`));
    execFileSync('mosquitto_passwd', ['-U', path('passwords')], { stdio: 'ignore' });
    write(
      'access',
      'user pdu',
      `topic readwrite rackfeed/${serial}/#`,
      `topic readwrite homeassistant/device/rackfeed_${serial}/config`,
      'topic read homeassistant/status',
      '',
      'user ha',
      'topic readwrite #',
    );
    write(
      'mosquitto.conf',
      `listener ${this.port} 127.0.0.1`,
      ...(tls ? [`certfile ${path('cert.pem')}`, `keyfile ${path('key.pem')}`, 'tls_version tlsv1.2'] : []),
      ...(needsCertificate ? ['require_certificate true', `cafile ${path('ca.pem')}`] : []),
      'allow_anonymous false',
      `password_file ${path('passwords')}`,
      `acl_file ${path('access')}`,
      'persistence false',
      `user ${userInfo().username}`,
      'log_dest none',
      ...lines,
    );
  }
}

/** The messages that a client has seen. */
export class Watch {
  readonly all: (Seen & { readonly retain: boolean; readonly correlationData?: Buffer | undefined })[] = [];
  readonly newest = new Map<string, string>();

  /** False also for a moment after each connect: the library sends what waits before it subscribes again. */
  #isSubscribed = false;
  #sentToItself = 0;
  #onItself: (payload: string) => void = () => undefined;
  #onClose: () => void = () => undefined;

  constructor(readonly client: MqttClient) {
    client.on('packetreceive', ({ cmd }) => (this.#isSubscribed ||= cmd === 'suback'));
    client.on('close', () => {
      this.#isSubscribed = false;
      this.#onClose();
    });
    client.on('message', (topic, bytes, { retain, properties }) => {
      const payload = bytes.toString();
      if (topic === TO_ITSELF) {
        this.#onItself(payload);
        return;
      }
      this.all.push({ topic, payload, retain, correlationData: properties?.correlationData });
      this.newest.set(topic, payload);
    });
  }

  /** The payloads of a topic, oldest first. */
  of(topic: string): string[] {
    return this.all.filter((each) => each.topic === topic).map(({ payload }) => payload);
  }

  /**
   * Resolves with true when a message to itself has come, and all that the broker passed on before; with false where there
   * is no subscription, or none any more.
   */
  async isPassed(): Promise<boolean> {
    if (!this.#isSubscribed) return false;
    const number = String(++this.#sentToItself);
    const passed = new Promise<boolean>((resolve) => {
      this.#onItself = (payload) => {
        if (payload === number) resolve(true);
      };
      this.#onClose = () => resolve(false);
    });
    this.client.publish(TO_ITSELF, number, { qos: 1 });
    return inTime(passed, 'What the broker passes on', PASSED_WITHIN);
  }

  async publish(topic: string, payload: string | object, options: IClientPublishOptions = { qos: 1 }): Promise<void> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    await this.client.publishAsync(topic, text, options);
  }
}

const pick = (message: { readonly topic: string; readonly payload: unknown }): Seen => ({
  topic: message.topic,
  payload: typeof message.payload === 'string' ? message.payload : JSON.stringify(message.payload),
});
