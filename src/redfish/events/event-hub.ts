import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { isoTime } from '../resources/common.js';
import type { NumberedEvent, RedfishEvent } from './event-record.js';

/** The number of events that a stream which was interrupted can still get. */
const BUFFERED = 200;

/** Gives each event its number, and hands it to whoever sends events. */
@Injectable()
export class EventHub {
  readonly #listeners: ((event: NumberedEvent) => void)[] = [];
  readonly #recent: NumberedEvent[] = [];
  #last: number;

  constructor(private readonly clock: Clock) {
    // Numbers grow across restarts too, because a reader may come back with one from before.
    this.#last = Math.floor(clock.now() / 1000) * 1000;
  }

  onEvent(listener: (event: NumberedEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** Gives an event its number and time. */
  number(event: RedfishEvent): NumberedEvent {
    return { ...event, id: ++this.#last, at: isoTime(this.clock.now()) };
  }

  /** Numbers from now on are above this one: an event with it still waits for a subscriber. */
  numberAfter(id: number): void {
    this.#last = Math.max(this.#last, id);
  }

  publish(event: RedfishEvent): void {
    const numbered = this.number(event);
    this.#recent.push(numbered);
    if (this.#recent.length > BUFFERED) this.#recent.shift();
    for (const listener of this.#listeners) listener(numbered);
  }

  /** The events after the one with this number; undefined if some of them are gone. */
  since(id: number): readonly NumberedEvent[] | undefined {
    const [oldest] = this.#recent;
    if (id > this.#last || (id < this.#last && (oldest === undefined || id < oldest.id - 1))) return undefined;
    return this.#recent.filter((event) => event.id > id);
  }
}
