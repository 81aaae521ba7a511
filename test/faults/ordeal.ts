import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OnOff } from '../../src/kernel/units.js';
import { patient } from '../support/patience.js';
import { Chance, sleep } from './chance.js';
import { Client } from './client.js';
import { Errands } from './errands.js';
import { Lives, monotonic } from './lives.js';
import { GROUPS, LOCKED, RELAYS } from './pdu-under-test.js';
import { PlantProcess } from './plant-process.js';
import { PowerCuts, type PowerCutOptions } from './power-cuts.js';
import { Promises } from './promises.js';
import { Stall } from './stall.js';
import { Tribunal } from './tribunal.js';
import { PASSWORD, Writes } from './writes.js';

interface ShownOutlet {
  readonly id: string;
  readonly state: OnOff;
  readonly rebootStatus: string;
}

interface ShownGroup {
  readonly outlets: readonly { readonly id: string }[];
  /** While its outlets wait for their turn. */
  readonly sequence?: object;
}

/** A reading may be one of an earlier poll cycle, and on a machine with too much to do of one some time ago, ms. */
const SHOWN_AT_LAST = 30_000;

/** A controller that is killed again and again while it switches and writes, and the plant that it switches. */
export class Ordeal {
  readonly lives: Lives;
  readonly tribunal: Tribunal;
  killedWhileStarting = 0;
  /** Where the power is cut with every kill. */
  readonly powerCuts: PowerCuts | undefined;
  readonly #plant: PlantProcess;
  readonly #stall = new Stall();
  readonly #client: Client;
  readonly #chance: Chance;
  readonly #errands: Errands;
  readonly #writes: Writes;
  readonly #groupPaths = new Map<string, string>();
  readonly #tasks = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];
  #isReady = false;
  #waiting: (() => void)[] = [];

