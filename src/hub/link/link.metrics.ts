import { HubShards } from '../../database/hub-shards.js';
import { metricsOfOne } from '../../metrics/metric.js';
import { metricsFrom } from '../../metrics/metrics.js';
import { MEMBERSHIP_STATES } from '../pdus/pdu.entity.js';
import { PdusService } from '../pdus/pdus.service.js';
import { HubLink } from './hub-link.js';

interface FleetFacts {
  readonly pdus: PdusService;
  readonly link: HubLink;
  readonly shards: HubShards;
}

const { counter, gauge } = metricsOfOne<FleetFacts>();

const brokerUp = ({ broker: { state } }: HubLink): boolean | undefined =>
  state === 'embedded' ? undefined : state === 'connected';

/** The PDUs of the fleet and their connections. */
export const LINK_METRICS = metricsFrom('fleet', [PdusService, HubLink, HubShards], (pdus, link, shards) => ({
  needs: 'viewGlobalDeviceSettings',
  rows: [
    gauge('rackfeed_fleet_pdus', 'PDUs of the fleet, by state.', (fleet) =>
      MEMBERSHIP_STATES.map((state) => ({
        labels: { state },
        value: fleet.pdus.all.filter((pdu) => pdu.state === state).length,
      })),
    ),
    gauge(
      'rackfeed_fleet_connections',
      'PDUs that are connected to the hub.',
      (fleet) => fleet.pdus.all.filter((pdu) => fleet.link.isConnected(pdu)).length,
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
      'Connections that the hub has ended because a PDU has sent too much.',
      (fleet) => fleet.link.floods,
    ),
  ],
  subjects: () => [{ pdus, link, shards }],
}));
