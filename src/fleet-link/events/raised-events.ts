import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { deleteRows, storeRows } from '../../database/rows.js';
import { SINGLE_EVENTS } from '../../fleet-wire/single-events.js';
import type { FleetEvent } from './fleet-event.entity.js';
import { RaisedEventEntity } from './raised-event.entity.js';

/** The events of one key are open one at a time: each replaces the one before. */
export const keyOf = ({
  code,
  event = 0,
  object,
}: Pick<FleetEvent, 'code' | 'object'> & Partial<Pick<FleetEvent, 'event'>>): string => `${code} ${event} ${object}`;

/** A change of {@link RaisedEvents} that is to be written. */
export interface RaisedChange {
  readonly stored: readonly RaisedEventEntity[];
  readonly deleted: readonly string[];
}

/** The events that are open at the hub once it has stored all that wait; those that have no end are not among them. */
@Injectable()
export class RaisedEvents {
  #pdu = '';
  readonly #raised = new Map<string, Readonly<RaisedEventEntity>>();
  readonly #unsaved = new Set<string>();

  load(rows: readonly RaisedEventEntity[]): void {
    this.#raised.clear();
    for (const row of rows) this.#raised.set(row.key, row);
    this.#pdu = rows[0]?.pdu ?? '';
  }

  /** Those that are open, or may be. */
  get all(): readonly Readonly<RaisedEventEntity>[] {
    return [...this.#raised.values()];
  }

  /** True for what is open, or may be. */
  has(key: string): boolean {
    return this.#raised.has(key);
  }

  isCertain(key: string): boolean {
    return this.#raised.get(key)?.certain === true;
  }

  get isUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** The id of this PDU at its hub; empty where it has none. */
  get pdu(): string {
    return this.#pdu;
  }

  /** Forgets what was open, except for what waits: this PDU is another one at its hub. */
  begin(pdu: string, waiting: readonly { readonly content: FleetEvent }[]): void {
    this.#pdu = pdu;
    for (const key of this.#raised.keys()) this.#unsaved.add(key);
    this.#raised.clear();
    for (const { content } of waiting) this.onAdd(content);
  }

  /** An event waits for the hub. */
  onAdd(content: FleetEvent): void {
    if (SINGLE_EVENTS.includes(content.code)) return;
    const key = keyOf(content);
    if (content.raised) this.#raised.set(key, { key, pdu: this.#pdu, content, certain: true });
    else this.#raised.delete(key);
    this.#unsaved.add(key);
  }

  /** One that waited is not sent, so it is not known what the hub has. */
  onDrop(content: FleetEvent): void {
    if (SINGLE_EVENTS.includes(content.code)) return;
    const key = keyOf(content);
    this.#raised.set(key, { key, pdu: this.#pdu, content, certain: false });
    this.#unsaved.add(key);
  }

  /** It is not known what the hub has of all these, except for what waits. The number of those that may have to be sent again. */
  doubt(waiting: readonly { readonly content: FleetEvent }[]): number {
    const sent = new Set(waiting.map(({ content }) => keyOf(content)));
    const doubted = [...this.#raised.values()].filter(({ key }) => !sent.has(key));
    for (const row of doubted) {
      this.#raised.set(row.key, { ...row, certain: false });
      this.#unsaved.add(row.key);
    }
    return doubted.length;
  }

  /** The changes since they were taken last. */
  takeUnsaved(): RaisedChange {
    const stored: RaisedEventEntity[] = [];
    const deleted: string[] = [];
    for (const key of this.#unsaved) {
      const row = this.#raised.get(key);
      if (row) stored.push(row);
      else deleted.push(key);
    }
    this.#unsaved.clear();
    return { stored, deleted };
  }

  /** It could not be written. */
  giveBack({ stored, deleted }: RaisedChange): void {
    for (const { key } of stored) this.#unsaved.add(key);
    for (const key of deleted) this.#unsaved.add(key);
  }

  /** Writes a change in a transaction. */
  async store(entities: EntityManager, { stored, deleted }: RaisedChange): Promise<void> {
    await deleteRows(entities, RaisedEventEntity, 'key', deleted);
    if (stored.length > 0) await storeRows(entities, RaisedEventEntity, stored, 'key');
  }
}
