import { MAX_HUBS } from '../../database/hub-shards.js';

/**
 * The names in the certificates of the hub and of brokers, by which another broker knows them. The bridge of a site has
 * the name of the site; neither a site nor a PDU can have a name with a point.
 */
export const HUB_NAME = 'rackfeed.hub';
/** A broker that takes the name for the client id would disconnect one of two hubs with one name. */
export const hubNameOf = (place: number): string => (place === 1 ? HUB_NAME : `${HUB_NAME}.${place}`);
/** The names of all hubs that can work together. */
export const HUB_NAMES = Array.from({ length: MAX_HUBS }, (_, before) => hubNameOf(before + 1));
export const BROKER_NAME = 'rackfeed.broker';
