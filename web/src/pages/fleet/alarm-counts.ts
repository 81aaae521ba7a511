import type { HubSchema } from '../../api/client.js';

export type Severity = HubSchema['FleetEventView']['severity'];

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info'];

/** A PDU with its open alarms; a hub of the release before, while hubs are upgraded one by one, counts none. */
export interface Counted {
  readonly alarms?: HubSchema['PduView']['alarms'];
}

/** The number of open alarms of these PDUs by severity, the worst first; without those of which there is none. */
export function alarmsOf(pdus: readonly Counted[]): { readonly severity: Severity; readonly count: number }[] {
  const sumOf = (severity: Severity): number => pdus.reduce((sum, { alarms }) => sum + (alarms?.[severity] ?? 0), 0);
  return SEVERITIES.map((severity) => ({ severity, count: sumOf(severity) })).filter(({ count }) => count > 0);
}

/** The number of open alarms of a PDU. */
export const alarmCountOf = (pdu: Counted): number => alarmsOf([pdu]).reduce((sum, { count }) => sum + count, 0);
