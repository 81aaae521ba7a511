import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { PduDeletion } from '../pdus/pdu-deletion.js';
import { NO_ALARMS, PduFacts, type AlarmCounts } from '../pdus/pdu-facts.js';
import { EventsStore } from './events.store.js';

/** The number of open events of each PDU and its newest event, in memory: the stream has them of every PDU each second. */
@Injectable()
export class PduAlarms implements OnModuleInit {
  readonly #counts = new Map<string, AlarmCounts>();
  readonly #newest = new Map<string, number>();
  /** The id of the newest event that is counted. */
  #seen = 0;

  constructor(
    private readonly db: Db,
    private readonly store: EventsStore,
    private readonly facts: PduFacts,
    private readonly deletion: PduDeletion,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.count();
    // Another hub may have deleted some too.
    this.store.follow(() => this.count([...this.#counts.keys()]));
    this.deletion.register({ forget: ({ id }) => this.#forget(id) });
    this.facts.register(({ id, state }) => ({
      alarms: (state === 'revoked' ? undefined : this.#counts.get(id)) ?? NO_ALARMS,
      newestEvent: this.#newest.get(id) ?? null,
    }));
  }

  /** Counts those of PDUs with new events again, and those of these PDUs. Joins the running transaction. */
  async count(others: readonly string[] = []): Promise<void> {
    const newest = await this.store.newestAfter(this.#seen);
    const pdus = new Set([...newest.map(({ pdu }) => pdu), ...others]);
    if (pdus.size === 0) return;
    const counted = new Map<string, AlarmCounts>();
    for (const { pdu, severity, count } of await this.store.openOf([...pdus])) {
      counted.set(pdu, { ...(counted.get(pdu) ?? NO_ALARMS), [severity]: count });
    }
    this.db.afterCommit(() => {
      for (const { pdu, id } of newest) {
        this.#newest.set(pdu, id);
        this.#seen = Math.max(this.#seen, id);
      }
      for (const pdu of pdus) {
        const counts = counted.get(pdu);
        if (counts) this.#counts.set(pdu, counts);
        else this.#counts.delete(pdu);
      }
    });
  }

  /** Forgets all. Joins the running transaction. */
  clear(): void {
    this.db.afterCommit(() => {
      this.#counts.clear();
      this.#newest.clear();
    });
  }

  #forget(pdu: string): void {
    this.#counts.delete(pdu);
    this.#newest.delete(pdu);
  }
}
