import { VERSION } from '../common/version.js';

/** The version of upsd whose answers these are. */
export const SERVER_VERSION = '2.8.0';
/** The first words are those of upsd, by which some clients recognise it. */
export const SERVER_INFO = `Network UPS Tools upsd ${SERVER_VERSION} - Rackfeed ${VERSION}`;
/** The version of the protocol. */
export const NETWORK_VERSION = '1.3';
