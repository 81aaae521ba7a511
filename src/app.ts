import type { INestApplication, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import { RackfeedExpressAdapter } from './http/rackfeed-express.adapter.js';
import { Clock, SystemClock } from './kernel/clock.js';
import { Logger } from './logger.js';
import { OpenApiService } from './openapi/openapi.service.js';
import { StreamAdapter } from './stream/stream.adapter.js';

export interface AppOptions {
  readonly clock?: Clock;
  /** False: no poll cycle but those that are asked for (tests). */
  readonly polling?: boolean;
  readonly logger?: LoggerService;
}

/** The whole controller, started but not listening. Tests run the same one. Throws ConfigError. */
export async function createApp(config: RuntimeConfig, options: AppOptions = {}): Promise<INestApplication> {
  const { clock = new SystemClock(), polling = true, logger = new Logger() } = options;
  const app = await NestFactory.create(AppModule.forRoot(config, clock, polling), new RackfeedExpressAdapter(), {
    abortOnError: false,
    forceCloseConnections: true,
    logger,
  });
  app.useWebSocketAdapter(new StreamAdapter(app));
  app.get(OpenApiService).attach(app);
  return app.init();
}
