import { encodeUp } from '../../fleet-wire/messages.js';
import type { SwitchState } from '../../fleet-wire/minute.js';
import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import { breakersOf, relaysOf } from './switch-states.js';
import type { Uplink } from './uplink.js';

/** The most states in one message. */
const MANY = 512;

/** Sends the state of each relay and breaker that has changed; all of them when a connection begins. */
export class StateSender {
  readonly #objects: readonly string[];
  #known: readonly SwitchState[] | undefined;
  #number = 0;

  constructor(
    private readonly uplink: Uplink,
    private readonly model: PduModel,
    private readonly run: number,
  ) {
    const outlets = model.hasOutlets ? model.outlets : [];
    this.#objects = [...outlets, ...model.banks].map(({ id }) => id);
  }

  /** The hub may have missed any of them. */
  onConnect(): void {
    this.#known = undefined;
  }

  onSnapshot(now: Snapshot): void {
    if (!this.uplink.isOpen) return;
    const states = [...relaysOf(now, this.model), ...breakersOf(now)];
    const changes = states.flatMap((state, place) =>
      this.#known?.[place] === state ? [] : [{ object: this.#objects[place] ?? '', state }],
    );
    this.#known = states;
    for (let at = 0; at < changes.length; at += MANY) {
      const message = { run: this.run, number: ++this.#number, changes: changes.slice(at, at + MANY) };
      this.uplink.send('state', encodeUp('state', message));
    }
  }
}
