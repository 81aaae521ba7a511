import type { OnOff } from '../kernel/units.js';
import type { RelayChange } from './relay-intents.service.js';
import type { SwitchOutcome } from './switch-outcome.js';

/** So many commands without an answer in a row count as a fault of the relay's own. */
const SILENCES = 3;

/** Remembers relays whose last switching did not work, until one does. Not kept over a restart. */
export class RelayTroubles {
  readonly #silences = new Map<string, number>();
  /** What each of them was asked for. */
  readonly #asked = new Map<string, OnOff>();

  /** Notes what became of a switching. */
  note(changes: readonly RelayChange[], outcomes: readonly SwitchOutcome[]): void {
    changes.forEach(({ id, state }, place) => {
      const code = outcomes[place]?.error?.code;
      const silences = code === 'HARDWARE_SILENT' ? (this.#silences.get(id) ?? 0) + 1 : 0;
      if (silences > 0) this.#silences.set(id, silences);
      else this.#silences.delete(id);
      if (code === 'RELAY_FAULT' || silences >= SILENCES) this.#asked.set(id, state);
      else if (code === undefined) this.#asked.delete(id);
    });
  }

  /** True for a relay that was asked in vain for a state other than the one measured now. */
  has(relay: string, measured: OnOff | undefined): boolean {
    if (this.#asked.size === 0) return false;
    const asked = this.#asked.get(relay);
    return asked !== undefined && asked !== measured;
  }
}
