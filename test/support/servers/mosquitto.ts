/** Debian's mosquitto as the broker of a controller under test, with the access list that docs/mqtt.md recommends. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type IClientPublishOptions, type MqttClient } from 'mqtt';
import { MOSQUITTO_PATH } from '../process/programs.js';
import { eventually } from '../time/time-limits.js';
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

/** A retained message, or one that has come. */
export interface Seen {
  readonly topic: string;
  readonly payload: string;
}

export class Mosquitto {
  readonly authority = new Authority();
  readonly #folder = mkdtempSync(join(tmpdir(), 'rackfeed-mosquitto-'));
  #process: ChildProcess | undefined;
  readonly #clients: MqttClient[] = [];

  private constructor(
    readonly port: number,
    private readonly options: MosquittoOptions,
  ) {}

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

  /** Starts the broker, again after {@link kill}. It has forgotten everything. */
  async run(): Promise<void> {
    const child = spawn(MOSQUITTO_PATH, ['-c', join(this.#folder, 'mosquitto.conf')], { stdio: 'ignore' });
    this.#process = child;
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`mosquitto has ended with ${child.exitCode}.`);
      return this.#listens();
    });
  }

  /** Ends the broker as a crash would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Makes the broker stand still, with all its connections. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.end(true);
    this.resume();
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Publishes by mosquitto_pub. */
  publish(topic: string, payload: string, ...argv: string[]): void {
    execFileSync('mosquitto_pub', [...this.#credentials(HA_USER), '-q', '1', '-t', topic, '-m', payload, ...argv]);
  }

  /** The retained messages below a topic filter, by mosquitto_sub. */
  retained(filter = '#'): ReadonlyMap<string, string> {
    const argv = [...this.#credentials(HA_USER), '--retained-only', '-W', '2', '-F', '%j', '-t', filter];
    let lines: string;
    try {
      lines = execFileSync('mosquitto_sub', argv, {
        encoding: 'utf8',
        maxBuffer: 1e8,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch (error) {
      lines = (error as { stdout: string }).stdout; // its status is that of the time limit
    }
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
  async watch(filter = '#'): Promise<Watch> {
    const client = await this.client();
    const watch = new Watch(client);
    await client.subscribeAsync(filter, { qos: 1, rap: true, rh: 0 });
    return watch;
  }

  get path(): string {
    return this.#folder;
  }

  #credentials({ name, password }: typeof HA_USER): string[] {
    return ['-h', '127.0.0.1', '-p', String(this.port), '-u', name, '-P', password];
  }

  #listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connectTcp(this.port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }

  #configure(): void {
    const { tls, needsCertificate, serial = '1000036', lines = [] } = this.options;
    const path = (name: string): string => join(this.#folder, name);
    const write = (name: string, ...text: string[]): void => {
      writeFileSync(path(name), `${text.join('\n')}\n`, { mode: 0o600 });
    };
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

  constructor(readonly client: MqttClient) {
    client.on('message', (topic, bytes, { retain, properties }) => {
      const payload = bytes.toString();
      this.all.push({ topic, payload, retain, correlationData: properties?.correlationData });
      this.newest.set(topic, payload);
    });
  }

  /** The payloads of a topic, oldest first. */
  of(topic: string): string[] {
    return this.all.filter((each) => each.topic === topic).map(({ payload }) => payload);
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
