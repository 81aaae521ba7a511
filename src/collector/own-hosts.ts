import { hostname } from 'node:os';
import { hostIn, isAddress } from '../http/request-host.js';
import type { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { refuse } from '../http/refusals.js';
import { localNamesOf } from '../tls/own-names.js';

/**
 * Lets the port of a collector, which asks for no password, answer by addresses and the names of this machine only: a page of
 * another site whose name leads here (DNS rebinding) could read it otherwise.
 */
export function serveOwnHosts(adapter: RackfeedExpressAdapter, machine = hostname()): void {
  const names = new Set([...localNamesOf(machine), 'localhost']);
  adapter.hostGate = (request, response) => {
    const host = hostIn(request);
    if (host === undefined || isAddress(host) || names.has(host)) return false;
    refuse(response, 'COLLECTOR_HOST_UNKNOWN');
    return true;
  };
}
