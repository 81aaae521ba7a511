import 'reflect-metadata';
import { Logger, type INestApplication, type LoggerService } from '@nestjs/common';
import type { Server } from 'node:http';
import { isIPv4, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createApp, loadApp } from './app.js';
import { listen } from './application.js';
import { runCommand } from './cli/command-line.js';
import type { CommandCall } from './cli/run-release.js';
import type { BrokerSetup } from './common/broker-setup.js';
import { isDatabaseDamage } from './common/storage-errors.js';
import { VERSION } from './common/version.js';
import {
  collectProblems,
  ConfigError,
  parseConfig,
  readConfig,
  type Role,
  type RuntimeConfig,
} from './config/runtime-config.js';
import { markForFullCheck } from './database/maintenance/needs-check.js';
import { isInstalled, prepareDataFolder } from './database/data-folder.js';
import { PduDriver } from './hardware/pdu.driver.js';
import { StandbyServer } from './http/standby-server.js';
import { readBootState } from './launcher/boot-state.js';
import type { Launch, RunningRelease } from './launcher/launch.js';
import { logUnhandledRejections } from './logging/logger.js';
import { checkConfig } from './system/check-config.js';
import { SelfTestService } from './system/self-test.service.js';
import { ownAddresses } from './tls/own-names.js';
import { UsersService } from './users/users.service.js';

/** The most addresses that the ready line shows of a machine with many network interfaces. */
const MAX_ADDRESSES_SHOWN = 4;

export interface ReadyFacts {
  /** Address and port on which the server listens. */
  readonly listening: Pick<AddressInfo, 'address' | 'port'>;
  /** All addresses of this machine; none for a container, whose addresses are not reachable from outside. */
  readonly ownAddresses: readonly string[];
  /** The program there, in the words of its operator. */
  readonly about: string;
  readonly version: string;
}

/**
 * The line that tools wait for, and the first one printed. Its address works in a browser on this machine: a server
 * that listens on all addresses is shown as localhost, followed by its addresses on the network.
 */
export function readyLine({ listening, ownAddresses, about, version }: ReadyFacts): string {
  const { address, port } = listening;
  const url = (host: string): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const listensOnAll = address === '0.0.0.0' || address === '::';
  const others = ownAddresses
    .filter((own) => listensOnAll && !isLoopback(own) && (address === '::' || isIPv4(own)))
    .slice(0, MAX_ADDRESSES_SHOWN);
  return (
    `Rackfeed is ready at ${url(listensOnAll ? 'localhost' : address)} ` +
    `(${about}, version ${version})` +
    (others.length > 0 ? `, on the network at ${others.map(url).join(' ')}` : '')
  );
}

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** Runs a command of the command line. A static import: with a dynamic one the bundle would start more slowly. */
export const command = (call: CommandCall): Promise<number> =>
  runCommand(call, { load, brokerSetup, create: createApp, listen });

/** Loads the stored data of the role without starting it; a controller never loads the code of a hub or a collector. */
async function load(config: RuntimeConfig, logger: LoggerService): Promise<INestApplication> {
  if (config.role === 'collector') {
    throw new ConfigError([
      'A collector has no data of its own: give RACKFEED_DATA_DIR the folder of one of its PDUs, and no RACKFEED_ROLE.',
    ]);
  }
  return config.role === 'hub' ? (await import('./hub.js')).loadHub(config, logger) : loadApp(config, logger);
}

const brokerSetup = async (config: RuntimeConfig): Promise<BrokerSetup> =>
  (await import('./hub.js')).readBrokerSetup(config);

async function create(config: RuntimeConfig, launch: Launch): Promise<INestApplication> {
  if (config.role === 'collector') return (await import('./collector.js')).createCollector(config, process.env);
  if (config.role !== 'hub') return createApp(config, { launch });
  const { createHub } = await import('./hub.js');
  const standby = new StandbyServer(config);
  // Open until the hub itself can listen: whoever asks whether the process is alive gets an answer all the time.
  return createHub(config, { standby, onLost: () => launch.restart() }).finally(() => standby.close());
}

