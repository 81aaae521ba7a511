import { appendFileSync } from 'node:fs';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { Plant } from '../simulator/plant.js';

/** A line of the plant's own account. */
export type Testimony = { readonly at: number } & (
  | { readonly event: 'opened' | 'closed'; readonly connection: number }
  | { readonly event: 'hello'; readonly connection: number; readonly pid: number }
  /** A contact went from one state to another, upon a question of this connection. */
  | { readonly event: 'moved'; readonly connection: number; readonly relay: string; readonly to: string }
);

type Told<T> = T extends Testimony ? Omit<T, 'at'> : never;

/**
 * Watches the contacts of a plant and writes down each that moved, whoever was told what: the account by which a
 * controller is judged. One JSON object a line; `at` is the system's monotonic clock, ms, the same in every process.
 */
export class Witness {
  #contacts: ReadonlyMap<string, string> | undefined;

  /** @param file appended to; nothing is written down without one */
  constructor(
    private readonly model: PduModel,
    private readonly file?: string,
  ) {}

  note(testimony: Told<Testimony>): void {
    if (this.file === undefined) return;
    const at = Number(process.hrtime.bigint() / 1000n) / 1000;
    appendFileSync(this.file, `${JSON.stringify({ at, ...testimony })}\n`);
  }

  /** Compares the contacts with how they were at the last look. */
  look(plant: Readonly<Plant>, connection: number): void {
    if (this.file === undefined) return;
    const contacts = contactsOf(this.model, plant);
    for (const [relay, to] of contacts) {
      const before = this.#contacts?.get(relay);
      if (before !== undefined && before !== to) this.note({ event: 'moved', connection, relay, to });
    }
    this.#contacts = contacts;
  }
}

/** Where each contact of a plant is, by the id of its outlet, relay output or hub relay. */
function contactsOf(model: PduModel, plant: Readonly<Plant>): ReadonlyMap<string, string> {
  const contacts = new Map<string, string>();
  model.outlets.forEach(({ id }, place) => contacts.set(id, plant.outlets[place]?.contact ?? ''));
  model.relayOutputs.forEach(({ id }, place) => contacts.set(id, plant.relayOutputs[place]?.contact ?? ''));
  model.sensors.forEach(({ port }, place) => {
    const sensor = plant.sensors[place];
    if (sensor?.kind !== 'dio_hub') return;
    sensor.relays.forEach((state, relay) => contacts.set(`${port}${relay + 1}`, state));
    contacts.set(`${port} supply`, sensor.vdcOutput ? 'ON' : 'OFF');
  });
  return contacts;
}
