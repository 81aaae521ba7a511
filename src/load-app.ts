import type { INestApplication, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NOT_LAUNCHED } from './app.js';
import { AppModule } from './app.module.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import { RackfeedExpressAdapter } from './http/rackfeed-express.adapter.js';
import { SystemClock } from './kernel/clock.js';
import { RecentLog } from './kernel/recent-log.js';

/**
 * The controller with all that it knows, and not started: it has no reading, so nothing watches, switches, sends or
 * listens. For commands that look at what is stored. Throws ConfigError.
 */
export async function loadApp(config: RuntimeConfig, logger: LoggerService): Promise<INestApplication> {
  const clock = new SystemClock();
  const modules = AppModule.forRoot(config, clock, false, new RecentLog(), NOT_LAUNCHED);
  const app = await NestFactory.create(modules, new RackfeedExpressAdapter(clock), { abortOnError: false, logger });
  // `init` would call the hooks of a start as well, and those begin to act: only what is stored is to be read.
  const load: unknown = Reflect.get(app, 'callInitHook');
  if (typeof load !== 'function') throw new Error('This version of the framework cannot load without starting.');
  await load.call(app);
  return app;
}