/** Starts the controller or hub as configured by the environment; resolves when it listens. Throws {@link ConfigError}. */
export async function start(launch: Launch): Promise<RunningRelease> {
  try {
    return await startAsConfigured(launch);
  } catch (error) {
    throw error instanceof ConfigError ? await withAllProblems(error, launch) : error;
  }
}

/** The error with all else that is wrong in the environment, so that nobody mends one mistake to find the next. */
async function withAllProblems(error: ConfigError, launch: Launch): Promise<ConfigError> {
  const warn = acceptsUnknownVariables(launch) ? () => undefined : undefined;
  const { dataDir } = parseConfig(process.env, warn).config;
  const used = isInstalled(dataDir) ? { ...process.env, RACKFEED_ADMIN_PASSWORD: '' } : process.env;
  const problems: string[] = [];
  await collectProblems(problems, () => checkConfig(used, warn));
  return new ConfigError([...new Set([...problems, ...error.problems])]);
}

async function startAsConfigured(launch: Launch): Promise<RunningRelease> {
  const unknownVariables: string[] = [];
  const config = readConfig(
    process.env,
    acceptsUnknownVariables(launch) ? (sentence) => unknownVariables.push(sentence) : undefined,
  );
  prepareDataFolder(config.dataDir);
  const app = await create(config, launch).catch((error: unknown) => {
    if (isDatabaseDamage(error)) markForFullCheck(config.dataDir); // the next start checks and repairs it
    throw error;
  });
  logUnhandledRejections();
  await listen(app, config);
  sayReady(app, config);
  const logger = new Logger(LOG_NAMES[config.role]);
  logger.log(`Started: version ${VERSION} on Node ${process.version}, ${process.platform}-${process.arch}.`);
  for (const sentence of unknownVariables) logger.warn(sentence);
  const close = async (): Promise<void> => {
    await app.close();
    logger.log('Stopped. Outlets stay as they are.');
  };
  const problem = async () => (config.role === 'controller' ? app.get(SelfTestService).problem() : undefined);
  if (config.role !== 'collector') return { close, problem };
  const { RunningCollector } = await import('./collector.js');
  return new RunningCollector(app, { close, problem });
}

const LOG_NAMES: Readonly<Record<Role, string>> = { controller: 'Controller', hub: 'Hub', collector: 'Collector' };

/**
 * True where the variables may have been written for another version: after uploaded firmware or its roll-back. A
 * controller that ended because of them could only be repaired on site.
 */
function acceptsUnknownVariables({ place }: Launch): boolean {
  const dataDir = resolve(process.env['RACKFEED_DATA_DIR'] || 'data');
  return place !== 'base' || readBootState(dataDir)?.last?.result === 'rolledBack';
}

function aboutOf(app: INestApplication, { role, fleetPort, pdus }: RuntimeConfig): string {
  if (role === 'collector') return `collector of the PDUs in ${pdus}`;
  if (role === 'hub') return `hub, PDUs connect to port ${fleetPort}`;
  const { name, model } = app.get(PduDriver);
  return `model ${model.profile.model}, driver ${name}`;
}

function sayReady(app: INestApplication, config: RuntimeConfig): void {
  const lines = [
    readyLine({
      listening: (app.getHttpServer() as Server).address() as AddressInfo,
      ownAddresses: config.supervisor === 'container' ? [] : ownAddresses(),
      about: aboutOf(app, config),
      version: VERSION,
    }),
  ];
  const password = config.role === 'collector' ? undefined : app.get(UsersService).generatedPassword;
  if (password) lines.push(`First start: sign in as "admin" with the password ${password} and change it.`);
  console.log(lines.join('\n')); // one write, so that a program that waits for the first line gets the second too
}
