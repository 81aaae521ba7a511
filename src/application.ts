import type { DynamicModule, INestApplication, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SystemClock, type Clock } from './common/clock.js';
import { ConfigError, type RuntimeConfig } from './config/runtime-config.js';
import { portProblem } from './http/port-problem.js';
import { RackfeedExpressAdapter } from './http/rackfeed-express.adapter.js';
import { logRequests } from './http/request-log.js';
import { AppLogger, toConsole, toLogger } from './logging/logger.js';
import { RecentLog } from './logging/recent-log.js';
import { OpenApiService } from './openapi/openapi.service.js';
import { StreamAdapter } from './stream/stream.adapter.js';

export interface ApplicationOptions {
  readonly clock: Clock;
  readonly logger?: LoggerService | undefined;
  /** The root module, which gets the newest lines of the log. */
  readonly root: (recentLog: RecentLog) => DynamicModule;
  /** Called before the modules are started. */
  readonly prepare?: (app: INestApplication) => void;
  /** Set where this process has several applications. */
  readonly host?: ApplicationHost | undefined;
}

/** A process with several applications. */
export interface ApplicationHost {
  /** Gets the log of an application, answers the one for the framework, which has one for all of them. */
  shareLog(own: LoggerService): LoggerService;
  /** Gets the root module of an application before it is loaded, answers the one to load. */
  watch(root: DynamicModule): DynamicModule;
  /** Closes what an application has opened whose modules could not be loaded. */
  closeLoaded(): Promise<void>;
}

/** Prepares an application with an API, before its modules are started. */
export function prepareApi(app: INestApplication): void {
  app.useWebSocketAdapter(new StreamAdapter(app));
  app.get(OpenApiService).attach(app);
}

/** A whole controller, hub or collector, started but not listening. Throws ConfigError. */
export async function createApplication(
  config: RuntimeConfig,
  { clock, logger: given, root, prepare, host }: ApplicationOptions,
): Promise<INestApplication> {
  const recent = new RecentLog();
  const write = given ? toLogger(given) : toConsole(config.logFormat);
  const own = new AppLogger(clock, recent, write, config.logLevel, config.hostedAs);
  const logger = host?.shareLog(own) ?? own;
  const adapter = new RackfeedExpressAdapter(clock, config.trustedProxies, config.basePath);
  if (config.logLevel === 'debug') logRequests(adapter);
  const modules = host?.watch(root(recent)) ?? root(recent);
  const options = { abortOnError: false, forceCloseConnections: true, logger };
  const app = await NestFactory.create(modules, adapter, options).catch(async (error: unknown) => {
    await host?.closeLoaded();
    throw error;
  });
  prepare?.(app);
  await app.init().catch(async (error: unknown) => {
    if (host || error instanceof ConfigError) await app.close(); // everything is there, but must not start
    throw error;
  });
  adapter.applyProxyToUpgradesFirst();
  return app;
}

/**
 * Loads a process with its stored data without starting it: it polls, switches, sends and serves nothing. For commands
 * that read stored data. Throws ConfigError.
 */
export async function loadApplication(
  logger: LoggerService,
  root: (clock: Clock, recentLog: RecentLog) => DynamicModule,
): Promise<INestApplication> {
  const clock = new SystemClock();
  const modules = root(clock, new RecentLog());
  const app = await NestFactory.create(modules, new RackfeedExpressAdapter(clock), { abortOnError: false, logger });
  // `init` would also call the hooks that start the process; only its data is to be loaded.
  const load: unknown = Reflect.get(app, 'callInitHook');
  if (typeof load !== 'function') throw new Error('This version of the framework cannot load without starting.');
  await load.call(app);
  return app;
}

/** Lets it listen. Throws ConfigError, after it has closed it. */
export async function listen(app: INestApplication, { host, port }: RuntimeConfig): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    throw portProblem(error, { host, port });
  }
}
