import { PROTOCOL_VERSION } from '../../fleet-wire/topics.js';
import type { BrokerWanted } from '../../common/broker-setup.js';
import { BROKER_FILES } from './broker-file-names.js';
import { HUB_NAMES } from './names.js';

/** The subjects of MQTT's own subscriptions, which each client reads. */
const SUBSCRIPTIONS = '$MQTT.sub.>';
const ROOT = `rf.${PROTOCOL_VERSION}`;

export type NatsOptions = Pick<BrokerWanted, 'folder' | 'port'> & {
  /** An address of the machine to listen on; all of them without it. */
  readonly address?: string | undefined;
};

/**
 * The MQTT listener of nats-server for a fleet, and the users of the server: its rules have no pattern for the name in a
 * certificate, so each hub and each PDU has a line of its own.
 * @param pdus ids of the PDUs that may connect
 */
export function natsConfiguration({ folder, port, address = '0.0.0.0' }: NatsOptions, pdus: readonly string[]): string {
  const path = (file: string): string => JSON.stringify(`${folder.replace(/\/$/, '')}/${file}`);
  const hubs = HUB_NAMES.map((name) =>
    user(name, [`${ROOT}.*.*.*.down.>`], [`${ROOT}.*.*.*.up.>`, `${ROOT}.*.bridge`]),
  );
  const ofPdus = pdus.map((id) => user(id, [`${ROOT}.*.*.${id}.up.>`], [`${ROOT}.*.*.${id}.down.>`]));
  return [
    'mqtt {',
    `  listen: ${JSON.stringify(`${address}:${port}`)}`,
    '  tls {',
    `    cert_file: ${path(BROKER_FILES.certificate)}`,
    `    key_file: ${path(BROKER_FILES.key)}`,
    `    ca_file: ${path(BROKER_FILES.authority)}`,
    '    verify_and_map: true',
    '  }',
    '}',
    'authorization { users: [',
    ...hubs,
    ...ofPdus,
    '] }',
    '',
  ].join('\n');
}

const user = (name: string, publish: readonly string[], subscribe: readonly string[]): string =>
  `  { user: "CN=${name}", permissions: { publish: ${list(publish)}, subscribe: ${list([...subscribe, SUBSCRIPTIONS])} } }`;

const list = (subjects: readonly string[]): string => `[${subjects.map((each) => JSON.stringify(each)).join(', ')}]`;
