import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import { Clock } from '../kernel/clock.js';
import type { OnOff } from '../kernel/units.js';
import { RelayIntent } from './relay-intent.entity.js';

export interface RelayChange {
  /** Outlet id or relay output id. */
  readonly id: string;
  readonly state: OnOff;
}

/** The state last asked of each relay, durable before the relay moves. */
@Injectable()
export class RelayIntents implements OnModuleInit {
  readonly #states = new Map<string, OnOff>();

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const { relay, state } of await this.db.all(RelayIntent)) this.#states.set(relay, state);
  }

  of(relay: string): OnOff | undefined {
    return this.#states.get(relay);
  }

  /** Commits the intent; called inside the unit of work that also records the deed. */
  async commit(changes: readonly RelayChange[]): Promise<void> {
    const at = this.clock.now();
    await this.db.write(async (entities) => {
      const rows = changes.map(({ id, state }) => ({ relay: id, state, at }));
      await entities.upsert(RelayIntent, rows, ['relay']);
    });
    for (const { id, state } of changes) this.#states.set(id, state);
  }
}
