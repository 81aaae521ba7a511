import type { Millis } from '../../common/clock.js';
import type { SeriesList } from '../../fleet-wire/readings.js';
import { TickEncoder } from '../../fleet-wire/ticks.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import type { HistoryObjects } from '../../history/history-objects.js';
import type { Uplink } from './uplink.js';

/** Sends the readings of each second while the hub holds a lease, because somebody reads them. */
export class TickSender {
  readonly #encoder: TickEncoder;
  readonly #values: Float64Array;
  #until: Millis = -Infinity;

  constructor(
    private readonly uplink: Uplink,
    series: SeriesList,
    private readonly objects: HistoryObjects,
    run: number,
  ) {
    this.#encoder = new TickEncoder(series, run);
    this.#values = new Float64Array(series.length);
  }

  /** @param until Clock.uptime() at which the lease ends */
  onLease(until: Millis, uptime: Millis): void {
    if (this.#until <= uptime) this.#encoder.restart();
    this.#until = Math.max(this.#until, until);
  }

  /** The hub has missed a frame, or a connection begins. */
  restart(): void {
    this.#encoder.restart();
  }

  onSnapshot(now: Snapshot): void {
    if (now.uptime >= this.#until || now.reread || !now.fresh || !this.uplink.isOpen) return;
    this.objects.read(now, this.#values);
    this.uplink.send('tick', this.#encoder.encode(this.#values));
  }
}
