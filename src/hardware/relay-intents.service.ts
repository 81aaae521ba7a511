import { Injectable, type OnModuleInit } from '@nestjs/common';
import { shortened } from '../audit/audit-bounds.js';
import type { Cause } from '../kernel/cause.js';
import { Clock } from '../kernel/clock.js';
import type { OnOff } from '../kernel/units.js';
import { IntentJournal } from './intent-journal.js';
import { JournalTable, LONGEST_NAME } from './journal-table.js';
import { RelayIntent } from './relay-intent.entity.js';

export interface RelayChange {
  /** Outlet id or relay output id. */
  readonly id: string;
  readonly state: OnOff;
}

/** What was last asked of a relay, when (wall clock), and by whom or what. */
export type Asked = Omit<RelayIntent, 'relay'>;

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
    for (const { relay, ...asked } of await this.journal.all(TABLE)) this.#asked.set(relay, asked);
  }

  of(relay: string): OnOff | undefined {
    return this.#asked.get(relay)?.state;
  }

  lastAsked(relay: string): Asked | undefined {
    return this.#asked.get(relay);
  }

  /** Makes the intent durable, together with what `alongside` writes where the database can be written. */
  async commit(changes: readonly RelayChange[], cause: Cause, alongside: () => Promise<void>): Promise<void> {
    const common = { at: this.clock.now(), via: cause.kind, who: shortened(cause.who, LONGEST_NAME) };
    await this.journal.commit(
      changes.map(({ id, state }) => TABLE.store({ relay: id, state, ...common })),
      alongside,
    );
    for (const { id, state } of changes) this.#asked.set(id, { state, ...common });
  }
}
