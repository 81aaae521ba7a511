import type { HubSchema } from '../../api/client.js';

type Pdu = Pick<HubSchema['PduView'], 'site' | 'state' | 'online'>;

/** The fewest PDUs of a site that are a sign of its line, and not of themselves. */
const FEW = 2;

/** The sites none of whose active PDUs is connected: one fact for each, instead of one for each PDU. */
export function lostSites(pdus: readonly Pdu[]): readonly { readonly site: string; readonly count: number }[] {
  const active = pdus.filter(({ state }) => state === 'active');
  return [...new Set(active.map(({ site }) => site))].sort().flatMap((site) => {
    const there = active.filter((pdu) => pdu.site === site);
    return there.length >= FEW && there.every(({ online }) => online === false) ? [{ site, count: there.length }] : [];
  });
}
