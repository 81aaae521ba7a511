import { appendFileSync } from 'node:fs';
import type { PduModel } from '../../../src/hardware/profiles/pdu-model.js';
import type { SimulatedPdu } from '../../../src/hardware/drivers/simulator/simulated-pdu.js';

/** A line of the simulator's own record. */
export type RecordedEvent = { readonly at: number } & (
  | { readonly event: 'opened' | 'closed'; readonly connection: number }
  | { readonly event: 'hello'; readonly connection: number; readonly pid: number }
  /** A contact went from one state to another, upon a question of this connection. */
  | { readonly event: 'moved'; readonly connection: number; readonly relay: string; readonly to: string }
);

type WithoutTime<T> = T extends RecordedEvent ? Omit<T, 'at'> : never;

/**
 * Watches the contacts of a simulated PDU and writes down each that moved, whatever was commanded: the record by which a
 * controller is judged. One JSON object a line; `at` is the system's monotonic clock, ms, the same in every process.
 */
export class CommandRecorder {
  #contacts: ReadonlyMap<string, string> | undefined;

  /** @param file appended to; nothing is written down without one */
  constructor(
    private readonly model: PduModel,
    private readonly file?: string,
  ) {}

  record(event: WithoutTime<RecordedEvent>): void {
    if (this.file === undefined) return;
    const at = Number(process.hrtime.bigint() / 1000n) / 1000;
    appendFileSync(this.file, `${JSON.stringify({ at, ...event })}\n`);
  }

  /** Compares the contacts with how they were at the last call. */
  recordMoves(pdu: Readonly<SimulatedPdu>, connection: number): void {
    if (this.file === undefined) return;
    const contacts = contactsOf(this.model, pdu);
    for (const [relay, to] of contacts) {
      const before = this.#contacts?.get(relay);
      if (before !== undefined && before !== to) this.record({ event: 'moved', connection, relay, to });
    }
    this.#contacts = contacts;
  }
}

/** The position of each contact of a simulated PDU, by the id of its outlet, relay output or hub relay. */
function contactsOf(model: PduModel, pdu: Readonly<SimulatedPdu>): ReadonlyMap<string, string> {
  const contacts = new Map<string, string>();
  model.outlets.forEach(({ id }, place) => contacts.set(id, pdu.outlets[place]?.contact ?? ''));
  model.relayOutputs.forEach(({ id }, place) => contacts.set(id, pdu.relayOutputs[place]?.contact ?? ''));
  model.sensors.forEach(({ port }, place) => {
    const sensor = pdu.sensors[place];
    if (sensor?.kind !== 'dio_hub') return;
    sensor.relays.forEach((state, relay) => contacts.set(`${port}${relay + 1}`, state));
    contacts.set(`${port} supply`, sensor.vdcOutput ? 'ON' : 'OFF');
  });
  return contacts;
}
