import { describe } from '@jest/globals';
import { describeWith } from '../support/process/programs.js';
import { startAedes, startMosquitto, startNatsServer } from '../support/servers/brokers.js';
import { checkBroker } from './broker.contract.js';

describe('aedes, the broker inside a small hub', () => checkBroker(startAedes));
describeWith('mosquitto', 'mosquitto', () => checkBroker(startMosquitto));
describeWith('nats-server', 'the MQTT listener of nats-server', () => checkBroker(startNatsServer));
