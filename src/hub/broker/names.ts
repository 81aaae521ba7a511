/**
 * The names in the certificates of the hub and of brokers, by which another broker knows them. The bridge of a site has
 * the name of the site; neither a site nor a PDU can have a name with a point.
 */
export const HUB_NAME = 'rackfeed.hub';
export const BROKER_NAME = 'rackfeed.broker';
