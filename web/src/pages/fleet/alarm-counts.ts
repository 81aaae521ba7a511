import type { HubSchema } from '../../api/client.js';

export type Severity = HubSchema['FleetEventView']['severity'];

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info'];

/** The number of open alarms of these PDUs by severity, the worst first; without those of which there is none. */
export function alarmsOf(
  pdus: readonly Pick<HubSchema['PduView'], 'alarms'>[],
): { readonly severity: Severity; readonly count: number }[] {
  const sumOf = (severity: Severity): number => pdus.reduce((sum, { alarms }) => sum + alarms[severity], 0);
  return SEVERITIES.map((severity) => ({ severity, count: sumOf(severity) })).filter(({ count }) => count > 0);
}
