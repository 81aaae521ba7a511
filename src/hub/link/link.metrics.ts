import type { Access } from '../../common/access.js';
import { HubShards } from '../../database/hub-shards.js';
import { metricsOfOne } from '../../metrics/metric.js';
import { metricsFrom } from '../../metrics/metrics.js';
import { mayView } from '../access.js';
import { MEMBERSHIP_STATES, type Pdu } from '../pdus/pdu.entity.js';
import { PdusService } from '../pdus/pdus.service.js';
import { HubLink } from './hub-link.js';

interface FleetFacts {
  /** The PDUs that the reader may view, and whether these are all. */
  readonly pdus: readonly Pdu[];
  readonly areAll: boolean;
  readonly link: HubLink;
  readonly shards: HubShards;
}

const { counter, gauge } = metricsOfOne<FleetFacts>();

const brokerUp = ({ broker: { state } }: HubLink): boolean | undefined =>
  state === 'embedded' ? undefined : state === 'connected';

function factsFor(access: Access, { all }: PdusService, link: HubLink, shards: HubShards): FleetFacts {
  const pdus = all.filter((pdu) => mayView({ access }, pdu));
  return { pdus, areAll: pdus.length === all.length, link, shards };
}

/** The PDUs of the fleet and their connections, as far as the role may view them. */
export const LINK_METRICS = metricsFrom('fleet', [PdusService, HubLink, HubShards], (pdus, link, shards) => ({
  needs: 'viewGlobalDeviceSettings',
  rows: [
    gauge('rackfeed_fleet_pdus', 'PDUs of the fleet that the role may view, by state.', (fleet) =>
      MEMBERSHIP_STATES.map((state) => ({
        labels: { state },
        value: fleet.pdus.filter((pdu) => pdu.state === state).length,
      })),
    ),
    gauge(
      'rackfeed_fleet_connections',
      'PDUs that are connected to the hub and that the role may view.',
      (fleet) => fleet.pdus.filter((pdu) => fleet.link.isConnected(pdu)).length,
    ),
    gauge(
      'rackfeed_fleet_broker_up',
      '1 while the hub is connected to the broker beside it; absent where the broker is a part of the hub.',
      (fleet) => brokerUp(fleet.link),
    ),
    gauge(
      'rackfeed_fleet_shards',
      'Shards of PDUs for which this hub acts, of 64; absent where it has the database alone.',
      (fleet) => fleet.shards.count,
    ),
    counter(
      'rackfeed_fleet_floods_total',
      'Connections that the hub has ended because a PDU has sent too much; for roles that may view all PDUs.',
      (fleet) => (fleet.areAll ? fleet.link.floods : undefined),
    ),
  ],
  subjects: (access) => [factsFor(access, pdus, link, shards)],
}));
