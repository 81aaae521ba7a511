import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OnOff } from '../../src/common/units.js';
import { compileSimulator } from '../support/remote-simulator/compiled.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';
import { Random, sleep } from './random.js';
import { Client } from './client.js';
import { OperationRunner } from './operation-runner.js';
import { Restarts, monotonic } from './restarts.js';
import { GROUPS, LOCKED, RELAYS } from './pdu-under-test.js';
import { RemoteSimulatorProcess } from './simulator-process.js';
import { PowerCuts, type PowerCutOptions } from './power-cuts.js';
import { ExpectedValues } from './writes.js';
import { Delay } from './delay.js';
import { Checker } from './checker.js';
import { PASSWORD, Writes } from './writes.js';

interface ShownOutlet {
  readonly id: string;
  readonly state: OnOff;
  readonly rebootStatus: string;
}

interface ShownGroup {
  readonly outlets: readonly { readonly id: string }[];
  /** Present while outlets of the group wait for their step. */
  readonly sequence?: object;
}

/** A reading may be from an earlier poll cycle, on an overloaded machine from one up to this long ago, ms. */
const SHOWN_AT_LAST = 30_000;

/** A controller that is killed again and again while it switches and writes, and the simulator that it switches. */
export class FaultRun {
  readonly restarts: Restarts;
  readonly checker: Checker;
  killedWhileStarting = 0;
  /** The disk whose power is cut with every kill. */
  readonly powerCuts: PowerCuts | undefined;
  readonly #simulator: RemoteSimulatorProcess;
  readonly #keptCode: string;
  readonly #delay = new Delay();
  readonly #client: Client;
  readonly #random: Random;
  readonly #operations: OperationRunner;
  readonly #writes: Writes;
  readonly #groupPaths = new Map<string, string>();
  readonly #pending = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];
  #isReady = false;
  #waiting: (() => void)[] = [];

