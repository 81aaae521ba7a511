import { describe } from '@jest/globals';
import { describeWith } from '../support/process/programs.js';
import { BridgedMosquitto, FleetMosquitto, FleetNats } from '../support/servers/fleet-brokers.js';
import { checkLink } from './link.contract.js';

describe('the link over the broker in a hub', () => checkLink());
describeWith('mosquitto', 'the link over mosquitto', () => checkLink(() => FleetMosquitto.make()));
describeWith('mosquitto', 'the link over the mosquitto of a site with a bridge to that of the hub', () =>
  checkLink(() => BridgedMosquitto.make()),
);
describeWith('nats-server', 'the link over the MQTT listener of nats-server', () => checkLink(() => FleetNats.make()));
