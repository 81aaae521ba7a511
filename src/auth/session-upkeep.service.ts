import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import { SessionRows } from './session-rows.service.js';
import { SessionService } from './session.service.js';

/** Flash wears: when sessions were last seen is written at most so often. */
const EVERY: Millis = 60_000;

/** What is due about sessions, looked at on each poll cycle. */
@Injectable()
export class SessionUpkeep implements OnModuleInit, BeforeApplicationShutdown {
  #next: Millis = EVERY;

  constructor(
    private readonly sessions: SessionService,
    private readonly rows: SessionRows,
    private readonly failures: FailedSignIns,
    private readonly snapshots: SnapshotStore,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.snapshots.onSnapshot('sessions', () => this.#look());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.failures.closeWindow({ early: true });
    await this.rows.write();
  }

  #look(): void {
    this.failures.closeWindow();
    if (this.clock.uptime() < this.#next) return;
    this.#next = this.clock.uptime() + EVERY;
    this.sessions.sweep();
    if (this.rows.isBehind) void this.rows.write();
  }
}
