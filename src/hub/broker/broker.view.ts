import type { Millis } from '../../common/clock.js';
import type { BrokerStatus } from './hub-broker.js';

/** A site whose own broker has lost the line to that of the hub: nothing is known of its PDUs. */
export class CutLineView {
  /** @example "hamburg" */
  site: string;
  /** ISO 8601. */
  since: string;
}

/** The broker between the hub and its PDUs. */
export class FleetBrokerView {
  /**
   * `embedded`: a part of the hub; otherwise it is beside the hub, and nothing is known of any PDU while it is `unreachable`.
   * @example "connected"
   */
  state: 'embedded' | 'connected' | 'unreachable';
  /** Host and port; null for the one in the hub. @example "127.0.0.1:1883" */
  address: string | null;
  /** ISO 8601: the beginning of the state; null for the one in the hub. @example "2026-11-02T08:15:00.000Z" */
  since: string | null;
  /** The reason why it cannot be reached; null while it is. */
  reason: string | null;
  lostSites: CutLineView[];
}

/** @param wallClockOf the wall clock at an uptime */
export function brokerView(
  { state, address, since, reason, lostSites }: BrokerStatus,
  wallClockOf: (uptime: Millis) => Millis,
): FleetBrokerView {
  const timeOf = (uptime: Millis): string => new Date(wallClockOf(uptime)).toISOString();
  return {
    state,
    address: address ?? null,
    since: state === 'embedded' ? null : timeOf(since),
    reason: reason ?? null,
    lostSites: Array.from(lostSites, ([site, at]) => ({ site, since: timeOf(at) })),
  };
}
