import { fileURLToPath } from 'node:url';
import type { INestApplication, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import { RackfeedExpressAdapter } from './http/rackfeed-express.adapter.js';
import { Clock, SystemClock } from './kernel/clock.js';
import { RecentLog } from './kernel/recent-log.js';
import { VERSION } from './kernel/version.js';
import type { Launch } from './launcher/launch.js';
import { Logger, toConsole, toLogger } from './logger.js';
import { OpenApiService } from './openapi/openapi.service.js';
import { logRequests } from './request-log.js';
import { StreamAdapter } from './stream/stream.adapter.js';

export interface AppOptions {
  readonly clock?: Clock;
  /** False: no poll cycle but those that are asked for (tests). */
  readonly polling?: boolean;
  readonly logger?: LoggerService;
  /** What has started this process; a controller that nobody launched cannot be started anew. */
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
  const logger = new Logger(clock, recent, write, config.logLevel);
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
  adapter.placeUpgradesFirst();
  return app;
}
