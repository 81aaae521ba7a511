import type { DynamicModule, INestApplication, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SystemClock, type Clock } from './common/clock.js';
import { ConfigError, type RuntimeConfig } from './config/runtime-config.js';
import { RackfeedExpressAdapter } from './http/rackfeed-express.adapter.js';
import { logRequests } from './http/request-log.js';
import { AppLogger, toConsole, toLogger } from './logging/logger.js';
import { RecentLog } from './logging/recent-log.js';
import { OpenApiService } from './openapi/openapi.service.js';

export interface ApplicationOptions {
  readonly clock: Clock;
  readonly logger?: LoggerService | undefined;
  /** The root module, which gets the newest lines of the log. */
  readonly root: (recentLog: RecentLog) => DynamicModule;
  /** Called before the modules are started. */
  readonly prepare?: (app: INestApplication) => void;
}

/** A whole process, controller or hub, started but not listening. Throws ConfigError. */
export async function createApplication(
  config: RuntimeConfig,
  { clock, logger: given, root, prepare }: ApplicationOptions,
): Promise<INestApplication> {
  const recent = new RecentLog();
  const write = given ? toLogger(given) : toConsole(config.logFormat);
  const logger = new AppLogger(clock, recent, write, config.logLevel);
  const adapter = new RackfeedExpressAdapter(clock, config.trustedProxies, config.basePath);
  if (config.logLevel === 'debug') logRequests(adapter);
  const app = await NestFactory.create(root(recent), adapter, {
    abortOnError: false,
    forceCloseConnections: true,
    logger,
  });
  prepare?.(app);
  app.get(OpenApiService).attach(app);
  await app.init().catch(async (error: unknown) => {
    if (error instanceof ConfigError) await app.close(); // everything is there, but must not start
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
