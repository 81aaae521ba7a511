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
  /**
   * Host and port, as a text for people; null for the one in the hub, and for a caller without `viewNetworkSettings` and
   * `modifyNetworkSettings`.
   * @example "broker.example.com port 8884"
   */
  address: string | null;
  /** ISO 8601: the beginning of the state; null for the one in the hub. @example "2026-11-02T08:15:00.000Z" */
  since: string | null;
  /** The reason why it cannot be reached, which names it; null while it is, and for a caller who may not know `address`. */
  reason: string | null;
  /** Those that the broker of the hub has lost, as far as the caller may see PDUs of them. */
  lostSites: CutLineView[];
}

/** The rights of a reader on what is known of a broker. */
export interface BrokerReader {
  readonly knowsAddress: boolean;
  /** True for a site that the reader may know of. */
  readonly isSeen: (site: string) => boolean;
}

/** @param wallClockOf the wall clock at an uptime */
export function brokerView(
  { state, address, since, reason, lostSites }: BrokerStatus,
  wallClockOf: (uptime: Millis) => Millis,
  { knowsAddress, isSeen }: BrokerReader,
): FleetBrokerView {
  const timeOf = (uptime: Millis): string => new Date(wallClockOf(uptime)).toISOString();
  return {
    state,
    address: (knowsAddress ? address : undefined) ?? null,
    since: state === 'embedded' ? null : timeOf(since),
    reason: (knowsAddress ? reason : undefined) ?? null,
    lostSites: [...lostSites].flatMap(([site, at]) => (isSeen(site) ? [{ site, since: timeOf(at) }] : [])),
  };
}
