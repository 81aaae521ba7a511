import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ControllerProcess, signIn, withSession } from '../support/process/controller-process.js';
import { compileSimulator } from '../support/remote-simulator/compiled.js';
import type { RecordedEvent } from '../support/remote-simulator/command-recorder.js';
import { sleep } from './random.js';
import { freePort } from '../support/servers/free-port.js';
import { RemoteSimulatorProcess } from './simulator-process.js';

const PASSWORD = 'correct horse battery';

export type Part = 'hub' | 'controller';

/** A move of a relay by the record of the simulator; `at` is the system's monotonic clock, ms. */
export type RelayMove = Extract<RecordedEvent, { event: 'moved' }>;

/** A hub and a controller as processes that are killed and started again on their data, and the relays between them. */
export class FleetProcesses {
  readonly #folders: Readonly<Record<Part, string>>;
  readonly #log: string;
  readonly #simulator: RemoteSimulatorProcess;
  readonly #driver: string;
  readonly #running: Partial<Record<Part, ControllerProcess>> = {};
  #fleetPort = 0;
  #token = '';
  #session = '';
  #url = '';

  constructor(folder: string) {
    this.#folders = { hub: join(folder, 'hub'), controller: join(folder, 'controller') };
    for (const each of Object.values(this.#folders)) mkdirSync(each);
    this.#log = join(folder, 'moves.log');
    const { program, driver } = compileSimulator(folder);
    this.#driver = driver;
    this.#simulator = new RemoteSimulatorProcess(program, this.#folders.controller, this.#log);
  }

  /** Starts both and lets the controller join; answers its id once the hub knows its outlets. */
  async begin(): Promise<string> {
    await this.#simulator.ready();
    this.#fleetPort = await freePort();
    await this.start('hub');
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
    const own: Readonly<Record<string, string>> =
      part === 'hub'
        ? { RACKFEED_ROLE: 'hub', RACKFEED_FLEET_PORT: String(this.#fleetPort), RACKFEED_FLEET_HOST: '127.0.0.1' }
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
    await this.#running[part]?.kill('SIGKILL');
  }

  /** Asks the hub; undefined when it has died first. */
  async send(method: string, path: string, body?: object, key?: string) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    try {
      return await withSession(this.#url, this.#session).send(method, path, body, headers);
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

  async close(): Promise<void> {
    await Promise.all([this.kill('hub'), this.kill('controller')]);
    this.#simulator.stop();
  }
}
