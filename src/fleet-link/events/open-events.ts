import { Injectable } from '@nestjs/common';
import { Budgets } from '../../common/budgets.js';
import type { Millis } from '../../common/clock.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { CHANGES_OF_ONE } from '../../timeline/hardware-changes.service.js';
import { EventOutbox } from './event-outbox.js';
import { EventSource } from './event-source.js';
import type { FleetEvent } from './fleet-event.entity.js';
import { keyOf, RaisedEvents } from './raised-events.js';

/** More than a PDU has objects that change often. */
const MAX_REMEMBERED = 10_000;

/**
 * Makes the events that are open at the hub those that last at this PDU: compares the two at the start, and whenever something
 * lasts or ends that was not sent as it happened. What the hub does not know of it is added to the outbox.
 */
@Injectable()
export class OpenEvents {
  #isDue = true;
  #run = 0;
  #pdu: () => string | undefined = () => undefined;
  readonly #changes = new Budgets(CHANGES_OF_ONE, MAX_REMEMBERED);

  constructor(
    private readonly outbox: EventOutbox,
    private readonly raised: RaisedEvents,
    private readonly source: EventSource,
    private readonly snapshots: SnapshotStore,
  ) {}

  /** @param pdu the id of this PDU at its hub; undefined while the hub learns of nothing */
  start(run: number, pdu: () => string | undefined): void {
    this.#run = run;
    this.#pdu = pdu;
    this.source.follow(
      (event) => this.#onEvent(event),
      () => (this.#isDue = true),
    );
  }

  /** Compares what is open with what lasts, if that is due. Called once a second. */
  onTick(uptime: Millis): void {
    const pdu = this.#pdu();
    if (pdu === undefined) return;
    if (pdu !== this.raised.pdu) {
      this.raised.begin(pdu, this.outbox.waiting);
      this.#isDue = true;
    }
    if (this.outbox.isDoubted) this.#isDue = true;
    // While nothing more can wait, nothing is dropped for it either.
    if (!this.#isDue || this.outbox.isFull) return;
    // Until the hardware has answered, nothing says what ended while the controller was stopped.
    const { fresh, readAt } = this.snapshots.current;
    const isKnown = fresh || readAt > 0;
    this.#isDue = !isKnown;
    const lasting = new Map(this.source.lasting.map(({ key, event }) => [key, event]));
    for (const { key, content } of isKnown ? this.raised.all : []) {
      if (!lasting.has(key)) this.#add(key, uptime, () => this.source.endOf(content));
    }
    for (const [key, event] of lasting) if (!this.raised.isCertain(key)) this.#add(key, uptime, event);
    if (isKnown) this.outbox.endDoubt(this.#run);
  }

  #onEvent(event: FleetEvent): void {
    if (this.#pdu() === undefined) this.#isDue = true;
    else if (event.raised || this.raised.has(keyOf(event))) this.outbox.add(event, this.#run);
    // The outbox may have dropped one.
    if (this.outbox.isFull) this.#isDue = true;
  }

  /** Those for which there is no place now follow later. */
  #add(key: string, uptime: Millis, event: () => FleetEvent): void {
    if (this.outbox.isFull || this.#changes.spend(key, uptime) > 0) this.#isDue = true;
    else this.outbox.add(this.outbox.isDoubted ? { ...event(), again: true } : event(), this.#run);
  }
}
