import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SystemClock } from '../../src/common/clock.js';
import { readConfig } from '../../src/config/runtime-config.js';
import { DEVICE_KEY } from '../../src/database/device-key.js';
import { HUB_AUTHORITY } from '../../src/database/folder-role.js';
import { HubKeysService } from '../../src/hub/authority/hub-keys.service.js';
import { ControllerProcess, signIn, withSession } from '../support/process/controller-process.js';
import { compileSimulator } from '../support/remote-simulator/compiled.js';
import type { RecordedEvent } from '../support/remote-simulator/command-recorder.js';
import { BridgedMosquitto } from '../support/servers/fleet-brokers.js';
import { freePort } from '../support/servers/free-port.js';
import { Postgresql } from '../support/servers/postgresql.js';
import { sleep } from './random.js';
import { RemoteSimulatorProcess } from './simulator-process.js';

const PASSWORD = 'correct horse battery';

type Program = 'hub' | 'controller';
/** In the order in which they are started: a hub does not start without its database. */
export const PARTS = ['postgresql', 'broker', 'bridge', 'hub', 'controller'] as const;
export type Part = (typeof PARTS)[number];

/** A move of a relay by the record of the simulator; `at` is the system's monotonic clock, ms. */
export type RelayMove = Extract<RecordedEvent, { event: 'moved' }>;

interface Servers {
  readonly postgresql: Postgresql;
  readonly url: string;
  readonly brokers: BridgedMosquitto;
}

/**
 * A hub and a controller as processes that are killed and started again on their data, and the relays between them. With
 * servers there are two hubs that work at once and are asked one after the other, with their data in PostgreSQL and mosquitto as their
 * broker, and another mosquitto with a bridge to it for the site of the controller, which are killed and started again too.
 */
export class FleetProcesses {
  readonly #folders: Readonly<Record<Program, string>>;
  readonly #log: string;
  readonly #simulator: RemoteSimulatorProcess;
  readonly #driver: string;
  readonly #running: Partial<Record<Program, ControllerProcess>> = {};
  #servers: Servers | undefined;
  #isClosed = false;
  /** True once two hubs work at once, which are started again by themselves. */
  #areTwo = false;
  readonly #hubs = new Set<ControllerProcess>();
  /** The addresses of the hubs that are ready. */
  readonly #urls = new Map<ControllerProcess, string>();
  #asked = 0;
  #hubKills = 0;
  #fleetPort = 0;
  #token = '';
  #session = '';
  #url = '';