  /** @param power absent: all writes survive a kill */
  constructor(folder: string, seed: number, power?: Omit<PowerCutOptions, 'random'>) {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    this.#keptCode = join(dataDir, 'code-cache/base.bin');
    const { program, driver } = compileSimulator(folder);
    this.#random = new Random(seed);
    this.powerCuts = power && new PowerCuts(dataDir, folder, { ...power, random: this.#random });
    this.restarts = new Restarts({
      ...this.powerCuts?.environment,
      RACKFEED_DATA_DIR: dataDir,
      RACKFEED_DRIVER: driver,
      RACKFEED_ADMIN_PASSWORD: PASSWORD,
    });
    this.#simulator = new RemoteSimulatorProcess(program, dataDir, join(folder, 'moves.log'));
    this.checker = new Checker(this.restarts, this.#simulator, this.#delay);
    this.#client = new Client(this.restarts);
    this.#operations = new OperationRunner(this.#client, this.#random, () => this.#whenReady());
    const groupPath = (name: string): string => this.#groupPaths.get(name) ?? '';
    this.#writes = new Writes(this.#client, new ExpectedValues(), this.#random, groupPath);
  }

  /** Starts simulator and controller, and configures the off times and groups. */
  async begin(): Promise<void> {
    await this.#simulator.ready();
    // A first start only guarantees that the next one is a first start too, or finds a complete installation.
    for (let cuts = this.powerCuts?.firstStarts ?? 0; cuts > 0; cuts--)
      await this.#killWhileStarting(scaledTimeLimit(900));
    await this.#start();
    await this.#writes.signIn();
    for (const { path, offSeconds, pwrOnState } of RELAYS) {
      const body = { customRebootTimeEnabled: true, customRebootTime: offSeconds, pwrOnState };
      await this.#client.sendUntilAnswered('PUT', path, body);
    }
    await this.#client.sendUntilAnswered('PUT', LOCKED?.path ?? '', { protection: 'locked' });
    for (const { name, members, delay } of GROUPS) {
      const body = { groupName: name, outlets: members.map(({ id }) => id), groupRebootSequenceDelay: delay };
      const group = (await this.#client.sendUntilAnswered('POST', '/api/groups', body)) as { id: string };
      this.#groupPaths.set(name, `/api/groups/${group.id}`);
    }
    await this.#writes.check();
    this.checker.check();
    await eventually(() => existsSync(this.#keptCode)); // the next starts compile a third of what this one has
  }

  /** Sends commands and writes, kills the controller meanwhile, restarts it, and checks the guarantees. */
  async round(): Promise<void> {
    const killAt = this.#random.upTo(1500);
    const underWay = new Set<string>();
    for (let operation = 2 + this.#random.index(5); operation > 0; operation--)
      this.#soon(() => this.#beginOperation());
    if (this.#random.is(0.6)) this.#soon(() => this.#beginSequence());
    for (let write = this.#random.index(5); write > 0; write--) this.#soon(() => this.#writes.any(underWay));
    this.#soon(() => this.#tryLockedOutlet());
    this.#soon(() => this.#checkPending());
    await sleep(killAt);
    await this.#end('SIGKILL');
    if (this.#random.is(0.1)) await this.#killWhileStarting();
    await this.#start();
    await this.#checkPending();
    await this.#writes.check();
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Waits, without a kill, until every guarantee is fulfilled; the checker reports those that are late. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.#pending);
    while (this.checker.isWaiting) {
      await sleep(100);
      await this.#checkPending();
    }
    const end = monotonic() + SHOWN_AT_LAST;
    let wrong: Error | undefined;
    do {
      const outlets = await this.#client.get<ShownOutlet[]>('/api/outlets');
      wrong = outlets
        .map(({ id, state, rebootStatus }) => this.checker.displayFault(id, state, rebootStatus))
        .find(Boolean);
    } while (wrong && monotonic() < end);
    if (wrong) throw wrong;
  }

  /** Turns every other relay on and the others off. */
  async mix(): Promise<void> {
    for (const [place, { path }] of RELAYS.entries()) {
      await this.#client.sendUntilAnswered('PUT', path, { state: place % 2 === 0 ? 'ON' : 'OFF' });
    }
    this.moved();
  }

  /** Stops the controller with this signal and starts it again. Answers the relays that have moved. */
  async restart(signal: NodeJS.Signals): Promise<string[]> {
    await sleep(this.#random.upTo(200));
    await this.#end(signal);
    await this.#start();
    await this.#client.get('/api/outlets');
    return this.moved();
  }

  /** Stops the controller as a service manager does. Answers its exit code. */
  async stop(): Promise<number | null | undefined> {
    await Promise.all(this.#pending);
    this.#isReady = false;
    return (await this.restarts.end('SIGTERM'))?.code;
  }

  /** The relays that have moved since the last call. */
  moved(): string[] {
    return this.#simulator.moves(this.restarts).map(({ relay, to }) => `${relay} ${to}`);
  }

  async close(): Promise<void> {
    this.#delay.stop();
    this.#simulator.stop();
    await this.restarts.close();
    this.#notifyReady(); // releases the callers that wait for a controller; their requests fail
    await Promise.allSettled(this.#pending);
  }

  /** Reads from the controller, if it is up, which steps are pending, and checks everything against the simulator. */
  async #checkPending(): Promise<void> {
    const rest = { askedAt: monotonic(), run: this.restarts.current.number };
    const outlets = await this.#client.tryGet<ShownOutlet[]>('/api/outlets');
    const groups = await this.#client.tryGet<ShownGroup[]>('/api/groups');
    if (!outlets || !groups) return;
    const waiting = groups.filter(({ sequence }) => sequence).flatMap((group) => group.outlets.map(({ id }) => id));
    const resting = outlets.filter(({ id, rebootStatus }) => rebootStatus === 'none' && !waiting.includes(id));
    this.checker.rest(
      resting.map(({ id }) => id),
      rest,
    );
    this.checker.check();
  }

  async #beginOperation(): Promise<void> {
    const relay = this.#random.oneOf(RELAYS.filter(({ id }) => this.checker.isFree(id)));
    if (!relay) return;
    const { operation, done } = this.#operations.single(relay, this.checker.stateOf(relay.id));
    this.checker.open(operation);
    await done;
  }

  async #beginSequence(): Promise<void> {
    const group = this.#random.oneOf(
      GROUPS.filter(({ members }) => members.every(({ id }) => this.checker.isFree(id))),
    );
    if (!group) return;
    const path = this.#groupPaths.get(group.name) ?? '';
    const { command, operations, done } = this.#operations.group(group, path, (relay) => this.checker.stateOf(relay));
    this.checker.openSequence(command, operations, group.delay * 1000);
    await done;
  }

  /** Sends commands to a locked outlet. The simulator shows that it does not move. */
  async #tryLockedOutlet(): Promise<void> {
    const state = this.#random.is(0.5) ? 'OFF' : 'REBOOT';
    const answer = await this.#client.send('PUT', LOCKED?.path ?? '', { state, confirm: true });
    if (answer && answer.status !== 422) throw new Error(`A locked outlet answered ${state} with ${answer.status}.`);
  }

  async #start(): Promise<void> {
    this.powerCuts?.on();
    await this.restarts.start();
    await this.restarts.ready();
    this.#notifyReady();
    this.checker.timeline.note(`run ${this.restarts.current.number} is ready`);
  }

  #whenReady(): Promise<void> {
    return new Promise((resolve) => (this.#isReady ? resolve() : this.#waiting.push(resolve)));
  }

  #notifyReady(): void {
    this.#isReady = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isReady = false;
    await this.restarts.end(signal);
    if (signal === 'SIGKILL') this.powerCuts?.cut(this.restarts.current.pid);
    this.checker.timeline.note(`run ${this.restarts.current.number} was ended by ${signal}`);
  }

  async #killWhileStarting(within = 900): Promise<void> {
    this.powerCuts?.on();
    await this.restarts.start();
    await sleep(this.#random.upTo(within));
    await this.#end('SIGKILL');
    this.killedWhileStarting++;
  }

  /** Runs an action after a short random time, if this controller is still up then. */
  #soon(work: () => Promise<void>): void {
    const run = this.restarts.current;
    const running = sleep(this.#random.upTo(400))
      .then(() => (run.endedAt === undefined ? work() : undefined))
      .catch((error: unknown) => void this.#failures.push(error))
      .finally(() => this.#pending.delete(running));
    this.#pending.add(running);
  }
}
