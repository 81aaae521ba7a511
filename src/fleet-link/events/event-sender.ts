import type { Clock, Millis } from '../../common/clock.js';
import { encodeUp } from '../../fleet-wire/messages.js';
import type { Uplink } from '../sending/uplink.js';
import type { EventOutbox, WaitingEvent } from './event-outbox.js';

/** Events that are under way at once; those that follow wait until the hub has stored some. */
const AT_ONCE = 100;
const AGAIN_AFTER: Millis = 5000;

/** Sends the events that wait until the hub has stored them. */
export class EventSender {
  /** The number of the newest that was sent on this connection. */
  #sent = 0;
  #sentAt: Millis = -Infinity;

  /** @param hubTime the hub's clock; undefined while it is not known, and nothing is sent */
  constructor(
    private readonly uplink: Uplink,
    private readonly outbox: EventOutbox,
    private readonly clock: Clock,
    private readonly run: number,
    private readonly hubTime: () => Millis | undefined,
  ) {}

  onConnect(): void {
    this.#sent = 0;
  }

  onStored(number: number): void {
    this.outbox.confirm(number);
    this.send();
  }

  /** The hub has these up to a number that is not the one that it has confirmed. */
  onNewest(number: number): void {
    this.outbox.onHubHas(number);
  }

  /** Called once a second. */
  onTick(uptime: Millis): void {
    if (uptime - this.#sentAt >= AGAIN_AFTER) this.#sent = 0;
    this.send();
  }

  /** Sends those that were not sent yet. */
  send(): void {
    const hubTime = this.hubTime();
    if (!this.uplink.isOpen || hubTime === undefined) return;
    const some = this.outbox.ready.slice(0, AT_ONCE);
    const newest = some.at(-1)?.number ?? 0;
    if (newest <= this.#sent) return;
    some.forEach((event, place) => {
      if (event.number <= this.#sent) return;
      const message = { ...this.#messageOf(event, hubTime), after: some[place - 1]?.number ?? 0 };
      this.uplink.send('event', encodeUp('event', message));
    });
    this.#sent = newest;
    this.#sentAt = this.clock.uptime();
  }

  /** The time of an earlier run is known by the wall clock only; that of this one even when the wall clock was set. */
  #messageOf({ number, run, at, uptime, content }: WaitingEvent, hubTime: Millis) {
    const age = run === this.run ? this.clock.uptime() - uptime : this.clock.now() - at;
    return { ...content, run, number, at: Math.max(0, Math.floor(hubTime - age)) };
  }
}
