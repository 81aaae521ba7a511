import type { Millis } from '../../common/clock.js';
import { staggeredOffset } from '../../common/staggered-offset.js';
import { encodeMinute, type SwitchState } from '../../fleet-wire/minute.js';
import type { SeriesList } from '../../fleet-wire/readings.js';
import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import type { OpenMinute } from '../../history/open-minute.js';
import { breakersOf, relaysOf } from './switch-states.js';
import type { Uplink } from './uplink.js';

const MINUTE: Millis = 60_000;

interface States {
  readonly minute: number;
  readonly relays: readonly SwitchState[];
  readonly breakers: readonly SwitchState[];
}

/** Sends each minute of the history when it is over. One that finds no connection is asked for by the hub later. */
export class MinuteSender {
  /** After the end of a minute. */
  readonly #sendAfter: Millis;
  #over: { readonly minute: OpenMinute; readonly states: States } | undefined;
  /** The states at the newest snapshot, and those at the last one of the minute before. */
  #now: States = { minute: -1, relays: [], breakers: [] };
  #before = this.#now;

  constructor(
    private readonly uplink: Uplink,
    private readonly series: SeriesList,
    private readonly model: PduModel,
    pdu: string,
  ) {
    this.#sendAfter = staggeredOffset(pdu, MINUTE);
  }

  onMinute(minute: OpenMinute): void {
    if (this.#over) this.#send(); // the clock was set
    this.#over = { minute, states: this.#now.minute === minute.minute ? this.#now : this.#before };
  }

  onSnapshot(now: Snapshot): void {
    const minute = Math.floor(now.takenAt / MINUTE);
    if (minute !== this.#now.minute) this.#before = this.#now;
    this.#now = { minute, relays: relaysOf(now, this.model), breakers: breakersOf(now) };
    const isDue = this.#over && now.takenAt - (this.#over.minute.minute + 1) * MINUTE >= this.#sendAfter;
    if (isDue) this.#send();
  }

  #send(): void {
    const over = this.#over;
    this.#over = undefined;
    if (!over || !this.uplink.isOpen) return;
    const { length } = this.series;
    const [means, peaks] = [new Float64Array(length).fill(NaN), new Float64Array(length).fill(NaN)];
    for (let place = 0; place < length; place++) {
      over.minute.of(place, (_series, _count, mean, _min, max) => ([means[place], peaks[place]] = [mean, max]));
    }
    const { relays, breakers } = over.states;
    this.uplink.send(
      'minute',
      encodeMinute({ minute: over.minute.minute, means, peaks, relays, breakers }, this.series),
    );
  }
}