  /** @param power absent: a kill leaves on the disk all that was written */
  constructor(folder: string, seed: number, power?: Omit<PowerCutOptions, 'chance'>) {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    this.#chance = new Chance(seed);
    this.powerCuts = power && new PowerCuts(dataDir, folder, { ...power, chance: this.#chance });
    this.lives = new Lives({
      ...this.powerCuts?.environment,
      RACKFEED_DATA_DIR: dataDir,
      RACKFEED_DRIVER: 'plant',
      RACKFEED_ADMIN_PASSWORD: PASSWORD,
    });
    this.#plant = new PlantProcess(dataDir, join(folder, 'moves.log'));
    this.tribunal = new Tribunal(this.lives, this.#plant, this.#stall);
    this.#client = new Client(this.lives);
    this.#errands = new Errands(this.#client, this.#chance, () => this.#whenReady());
    const groupPath = (name: string): string => this.#groupPaths.get(name) ?? '';
    this.#writes = new Writes(this.#client, new Promises(), this.#chance, groupPath);
  }

  /** Starts plant and controller, and tells the controller the off times and groups. */
  async begin(): Promise<void> {
    await this.#plant.ready();
    // Of a first start nothing is promised but that the next one is a first start too, or has all of it.
    for (let cuts = this.powerCuts?.firstStarts ?? 0; cuts > 0; cuts--) await this.#killWhileStarting(patient(900));
    await this.#start();
    await this.#writes.signIn();
    for (const { path, offSeconds, pwrOnState } of RELAYS) {
      const body = { customRebootTimeEnabled: true, customRebootTime: offSeconds, pwrOnState };
      await this.#client.insist('PUT', path, body);
    }
    await this.#client.insist('PUT', LOCKED?.path ?? '', { protection: 'locked' });
    for (const { name, members, delay } of GROUPS) {
      const body = { groupName: name, outlets: members.map(({ id }) => id), groupRebootSequenceDelay: delay };
      const group = (await this.#client.insist('POST', '/api/groups', body)) as { id: string };
      this.#groupPaths.set(name, `/api/groups/${group.id}`);
    }
    await this.#writes.check();
    this.tribunal.look();
  }

  /** Commands and writes, a kill in the middle of them, a restart, and a look at what became of what was promised. */
  async round(): Promise<void> {
    const killAt = this.#chance.upTo(1500);
    const underWay = new Set<string>();
    for (let errand = 2 + this.#chance.index(5); errand > 0; errand--) this.#soon(() => this.#beginErrand());
    if (this.#chance.is(0.6)) this.#soon(() => this.#beginSequence());
    for (let write = this.#chance.index(5); write > 0; write--) this.#soon(() => this.#writes.any(underWay));
    this.#soon(() => this.#tempt());
    this.#soon(() => this.#see());
    await sleep(killAt);
    await this.#end('SIGKILL');
    if (this.#chance.is(0.1)) await this.#killWhileStarting();
    await this.#start();
    await this.#see();
    await this.#writes.check();
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Without a kill, until every promise is kept; the judge tells of those that are not in time. */
  async settle(): Promise<void> {
    await Promise.all(this.#tasks);
    while (this.tribunal.isWaiting) {
      await sleep(100);
      await this.#see();
    }
    const end = monotonic() + SHOWN_AT_LAST;
    let wrong: Error | undefined;
    do {
      const outlets = await this.#client.get<ShownOutlet[]>('/api/outlets');
      wrong = outlets
        .map(({ id, state, rebootStatus }) => this.tribunal.isShown(id, state, rebootStatus))
        .find(Boolean);
    } while (wrong && monotonic() < end);
    if (wrong) throw wrong;
  }

  /** Turns every other relay on and the others off. */
  async mix(): Promise<void> {
    for (const [place, { path }] of RELAYS.entries()) {
      await this.#client.insist('PUT', path, { state: place % 2 === 0 ? 'ON' : 'OFF' });
    }
    this.moved();
  }

  /** Stops the controller in this way and starts it again. Answers the relays that have moved. */
  async restart(signal: NodeJS.Signals): Promise<string[]> {
    await sleep(this.#chance.upTo(200));
    await this.#end(signal);
    await this.#start();
    await this.#client.get('/api/outlets');
    return this.moved();
  }

  /** Stops the controller as a service manager does. Answers its exit code. */
  async stop(): Promise<number | null | undefined> {
    await Promise.all(this.#tasks);
    this.#isReady = false;
    return (await this.lives.end('SIGTERM'))?.code;
  }

  /** The relays that have moved since this was last asked. */
  moved(): string[] {
    return this.#plant.moves(this.lives).map(({ relay, to }) => `${relay} ${to}`);
  }

  async close(): Promise<void> {
    this.#stall.stop();
    this.#plant.stop();
    await this.lives.close();
    this.#sayReady(); // whoever waits for it must hear that nobody answers
    await Promise.allSettled(this.#tasks);
  }

  /** Hears what the controller says to be pending, if it lives, and holds that and all else against the plant. */
  async #see(): Promise<void> {
    const rest = { askedAt: monotonic(), life: this.lives.current.number };
    const outlets = await this.#client.look<ShownOutlet[]>('/api/outlets');
    const groups = await this.#client.look<ShownGroup[]>('/api/groups');
    if (!outlets || !groups) return;
    const waiting = groups.filter(({ sequence }) => sequence).flatMap((group) => group.outlets.map(({ id }) => id));
    const resting = outlets.filter(({ id, rebootStatus }) => rebootStatus === 'none' && !waiting.includes(id));
    this.tribunal.rest(
      resting.map(({ id }) => id),
      rest,
    );
    this.tribunal.look();
  }

  async #beginErrand(): Promise<void> {
    const relay = this.#chance.oneOf(RELAYS.filter(({ id }) => this.tribunal.isFree(id)));
    if (!relay) return;
    const { errand, done } = this.#errands.single(relay, this.tribunal.stateOf(relay.id));
    this.tribunal.open(errand);
    await done;
  }

  async #beginSequence(): Promise<void> {
    const group = this.#chance.oneOf(
      GROUPS.filter(({ members }) => members.every(({ id }) => this.tribunal.isFree(id))),
    );
    if (!group) return;
    const path = this.#groupPaths.get(group.name) ?? '';
    const { command, errands, done } = this.#errands.group(group, path, (relay) => this.tribunal.stateOf(relay));
    this.tribunal.openSequence(command, errands, group.delay * 1000);
    await done;
  }

  /** Commands to an outlet that takes none. That it does not move is for the plant to say. */
  async #tempt(): Promise<void> {
    const state = this.#chance.is(0.5) ? 'OFF' : 'REBOOT';
    const answer = await this.#client.send('PUT', LOCKED?.path ?? '', { state, confirm: true });
    if (answer && answer.status !== 422) throw new Error(`A locked outlet answered ${state} with ${answer.status}.`);
  }

  async #start(): Promise<void> {
    this.powerCuts?.on();
    await this.lives.start();
    await this.lives.ready();
    this.#sayReady();
    this.tribunal.journal.note(`life ${this.lives.current.number} is ready`);
  }

  #whenReady(): Promise<void> {
    return new Promise((resolve) => (this.#isReady ? resolve() : this.#waiting.push(resolve)));
  }

  #sayReady(): void {
    this.#isReady = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isReady = false;
    await this.lives.end(signal);
    if (signal === 'SIGKILL') this.powerCuts?.cut(this.lives.current.pid);
    this.tribunal.journal.note(`life ${this.lives.current.number} was ended by ${signal}`);
  }

  async #killWhileStarting(within = 900): Promise<void> {
    this.powerCuts?.on();
    await this.lives.start();
    await sleep(this.#chance.upTo(within));
    await this.#end('SIGKILL');
    this.killedWhileStarting++;
  }

  /** Does something at a moment of its own soon, if this controller still lives then. */
  #soon(deed: () => Promise<void>): void {
    const life = this.lives.current;
    const task = sleep(this.#chance.upTo(400))
      .then(() => (life.endedAt === undefined ? deed() : undefined))
      .catch((error: unknown) => void this.#failures.push(error))
      .finally(() => this.#tasks.delete(task));
    this.#tasks.add(task);
  }
}
