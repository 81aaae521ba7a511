import { ApiProperty } from '@nestjs/swagger';
import type { HubAddress } from '../config/runtime-config.js';
import { LINK_STATES, type LinkState, type LinkStatus } from './link-status.js';

/** The link to the hub of the fleet. */
export class FleetLinkView {
  /**
   * `enrolling`: the hub does not know this PDU yet; `pending`: it must be accepted at the hub; `refused`: the hub does not
   * admit it, or is not the right one; `unreachable`: there is no connection to it.
   * @example "connected"
   */
  @ApiProperty({ enum: LINK_STATES })
  state: LinkState;
  /** The beginning of the state, ISO 8601. */
  since: string;
  /** The hub of RACKFEED_HUB, as host:port; absent without one. @example "hub.example:8883" */
  hub?: string | undefined;
  /** The last problem, in a sentence. */
  reason?: string | undefined;
  /** The id of this PDU at the hub; absent before it is enrolled. @example "pdu-7f3a" */
  pdu?: string | undefined;
  /** The site at the hub. @example "berlin" */
  site?: string | undefined;
  /** End of the certificate of this PDU, which is renewed before; ISO 8601. @example "2027-02-02T08:15:00.000Z" */
  certificateEnds?: string | undefined;
  /** Events that the hub has not stored yet. @example 0 */
  eventsWaiting: number;
}

export const fleetLinkView = (status: LinkStatus, hub: HubAddress | undefined): FleetLinkView => ({
  state: status.state,
  since: new Date(status.since).toISOString(),
  hub: hub && `${hub.host.includes(':') ? `[${hub.host}]` : hub.host}:${hub.port}`,
  reason: status.reason,
  pdu: status.pdu,
  site: status.site,
  certificateEnds: status.certificateEnds === undefined ? undefined : new Date(status.certificateEnds).toISOString(),
  eventsWaiting: status.eventsWaiting,
});