  constructor(
    folder: string,
    private readonly withServers = false,
  ) {
    this.#folders = { hub: join(folder, 'hub'), controller: join(folder, 'controller') };
    for (const each of Object.values(this.#folders)) mkdirSync(each);
    this.#log = join(folder, 'moves.log');
    const { program, driver } = compileSimulator(folder);
    this.#driver = driver;
    this.#simulator = new RemoteSimulatorProcess(program, this.#folders.controller, this.#log);
  }

  /** Starts all of them and lets the controller join; answers its id once the hub knows its outlets. */
  async begin(): Promise<string> {
    await this.#simulator.ready();
    this.#fleetPort = await freePort();
    if (this.withServers) {
      const postgresql = await Postgresql.start();
      this.#servers = { postgresql, url: await postgresql.newUrl(), brokers: await BridgedMosquitto.make() };
    }
    await this.start('hub');
    await this.#configureServers();
    this.#session = (await signIn(this.#url, PASSWORD)).token;
    const enrolment = await this.send('POST', '/api/fleet/enrolments', { site: 'north', accept: true });
    this.#token = String(enrolment?.body['token']);
    await this.start('controller');
    for (;;) {
      const [pdu] = ((await this.send('GET', '/api/fleet/pdus'))?.body['items'] ?? []) as {
        readonly id: string;
        readonly outlets: number | null;
      }[];
      if (pdu?.outlets) return pdu.id;
      await sleep(200);
    }
  }

  async start(part: Part): Promise<void> {
    if (part === 'postgresql') return this.#servers?.postgresql.restart();
    if (part === 'broker') return this.#servers?.brokers.ofHub.run();
    if (part === 'bridge') return this.#servers?.brokers.ofSite.run();
    if (part === 'hub' && this.#areTwo) {
      while (this.#urls.size === 0) await sleep(20);
      return;
    }
    const own: Readonly<Record<string, string>> =
      part === 'hub'
        ? { ...this.#hubEnvironment(), RACKFEED_FLEET_HOST: '127.0.0.1' }
        : {
            RACKFEED_DRIVER: this.#driver,
            RACKFEED_HUB: `127.0.0.1:${this.#fleetPort}`,
            RACKFEED_HUB_TOKEN: this.#token,
          };
    const environment = { RACKFEED_DATA_DIR: this.#folders[part], RACKFEED_ADMIN_PASSWORD: PASSWORD, ...own };
    const started = new ControllerProcess(environment);
    this.#running[part] = started;
    const url = await started.ready();
    if (part === 'hub') this.#url = url;
  }

  async kill(part: Part): Promise<void> {
    if (part === 'postgresql') await this.#servers?.postgresql.kill();
    else if (part === 'broker') await this.#servers?.brokers.ofHub.kill();
    else if (part === 'bridge') await this.#servers?.brokers.ofSite.kill();
    else if (part === 'hub' && this.#areTwo) await this.#killHubs();
    else {
      if (part === 'hub') this.#url = '';
      await this.#running[part]?.kill('SIGKILL');
    }
  }

  /** Asks the hub; undefined when it has died first. */
  async send(method: string, path: string, body?: object, key?: string) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    try {
      const urls = [...this.#urls.values()];
      const url = urls[this.#asked++ % Math.max(1, urls.length)] ?? this.#url;
      return await withSession(url, this.#session).send(method, path, body, headers);
    } catch {
      return undefined;
    }
  }

  /** All moves so far, in their order. */
  get moves(): RelayMove[] {
    const lines = readFileSync(this.#log, 'utf8').split('\n').filter(Boolean);
    return lines
      .map((line) => JSON.parse(line) as RecordedEvent)
      .filter((each): each is RelayMove => each.event === 'moved');
  }

  /** The log of a program since its last start, for a failure that nobody can explain without it. */
  saidBy(part: Program): string {
    const programs = part === 'hub' && this.#areTwo ? [...this.#hubs] : [this.#running[part]];
    return programs.map((program) => `${program?.stdout ?? ''}${program?.stderr ?? ''}`).join('');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const hub of this.#hubs) await hub.kill('SIGKILL');
    await Promise.all([this.kill('hub'), this.kill('controller')]);
    await this.#servers?.brokers.stop();
    await this.#servers?.postgresql.stop();
    this.#simulator.stop();
  }

  #hubEnvironment(): Record<string, string> {
    const servers: Record<string, string> = this.#servers
      ? { RACKFEED_DATABASE_URL: this.#servers.url, RACKFEED_FLEET_BROKER: this.#servers.brokers.addresses }
      : {};
    return {
      RACKFEED_ROLE: 'hub',
      RACKFEED_FLEET_PORT: String(this.#fleetPort),
      RACKFEED_SUPERVISOR: 'container',
      ...servers,
    };
  }

  /** The broker gets its certificate of the authority that the hub has made, which a second hub needs too. */
  async #configureServers(): Promise<void> {
    if (!this.#servers) return;
    const config = readConfig({ ...this.#hubEnvironment(), RACKFEED_DATA_DIR: this.#folders.hub });
    const { authority } = await HubKeysService.stored(config, new SystemClock());
    await this.#servers.brokers.configure(authority, []);
    await this.#servers.brokers.run();
    const second = `${this.#folders.hub}-2`;
    mkdirSync(second);
    for (const file of [HUB_AUTHORITY, DEVICE_KEY]) copyFileSync(join(this.#folders.hub, file), join(second, file));
    const first = this.#running.hub;
    if (first) void this.#supervise(this.#environmentOf(this.#folders.hub), first, this.#url);
    void this.#supervise({ ...this.#environmentOf(second), RACKFEED_FLEET_PORT: String(await freePort()) });
    this.#areTwo = true;
    while (this.#urls.size < 2) await sleep(20);
  }

  /** One hub after the other, and each fourth time both. */
  async #killHubs(): Promise<void> {
    const place = this.#hubKills++;
    const hubs = [...this.#urls.keys()];
    const killed = place % 4 === 3 ? hubs : hubs.slice(0, 1); // the first has been there for longest
    for (const hub of killed) this.#urls.delete(hub);
    await Promise.all(killed.map((hub) => hub.kill('SIGKILL')));
  }

  /** Starts a hub again whenever it has ended, as systemd does; those that are ready are asked. */
  async #supervise(environment: Record<string, string>, running?: ControllerProcess, url?: string): Promise<void> {
    for (let hub = running; !this.#isClosed; hub = undefined) {
      const current = hub ?? new ControllerProcess(environment);
      this.#hubs.add(current);
      if (hub && url !== undefined) this.#urls.set(hub, url);
      else {
        void current.ready().then(
          (at) => this.#urls.set(current, at),
          () => undefined,
        );
      }
      await current.ended;
      this.#hubs.delete(current);
      this.#urls.delete(current);
      await sleep(500);
    }
  }

  #environmentOf(folder: string): Record<string, string> {
    const own = { RACKFEED_DATA_DIR: folder, RACKFEED_ADMIN_PASSWORD: PASSWORD, RACKFEED_FLEET_HOST: '127.0.0.1' };
    return { ...own, ...this.#hubEnvironment() };
  }
}
