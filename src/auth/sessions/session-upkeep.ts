import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Ticks } from '../../kernel/ticks.js';
import { Clock, type Millis } from '../../common/clock.js';
import { FailedSignInLog } from '../sign-in/failed-sign-in-log.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';

/** Shortest time between two writes of when sessions were last seen, to spare the flash. */
const WRITE_INTERVAL: Millis = 60_000;
/** The same on a PostgreSQL server, where other hubs must not take them for idle. */
const SHARED_WRITE_INTERVAL: Millis = 10_000;

/** Removes expired sessions and writes pending changes, on each poll cycle. */
@Injectable()
export class SessionUpkeep implements OnModuleInit, BeforeApplicationShutdown {
  #next: Millis = WRITE_INTERVAL;

  constructor(
    private readonly sessions: SessionService,
    private readonly rows: SessionRepository,
    private readonly failures: FailedSignInLog,
    private readonly ticks: Ticks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.ticks.onTick('upkeep', () => this.#onTick());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.failures.closeWindow({ early: true });
    await this.rows.write();
  }

  #onTick(): void {
    this.failures.closeWindow();
    if (this.clock.uptime() < this.#next) return;
    this.#next = this.clock.uptime() + (this.rows.areShared ? SHARED_WRITE_INTERVAL : WRITE_INTERVAL);
    this.sessions.sweep();
    if (this.rows.isBehind) void this.rows.write();
  }
}
