import { useEffect, useSyncExternalStore } from 'react';
import type { HubSchema } from '../api/client.js';
import { fleet, liveConnection } from './live.js';
import type { LivePdu } from './fleet-store.js';

const subscribe = (listener: () => void): (() => void) => fleet.subscribe(listener);

/** The PDUs of the fleet; undefined before the first message of the stream. */
export const useLivePdus = (): readonly HubSchema['PduView'][] | undefined =>
  useSyncExternalStore(subscribe, () => fleet.list);

/** The id of the newest event of a PDU, or of all; undefined without one, and before the first message of the stream. */
export const useNewestEvent = (pdu?: string): number | undefined =>
  useSyncExternalStore(subscribe, () => fleet.newestEvent(pdu));

/** The sites that cannot be reached; undefined before the first message of the stream. */
export const useLiveLostSites = (): readonly HubSchema['LostSiteView'][] | undefined =>
  useSyncExternalStore(subscribe, () => fleet.lostSites);

/** One PDU with its outlets, of which the stream has no other as long as a page shows it; undefined before its first message. */
export function useLivePdu(id: string): LivePdu | undefined {
  useEffect(() => {
    liveConnection.ask(`?pdu=${encodeURIComponent(id)}`);
    return () => liveConnection.ask('');
  }, [id]);
  return useSyncExternalStore(subscribe, () => fleet.one(id));
}
