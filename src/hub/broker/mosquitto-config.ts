import { isIP } from 'node:net';
import type { HubAddress } from '../../config/runtime-config.js';
import { bridgeTopic, PROTOCOL_VERSION } from '../../fleet-wire/topics.js';
import { BROKER_FILES } from './broker-file-names.js';
import { BROKER_NAME, HUB_NAMES } from './names.js';

const ROOT = `rf/${PROTOCOL_VERSION}`;

/** The broker of a site, which has a bridge to that of the hub. */
export interface SiteBroker {
  readonly site: string;
  /** The broker of the hub. */
  readonly upstream: HubAddress;
}

export interface MosquittoOptions {
  /** The folder with its files, as mosquitto finds it. */
  readonly folder: string;
  readonly port: number;
  /** An address of the machine to listen on; all of them without it. */
  readonly address?: string | undefined;
  /** Undefined for the broker of the hub. */
  readonly bridge?: SiteBroker | undefined;
}

/** The name in the certificate of a broker. */
export const brokerNameOf = (bridge: SiteBroker | undefined): string => bridge?.site ?? BROKER_NAME;

/**
 * The configuration of mosquitto as the broker of a fleet. Each client is who its certificate says, under that name as its
 * client id too, or one PDU could end the connection of another. Nothing is kept for a client that is away: a command
 * must not come late.
 */
export function mosquittoConfiguration({ folder, port, address, bridge }: MosquittoOptions): string {
  const path = (file: string): string => `${folder.replace(/\/$/, '')}/${file}`;
  return lines(
    `listener ${port}${address === undefined ? '' : ` ${address}`}`,
    `cafile ${path(BROKER_FILES.authority)}`,
    `certfile ${path(BROKER_FILES.certificate)}`,
    `keyfile ${path(BROKER_FILES.key)}`,
    `crlfile ${path(BROKER_FILES.revocations)}`,
    'require_certificate true',
    'use_identity_as_username true',
    'use_username_as_clientid true',
    'allow_anonymous false',
    `acl_file ${path(BROKER_FILES.access)}`,
    'persistence false',
    'max_keepalive 120',
    'max_packet_size 131072',
    'max_inflight_messages 1000',
    'max_queued_messages 20000',
    'set_tcp_nodelay true',
    ...(bridge ? bridgeLines(bridge, path) : []),
  );
}

function bridgeLines({ site, upstream: { host, port } }: SiteBroker, path: (file: string) => string): string[] {
  return [
    '',
    `connection rackfeed-${site}`,
    `address ${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    `remote_clientid ${site}`,
    `bridge_cafile ${path(BROKER_FILES.authority)}`,
    `bridge_certfile ${path(BROKER_FILES.certificate)}`,
    `bridge_keyfile ${path(BROKER_FILES.key)}`,
    'bridge_protocol_version mqttv311',
    'try_private true',
    'cleansession true',
    'keepalive_interval 15',
    'restart_timeout 1 30',
    `notification_topic ${bridgeTopic(site)}`,
    `topic ${ROOT}/${site}/+/+/up/# out 1`,
    `topic ${ROOT}/${site}/+/+/down/# in 1`,
  ];
}

/**
 * The access rules. `%u` is the name in the certificate: the id of a PDU, or the site of a bridge. No PDU has
 * the name of a site, and the other way round.
 */
export const ACCESS_RULES = lines(
  ...HUB_NAMES.flatMap((name) => [
    `user ${name}`,
    `topic read ${ROOT}/+/+/+/up/#`,
    `topic read ${bridgeTopic('+')}`,
    `topic write ${ROOT}/+/+/+/down/#`,
    '',
  ]),
  `pattern write ${ROOT}/+/+/%u/up/#`,
  `pattern read ${ROOT}/+/+/%u/down/#`,
  '',
  `pattern write ${ROOT}/%u/+/+/up/#`,
  `pattern read ${ROOT}/%u/+/+/down/#`,
  `pattern readwrite ${bridgeTopic('%u')}`,
);

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
