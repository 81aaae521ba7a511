import { simulatorOf } from '../../src/hardware/drivers/index.js';
import type { PduDriver } from '../../src/hardware/pdu.driver.js';
import type { OnOff } from '../../src/common/units.js';
import type { Moves } from './switching-model.js';

/** Records changes of a simulated PDU's contacts, one entry for each driver command that changed any. */
export class ContactLog {
  #entries: Moves[] = [];

  /** @param ids the relays to watch; entries refer to their indexes */
  constructor(
    private readonly driver: PduDriver,
    private readonly ids: readonly string[],
  ) {
    const { outlets, relayOutputs } = driver;
    if (outlets) {
      const setOutlets = outlets.setOutlets.bind(outlets);
      outlets.setOutlets = (changes) => this.#watch(() => setOutlets(changes));
    }
    if (relayOutputs) {
      const setRelayOutput = relayOutputs.setRelayOutput.bind(relayOutputs);
      relayOutputs.setRelayOutput = (id, state) => this.#watch(() => setRelayOutput(id, state));
    }
  }

  /** The moves since the last call. */
  take(): Moves[] {
    return this.#entries.splice(0);
  }

  async #watch(command: () => Promise<void>): Promise<void> {
    const before = this.#contacts();
    await command();
    const after = this.#contacts();
    const moved = [...after].filter(([place, state]) => before.get(place) !== state);
    if (moved.length > 0) this.#entries.push(new Map(moved));
  }

  #contacts(): Map<number, OnOff> {
    const { outlets, relayOutputs } = this.driver.model;
    const simulator = simulatorOf(this.driver)?.currentState();
    const contacts = new Map<string, OnOff | undefined>();
    outlets.forEach(({ id }, place) => contacts.set(id, simulator?.outlets[place]?.contact));
    relayOutputs.forEach(({ id }, place) => contacts.set(id, simulator?.relayOutputs[place]?.contact));
    return new Map(this.ids.map((id, place) => [place, contacts.get(id) ?? 'OFF']));
  }
}
