import type { OutletsAnswer, PduAnswer } from './answers.js';
import type { HubClient } from './hub-client.js';

/** The PDU with this id, name or serial number. Throws where none or several have it. */
export async function findPdu(hub: HubClient, wanted: string): Promise<PduAnswer> {
  const found = await hub.all<PduAnswer>('api/fleet/pdus', { q: wanted });
  return theOne(
    found.filter(({ id, name, serial }) => [id, name, serial].includes(wanted)),
    `PDU "${wanted}"`,
  );
}

/** The id of the outlet with this id or name at a PDU; what is unknown is left to the hub, which refuses it. */
export async function findOutlet(hub: HubClient, { id, name }: PduAnswer, wanted: string): Promise<string> {
  const { outlets } = await hub.ask<OutletsAnswer>(`api/fleet/pdus/${id}/outlets`);
  if (outlets.length === 0 || outlets.some((outlet) => outlet.id === wanted)) return wanted;
  const named = outlets.filter((outlet) => outlet.name === wanted);
  return theOne(named, `outlet "${wanted}" of ${name}`).id;
}

function theOne<T extends { readonly id: string }>(found: readonly T[], what: string): T {
  const [first] = found;
  if (!first) throw new Error(`There is no ${what}.`);
  if (found.length === 1) return first;
  throw new Error(`There is more than one ${what}; name one by its id: ${found.map(({ id }) => id).join(', ')}.`);
}
