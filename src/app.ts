import type { INestApplication, LoggerService } from '@nestjs/common';
import { fileURLToPath } from 'node:url';
import { AppModule } from './app.module.js';
import { createApplication, loadApplication, prepareApi, type ApplicationHost } from './application.js';
import { SystemClock, type Clock } from './common/clock.js';
import { VERSION } from './common/version.js';
import type { RuntimeConfig } from './config/runtime-config.js';
import type { Launch } from './launcher/launch.js';

/**
 * Loads the controller with its stored data without starting it: it polls, switches, sends and serves nothing. For
 * commands that read stored data. Throws ConfigError.
 */
export const loadApp = (config: RuntimeConfig, logger: LoggerService): Promise<INestApplication> =>
  loadApplication(logger, (clock, recent) => AppModule.forRoot(config, clock, false, recent, NOT_LAUNCHED));

export interface AppOptions {
  readonly clock?: Clock;
  /** False: no poll cycles except requested ones (tests). */
  readonly polling?: boolean;
  readonly logger?: LoggerService;
  /** The launcher of this process; without one the controller cannot be restarted. */
  readonly launch?: Launch;
  /** The process, where it has several controllers. */
  readonly host?: ApplicationHost;
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
export function createApp(config: RuntimeConfig, options: AppOptions = {}): Promise<INestApplication> {
  const { clock = new SystemClock(), polling = true, launch = NOT_LAUNCHED, logger, host } = options;
  return createApplication(config, {
    clock,
    logger,
    root: (recent) => AppModule.forRoot(config, clock, polling, recent, launch),
    prepare: prepareApi,
    host,
  });
}
