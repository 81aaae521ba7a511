import type { INestApplication, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { fileURLToPath } from 'node:url';
import { AppModule } from './app.module.js';
import { Clock, SystemClock } from './common/clock.js';
import { VERSION } from './common/version.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import { RackfeedExpressAdapter } from './http/rackfeed-express.adapter.js';
import { logRequests } from './http/request-log.js';
import type { Launch } from './launcher/launch.js';
import { AppLogger, toConsole, toLogger } from './logging/logger.js';
import { RecentLog } from './logging/recent-log.js';
import { OpenApiService } from './openapi/openapi.service.js';
import { StreamAdapter } from './stream/stream.adapter.js';

/**
 * Loads the controller with its stored data without starting it: it polls, switches, sends and serves nothing. For
 * commands that read stored data. Throws ConfigError.
 */
export async function loadApp(config: RuntimeConfig, logger: LoggerService): Promise<INestApplication> {
  const clock = new SystemClock();
  const modules = AppModule.forRoot(config, clock, false, new RecentLog(), NOT_LAUNCHED);
  const app = await NestFactory.create(modules, new RackfeedExpressAdapter(clock), { abortOnError: false, logger });
  // `init` would also call the hooks that start the controller; only its data is to be loaded.
  const load: unknown = Reflect.get(app, 'callInitHook');
  if (typeof load !== 'function') throw new Error('This version of the framework cannot load without starting.');
  await load.call(app);
  return app;
}

export interface AppOptions {
  readonly clock?: Clock;
  /** False: no poll cycles except requested ones (tests). */
  readonly polling?: boolean;
  readonly logger?: LoggerService;
  /** The launcher of this process; without one the controller cannot be restarted. */
  readonly launch?: Launch;
}

export const NOT_LAUNCHED: Launch = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  place: 'base',
  isTrial: false,
  baseVersion: VERSION,
  baseRoot: fileURLToPath(new URL('..', import.meta.url)),
  restart: () => undefined,
};

/** The whole controller, started but not listening. Tests run the same one. Throws ConfigError. */
export async function createApp(config: RuntimeConfig, options: AppOptions = {}): Promise<INestApplication> {
  const { clock = new SystemClock(), polling = true, launch = NOT_LAUNCHED } = options;
  const recent = new RecentLog();
  const write = options.logger ? toLogger(options.logger) : toConsole(config.logFormat);
  const logger = new AppLogger(clock, recent, write, config.logLevel);
  const adapter = new RackfeedExpressAdapter(clock, config.trustedProxies, config.basePath);
  if (config.logLevel === 'debug') logRequests(adapter);
  const app = await NestFactory.create(AppModule.forRoot(config, clock, polling, recent, launch), adapter, {
    abortOnError: false,
    forceCloseConnections: true,
    logger,
  });
  app.useWebSocketAdapter(new StreamAdapter(app));
  app.get(OpenApiService).attach(app);
  await app.init();
  adapter.applyProxyToUpgradesFirst();
  return app;
}
