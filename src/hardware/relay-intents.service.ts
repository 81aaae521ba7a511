import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import type { OnOff } from '../kernel/units.js';
import { IntentJournal } from './intent-journal.js';
import { JournalTable } from './journal-table.js';
import { RelayIntent } from './relay-intent.entity.js';

export interface RelayChange {
  /** Outlet id or relay output id. */
  readonly id: string;
  readonly state: OnOff;
}

/** What was last asked of a relay, and when (wall clock). */
export type Asked = Pick<RelayIntent, 'state' | 'at'>;

const TABLE = new JournalTable('intent', RelayIntent, 'relay');

/** The state last asked of each relay, durable before the relay moves. */
@Injectable()
export class RelayIntents implements OnModuleInit {
  readonly #asked = new Map<string, Asked>();

  constructor(
    private readonly journal: IntentJournal,
    private readonly clock: Clock,
  ) {
    journal.register(TABLE);
  }

  async onModuleInit(): Promise<void> {
    for (const { relay, state, at } of await this.journal.all(TABLE)) this.#asked.set(relay, { state, at });
  }

  of(relay: string): OnOff | undefined {
    return this.#asked.get(relay)?.state;
  }

  lastAsked(relay: string): Asked | undefined {
    return this.#asked.get(relay);
  }

  /** Makes the intent durable, together with what `alongside` writes where the database can be written. */
  async commit(changes: readonly RelayChange[], alongside: () => Promise<void>): Promise<void> {
    const at = this.clock.now();
    await this.journal.commit(
      changes.map(({ id, state }) => TABLE.store({ relay: id, state, at })),
      alongside,
    );
    for (const { id, state } of changes) this.#asked.set(id, { state, at });
  }
}
