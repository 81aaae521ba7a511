import type { Server } from 'node:http';
import { Inject, Injectable, Logger, Optional, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Ticks } from '../kernel/ticks.js';
import type { Millis } from '../common/clock.js';
import { ServiceManager } from './service-manager.js';

/**
 * Notifies the service manager that the controller is ready, and from then on with keep-alives. These depend on the
 * poll cycle, so a process that hangs is restarted; hardware that does not answer does not end the poll cycle.
 */
@Injectable()
export class WatchdogService implements OnModuleInit {
  readonly #logger = new Logger('Watchdog');
  #nextAt: Millis = 0;
  #isReached = true;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly ticks: Ticks,
    @Optional() @Inject(ServiceManager) private readonly manager?: ServiceManager,
  ) {}

  onModuleInit(): void {
    const { manager } = this;
    if (!manager) return;
    const server = this.http.httpAdapter.getHttpServer() as Server | undefined;
    server?.once('listening', () => this.#notify(manager, 'READY=1', 'STATUS=The poll cycle runs.'));
    const { watchdogTimeout } = manager;
    if (watchdogTimeout === undefined) return;
    this.ticks.onTick('upkeep', ({ uptime }) => {
      if (uptime < this.#nextAt) return;
      this.#nextAt = uptime + watchdogTimeout / 3; // two may be lost
      this.#notify(manager, 'WATCHDOG=1');
    });
  }

  /** Logs once per outage: the log must not fill because the service manager does not answer. */
  #notify(manager: ServiceManager, ...words: readonly string[]): void {
    manager.notify(...words).then(
      () => (this.#isReached = true),
      (error: unknown) => {
        if (this.#isReached)
          this.#logger.error(`The service manager cannot be notified of "${words.join(' ')}": ${String(error)}`);
        this.#isReached = false;
      },
    );
  }
}
