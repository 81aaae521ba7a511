import { Injectable, type OnModuleInit } from '@nestjs/common';
import { shortened } from '../../audit/audit-bounds.js';
import { originOf, type Cause } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import type { Writes } from '../../database/statement.js';
import type { OnOff } from '../../common/units.js';
import { IntentJournal } from './intent-journal.js';
import { JournalTable, MAX_CAUSE_NAME } from './journal-table.js';
import { RelayIntentEntity } from '../relay-intent.entity.js';
import { FailingRelays } from './relay-faults.js';

export interface RelayChange {
  /** Outlet id or relay output id. */
  readonly id: string;
  readonly state: OnOff;
}

/** The last command to a relay: its state, time (wall clock) and cause. */
export type LastCommand = Omit<RelayIntentEntity, 'relay' | 'confirmed'>;

const TABLE = new JournalTable('intent', RelayIntentEntity, 'relay');

/** The state last requested of each relay, durable before the relay moves, and which relays have not followed. */
@Injectable()
export class RelayIntentStore implements OnModuleInit {
  readonly failing = new FailingRelays();
  readonly #commands = new Map<string, Omit<RelayIntentEntity, 'relay'>>();

  constructor(
    private readonly journal: IntentJournal,
    private readonly clock: Clock,
  ) {
    journal.register(TABLE);
  }

  async onModuleInit(): Promise<void> {
    for (const { relay, ...asked } of await this.journal.all(TABLE)) this.#commands.set(relay, asked);
  }

  /** The state last requested of an outlet or relay output; undefined for one that was never switched. */
  intendedState(relay: string): OnOff | undefined {
    return this.#commands.get(relay)?.state;
  }

  /** The same, without commands that the relay is not known to have followed. */
  confirmedState(relay: string): OnOff | undefined {
    const last = this.#commands.get(relay);
    return last?.confirmed ?? last?.state;
  }

  /** The last command to an outlet or relay output: its state, time and cause. */
  lastCommand(relay: string): LastCommand | undefined {
    return this.#commands.get(relay);
  }

  /**
   * The commands that the run before may not have carried out: those not known to be followed, and the newest, in whose
   * middle it may have ended. The steps of reboots, of sequences and after a loss of mains go on by themselves.
   */
  unfinishedCommands(): (RelayChange & { readonly confirmed: OnOff | null })[] {
    const newest = [...this.#commands.values()].reduce((at, last) => Math.max(at, last.at), 0);
    return [...this.#commands]
      .filter(([, { at, via, confirmed }]) => confirmed !== null || (at === newest && via !== null && isCommand(via)))
      .map(([id, { state, confirmed }]) => ({ id, state, confirmed }));
  }

  /**
   * Commits the intents, together with the writes of `inSameTransaction` if the database can be written; answers the
   * ids of these writes.
   */
  async commit(
    changes: readonly RelayChange[],
    cause: Cause,
    inSameTransaction: () => Promise<Writes>,
  ): Promise<readonly number[]> {
    const common = {
      ...{ at: this.clock.now(), via: cause.kind, who: shortened(cause.who, MAX_CAUSE_NAME) },
      confirmed: null,
    };
    const ids = await this.journal.commit(
      changes.map(({ id, state }) => TABLE.upsert({ relay: id, state, ...common })),
      inSameTransaction,
    );
    for (const { id, state } of changes) this.#commands.set(id, { state, ...common });
    return ids;
  }

  /**
   * Stores for relays the state that they have for certain, while it is not the one last requested; null once they are known
   * to have followed.
   */
  async confirm(states: ReadonlyMap<string, OnOff | null>): Promise<void> {
    const rows = [...states].flatMap(([relay, confirmed]) => {
      const last = this.#commands.get(relay);
      return last ? [{ ...last, relay, confirmed }] : [];
    });
    for (const { relay, ...last } of rows) this.#commands.set(relay, last);
    await this.journal.commit(rows.map((row) => TABLE.upsert(row)));
  }
}

const isCommand = (kind: Cause['kind']): boolean => originOf({ kind }) === 'command';
