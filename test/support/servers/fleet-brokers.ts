/** Brokers beside a hub, as processes with the configuration that the hub makes for them, or that its documentation names. */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { FleetAuthority } from '../../../src/hub/authority/fleet-authority.js';
import { brokerFiles, natsFiles, revocationsOf } from '../../../src/hub/broker/broker-files.js';
import { BROKER_FILES } from '../../../src/hub/broker/broker-file-names.js';
import type { SiteBroker } from '../../../src/hub/broker/mosquitto-config.js';
import type { Pdu } from '../../../src/hub/pdus/pdu.entity.js';
import { textBlock } from '../documents.js';
import { MOSQUITTO_PATH } from '../process/programs.js';
import { BrokerProcess } from './broker-process.js';
import { FaultyTcpLink } from './faulty-links.js';
import { freePort } from './free-port.js';

export const LOOPBACK = { hosts: ['localhost'], addresses: ['127.0.0.1'] };

/** The way of messages between PDUs and a hub with a broker beside it. */
export interface FleetBroker {
  /** The broker to which the PDUs of the test connect. */
  readonly url: string;
  /** The value of RACKFEED_FLEET_BROKER. */
  readonly addresses: string;
  /** Writes all files; called again when the PDUs have changed. */
  configure(authority: FleetAuthority, pdus: readonly Pdu[]): Promise<void>;
  /** Resolves when it listens. */
  run(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Reads its files again. */
  reload(): void | Promise<void>;
  stop(): Promise<void>;
}

/** A broker that PDUs and a hub reach at its port. */
export abstract class FleetBrokerProcess extends BrokerProcess implements FleetBroker {
  get url(): string {
    return `mqtts://127.0.0.1:${this.port}`;
  }

  get addresses(): string {
    return this.url;
  }

  /** Writes all its files; called again when the PDUs have changed. */
  abstract configure(authority: FleetAuthority, pdus: readonly Pdu[]): Promise<void>;

  /** Reads its files again. */
  reload(): Promise<void> {
    this.signal('SIGHUP');
    return Promise.resolve();
  }
}

/** mosquitto with the files of `rackfeed hub broker-config`. */
export class FleetMosquitto extends FleetBrokerProcess {
  private constructor(
    port: number,
    private readonly bridge: SiteBroker | undefined,
  ) {
    super(port);
  }

  /** It does not run yet. */
  static async make(bridge?: SiteBroker): Promise<FleetMosquitto> {
    return new FleetMosquitto(await freePort(), bridge);
  }

  async configure(authority: FleetAuthority, pdus: readonly Pdu[]): Promise<void> {
    const options = { folder: this.folder, port: this.port, address: '127.0.0.1', bridge: this.bridge };
    const files = await brokerFiles(authority, { ...options, names: LOOPBACK, pdus, now: Date.now() });
    for (const [name, text] of files) this.write(name, text);
    const include = readFileSync(join(this.folder, BROKER_FILES.configuration), 'utf8');
    this.write('mosquitto.conf', `${include}\nuser ${userInfo().username}\nlog_dest stderr\n`);
  }

  /** Writes only the list of revoked certificates. */
  async revoke(authority: FleetAuthority, pdus: readonly Pdu[]): Promise<void> {
    this.write(BROKER_FILES.revocations, await revocationsOf(authority, pdus, Date.now()));
  }

  protected command(): readonly [string, ...string[]] {
    return [MOSQUITTO_PATH, '-c', join(this.folder, 'mosquitto.conf')];
  }
}

/**
 * The mosquitto of the site `north`, to which its PDUs connect, with a bridge to that of the hub over a line that can be cut.
 */
export class BridgedMosquitto implements FleetBroker {
  private constructor(
    readonly ofHub: FleetMosquitto,
    readonly line: FaultyTcpLink,
    readonly ofSite: FleetMosquitto,
  ) {}

  static async make(): Promise<BridgedMosquitto> {
    const ofHub = await FleetMosquitto.make();
    const line = await FaultyTcpLink.to(ofHub.port);
    const upstream = { host: '127.0.0.1', port: line.port };
    return new BridgedMosquitto(ofHub, line, await FleetMosquitto.make({ site: 'north', upstream }));
  }

  get url(): string {
    return this.ofSite.url;
  }

  get addresses(): string {
    return `${this.ofHub.url},north=${this.ofSite.url}`;
  }

  async configure(authority: FleetAuthority, pdus: readonly Pdu[]): Promise<void> {
    for (const broker of [this.ofHub, this.ofSite]) await broker.configure(authority, pdus);
  }

  async run(): Promise<void> {
    await this.ofHub.run();
    await this.ofSite.run();
  }

  async kill(): Promise<void> {
    await Promise.all([this.ofHub.kill(), this.ofSite.kill()]);
  }

  async reload(): Promise<void> {
    await this.ofHub.reload();
    await this.ofSite.reload();
  }

  async stop(): Promise<void> {
    await this.ofSite.stop();
    await this.line.stop();
    await this.ofHub.stop();
  }
}

/**
 * nats-server with the files of `rackfeed hub broker-config --nats` and the configuration in docs/fleet.md, which includes
 * them.
 */
export class FleetNats extends FleetBrokerProcess {
  #ownPort = 0;

  static async make(): Promise<FleetNats> {
    const broker = new FleetNats(await freePort());
    broker.#ownPort = await freePort();
    return broker;
  }

  async configure(authority: FleetAuthority, pdus: readonly Pdu[]): Promise<void> {
    const options = { folder: this.folder, port: this.port, address: '127.0.0.1' };
    const files = await natsFiles(authority, { ...options, names: LOOPBACK, pdus, now: Date.now() });
    for (const [name, text] of files) this.write(name, text);
    const placed = new Map([
      ['"127.0.0.1:4222"', `"127.0.0.1:${this.#ownPort}"`],
      ['/var/lib/nats', `${this.folder}/store`],
      ['nats-rackfeed/', ''],
    ]);
    const documented = textBlock('docs/fleet.md', 'jetstream');
    this.write(
      'nats.conf',
      [...placed].reduce((all, [from, to]) => all.replace(from, to), documented),
    );
  }

  /** A start, because version 2.9 passes no message of QoS 1 on to sessions that stood at a reload. */
  override async reload(): Promise<void> {
    await this.kill();
    await this.run();
  }

  protected command(): readonly [string, ...string[]] {
    return ['nats-server', '-c', join(this.folder, 'nats.conf')];
  }
}
