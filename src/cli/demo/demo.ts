import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { createServer, isIPv6, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { parseArgs } from 'node:util';
import { SystemClock } from '../../common/clock.js';
import { VERSION } from '../../common/version.js';
import { ConfigError, readConfig, type RuntimeConfig } from '../../config/runtime-config.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { simulateRack } from '../../hardware/simulated-rack.js';
import { Shutdown } from '../../launcher/shutdown.js';
import { newAdminPassword } from '../../users/accounts/first-start.service.js';
import { warningsOnly, type Command, type Program } from '../command.js';
import { PasswordResetModule, PasswordResetService } from '../password-reset.service.js';
import { DemoFolder } from './demo-folder.js';
import { DemoPast, demoRack, pastClock } from './past.js';
import { DEMO_ACCOUNTS, DEMO_MODEL } from './rack.js';

/** The same seed gives the same rack, and the same loads at the same time. */
const SEED = 1;
const USUAL_PORT = 8080;
const LOOPBACK = '127.0.0.1';

export const DEMO: Command = {
  name: 'demo',
  parameters: '[--port <port>] [--host <address>] [--data-dir <folder>]',
  summary:
    'start a simulated rack with a month of history and four accounts; ' +
    'by default it listens on this machine only, and Ctrl-C removes it',

  run(args, program) {
    return runDemo(args, program).catch((error: unknown) => {
      throw inWordsOfOptions(error);
    });
  },
};

async function runDemo(args: readonly string[], program: Program): Promise<never> {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: 'string' }, host: { type: 'string' }, 'data-dir': { type: 'string' } },
  });
  const { host = LOOPBACK, 'data-dir': dataDir } = values;
  const port = values.port ?? (await usualOrFreePort(host));
  demoConfig({ host, port, dataDir: 'data' }); // refused before a folder is made
  warnOfVariables(program);
  const folder = dataDir === undefined ? DemoFolder.temporary() : DemoFolder.stored(dataDir);
  const demo = new Demo(program, demoConfig({ host, port, dataDir: folder.path }), dataDir === undefined);
  const shutdown = new Shutdown();
  shutdown.ready({ close: () => demo.close(), problem: () => Promise.resolve(undefined) });
  shutdown.onSignals();
  folder.begin();
  if (!folder.hasPast) {
    program.warn('A month of history is being made …');
    await demo.makePast();
    folder.complete();
  }
  await demo.run();
  return new Promise<never>(() => undefined); // a signal ends the process
}

/** One demo, from its past to its end. */
class Demo {
  readonly #rack = demoRack(new Intl.DateTimeFormat().resolvedOptions().timeZone, SEED);
  #app: INestApplication | undefined;
  #isRestarting = false;

  constructor(
    private readonly program: Program,
    private config: RuntimeConfig,
    private readonly isTemporary: boolean,
  ) {}

  async makePast(): Promise<void> {
    const end = new SystemClock().now();
    const clock = pastClock(end);
    const logger = warningsOnly(this.program.warn);
    const app = await this.program.create(this.config, { clock, polling: false, logger });
    await new DemoPast(app, clock, end, this.#rack).live();
    await app.close();
  }

  async run(): Promise<void> {
    const accounts = await this.#setPasswords();
    const url = await this.#start();
    const { say } = this.program;
    say(`The Rackfeed demo is ready at ${url} (version ${VERSION}). All of it is simulated: no hardware is touched.`);
    say('Sign in as');
    for (const { username, password, may } of accounts) say(`  ${username.padEnd(8)}  ${password}  ${may}`);
    say(`Ctrl-C ends the demo${this.isTemporary ? ' and removes its data' : ''}.`);
  }

  async close(): Promise<void> {
    if (!this.#isRestarting) await this.#app?.close();
  }

  /** Starts the controller and returns its address. */
  async #start(): Promise<string> {
    const { root } = this.program;
    const place = { root, baseRoot: root, place: 'base', isTrial: false, baseVersion: VERSION } as const;
    const app = await this.program.create(this.config, {
      launch: { ...place, restart: () => void this.#restart() },
    });
    simulateRack(app.get(PduDriver), this.#rack);
    await this.program.listen(app, this.config);
    this.#app = app;
    const { address, port } = (app.getHttpServer() as Server).address() as AddressInfo;
    this.config = { ...this.config, port }; // the same after a reboot, also where any free one was asked for
    return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
  }

  /** A reboot of the controller: this process closes it and starts it again, on the same data. */
  async #restart(): Promise<void> {
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    await this.#app?.close();
    this.#isRestarting = false;
    await this.#start();
  }

  /** Gives each account a new password, at each start: none is known beforehand, and none is stored as text. */
  async #setPasswords() {
    const options = { logger: warningsOnly(this.program.warn), abortOnError: false };
    const app = await NestFactory.createApplicationContext(PasswordResetModule.forRoot(this.config), options);
    const accounts = [];
    for (const account of DEMO_ACCOUNTS) {
      const password = newAdminPassword();
      const by = { mustChange: false, by: 'rackfeed demo' };
      const isSet = await app
        .get(PasswordResetService)
        .run(account.username, password, by)
        .then(
          () => true,
          (error: unknown) => this.program.warn((error as Error).message), // deleted while an earlier demo ran
        );
      if (isSet) accounts.push({ ...account, password });
    }
    await app.close();
    return accounts;
  }
}

interface Options {
  readonly host: string;
  readonly port: string;
  readonly dataDir: string;
}

/** The configuration of a demo: nothing comes from the environment. Throws {@link ConfigError}. */
const demoConfig = ({ host, port, dataDir }: Options): RuntimeConfig =>
  readConfig({
    RACKFEED_HOST: host,
    RACKFEED_PORT: port,
    RACKFEED_DATA_DIR: dataDir,
    RACKFEED_MODEL: DEMO_MODEL,
    RACKFEED_SIMULATOR_CONTROL: 'true',
    RACKFEED_ADMIN_PASSWORD: newAdminPassword(),
    RACKFEED_LOG_LEVEL: 'warn',
  });

const OPTION_OF = { RACKFEED_HOST: '--host', RACKFEED_PORT: '--port', RACKFEED_DATA_DIR: '--data-dir' };

/** An error of the configuration with the options in place of the variables. */
function inWordsOfOptions(error: unknown): unknown {
  if (!(error instanceof ConfigError)) return error;
  const replaced = (text: string): string =>
    Object.entries(OPTION_OF).reduce((words, [variable, option]) => words.replaceAll(variable, option), text);
  return new ConfigError(error.problems.map(replaced));
}

/** A variable must not make anyone believe that it takes effect, least of all that of a driver. */
function warnOfVariables({ environment, warn }: Program): void {
  const names = Object.keys(environment).filter((name) => name.startsWith('RACKFEED_'));
  if (names.length > 0) warn(`A demo always uses the simulator and its own settings; it ignores ${names.join(', ')}.`);
}

/** The usual port, or any free one (0) where that is taken. */
async function usualOrFreePort(host: string): Promise<string> {
  const probe = createServer();
  try {
    await once(probe.listen(USUAL_PORT, host), 'listening');
    return String(USUAL_PORT);
  } catch {
    return '0';
  } finally {
    probe.close();
  }
}
