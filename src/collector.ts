import type { INestApplication, LoggerService } from '@nestjs/common';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, NOT_LAUNCHED } from './app.js';
import { createApplication, listen } from './application.js';
import { CollectorModule } from './collector.module.js';
import { CrashRecord } from './collector/crash-record.js';
import { PduStarter, type RunningPdu } from './collector/hosted-pdu.js';
import { HostedPdusService, type PduList } from './collector/hosted-pdus.service.js';
import { LoadedModules } from './collector/loaded-modules.js';
import { serveOwnHosts } from './collector/own-hosts.js';
import { readPduList, type ListedPdu } from './collector/pdu-list.js';
import { SharedLog } from './collector/shared-log.js';
import { ClockFromNow, SystemClock, type Clock, type Millis } from './common/clock.js';
import { isDatabaseDamage } from './common/storage-errors.js';
import type { Environment, RuntimeConfig } from './config/runtime-config.js';
import { markForFullCheck } from './database/maintenance/needs-check.js';
import { DataFolderLock } from './database/data-folder-lock.js';
import { dataFile, prepareDataFolder } from './database/data-folder.js';
import { assertNoDataIn } from './database/folder-role.js';
import { HealthService } from './health/health.service.js';
import type { RackfeedExpressAdapter } from './http/rackfeed-express.adapter.js';
import type { RunningRelease } from './launcher/launch.js';
import { UsersService } from './users/users.service.js';

export interface CollectorOptions {
  readonly clock?: Clock;
  /** False: no ticks except requested ones (tests). */
  readonly ticking?: boolean;
  readonly logger?: LoggerService;
}

/** The whole collector, which starts its PDUs from now on and does not listen yet. Throws ConfigError. */
export async function createCollector(
  config: RuntimeConfig,
  environment: Environment,
  options: CollectorOptions = {},
): Promise<INestApplication> {
  const { clock = new SystemClock(), ticking = true, logger } = options;
  const read = (): Promise<readonly ListedPdu[]> => readPduList(config, environment);
  const list: PduList = { first: await read(), read };
  assertNoDataIn(config.dataDir);
  const lock = new DataFolderLock(config);
  await lock.take();
  const log = new SharedLog();
  const starter = new ControllerStarter(clock, log);
  const crashes = new CrashRecord(dataFile(config.dataDir, 'crashes.json'));
  return createApplication(config, {
    clock,
    logger,
    root: (recent) => CollectorModule.forRoot(config, clock, ticking, recent, { list, starter, log, lock, crashes }),
    prepare: (app) => serveOwnHosts(app.getHttpAdapter() as RackfeedExpressAdapter),
    host: { shareLog: (own) => log.take(own), watch: (root) => root, closeLoaded: () => lock.release() },
  });
}

const STOP_OF_THE_DOOR: Millis = 4_500;
const STOP_OF_ONE: Millis = 500;

/** A collector that runs: SIGHUP lets it read its list again. */
export class RunningCollector implements RunningRelease {
  readonly #pdus: HostedPdusService;

  constructor(
    app: INestApplication,
    private readonly release: RunningRelease,
  ) {
    this.#pdus = app.get(HostedPdusService);
    process.on('SIGHUP', () => void this.#pdus.reload());
    process.on('uncaughtExceptionMonitor', () => this.#pdus.onCrash());
  }

  /** Its PDUs stop one after another. */
  get closeWithin(): Millis {
    return STOP_OF_THE_DOOR + STOP_OF_ONE * this.#pdus.all.length;
  }

  close(): Promise<void> {
    return this.release.close();
  }

  problem(): Promise<string | undefined> {
    return this.release.problem();
  }
}

/** Starts a controller as a process of its own would be started, without its launcher. */
class ControllerStarter extends PduStarter {
  constructor(
    private readonly clock: Clock,
    private readonly log: SharedLog,
  ) {
    super();
  }

  async start({ name, config, listens }: ListedPdu, restart: () => void): Promise<RunningPdu> {
    prepareDataFolder(config.dataDir);
    const modules = new LoadedModules();
    const app = await createApp(config, {
      clock: new ClockFromNow(this.clock),
      launch: { ...NOT_LAUNCHED, restart },
      host: {
        shareLog: (own) => this.log.take(own),
        watch: (root) => modules.watch(root),
        closeLoaded: () => modules.close(),
      },
    }).catch((error: unknown) => {
      if (isDatabaseDamage(error)) markForFullCheck(config.dataDir); // the next start checks and repairs it
      throw error;
    });
    const server = app.getHttpServer() as Server;
    if (listens) await listen(app, config);
    else server.emit('listening'); // what begins when a controller can be reached begins in this one as well
    const url = listens ? `http://localhost:${(server.address() as AddressInfo).port}` : undefined;
    const password = app.get(UsersService).generatedPassword;
    if (password && url)
      console.log(`${name}: sign in at ${url} as "admin" with the password ${password} and change it.`);
    const health = app.get(HealthService, { strict: false });
    return {
      url,
      get health() {
        return health.brief;
      },
      close: () => app.close(),
    };
  }
}
