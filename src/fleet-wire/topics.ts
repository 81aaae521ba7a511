import { isSite } from '../common/site-name.js';

/** The version of the protocol between a hub and its controllers; part of every topic. */
export const PROTOCOL_VERSION = 1;

/** The messages of a controller, with the last level of their topic. */
export const UP_KINDS = {
  hello: 'h',
  gone: 'g',
  minute: 'm',
  tick: 't',
  state: 's',
  event: 'e',
  answer: 'a',
  reply: 'r',
} as const;

/** The messages of a hub, with the last level of their topic. */
export const DOWN_KINDS = {
  now: 'n',
  command: 'c',
  close: 'x',
  lease: 'l',
  key: 'k',
  query: 'q',
  desired: 'd',
  stored: 'ok',
} as const;

export type UpKind = keyof typeof UP_KINDS;
export type DownKind = keyof typeof DOWN_KINDS;

/** One PDU among the topics: its site, the shard of hub nodes that it belongs to, and its id, which its certificate names. */
export interface LinkAddress {
  readonly site: string;
  readonly shard: number;
  readonly pdu: string;
}

/** The topic of a message of a PDU. */
export interface UpTopic {
  readonly address: LinkAddress;
  readonly direction: 'up';
  readonly kind: UpKind;
}

export type ParsedTopic =
  UpTopic | { readonly address: LinkAddress; readonly direction: 'down'; readonly kind: DownKind };

/** The most shards that a fleet can have. */
export const MAX_SHARDS = 1024;

const PDU_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHARD = /^(0|[1-9]\d{0,3})$/;

export const isPduId = (id: string): boolean => PDU_ID.test(id);
export const isShard = (shard: number): boolean => Number.isInteger(shard) && shard >= 0 && shard < MAX_SHARDS;

export const upTopic = (address: LinkAddress, kind: UpKind): string => `${baseOf(address)}/up/${UP_KINDS[kind]}`;
export const downTopic = (address: LinkAddress, kind: DownKind): string =>
  `${baseOf(address)}/down/${DOWN_KINDS[kind]}`;

/** The filter of everything that a hub sends to one PDU. */
export const downFilter = (address: LinkAddress): string => `${baseOf(address)}/down/+`;

/** The filter of everything that the PDUs of a shard send, at every site. */
export const shardFilter = (shard: number): string => `rf/${PROTOCOL_VERSION}/+/${shard}/+/up/+`;

/** The filter of everything that PDUs send, at every site and in every shard. */
export const UP_FILTER = `rf/${PROTOCOL_VERSION}/+/+/+/up/+`;

/** The topic on which the bridge of a site says at the broker of the hub whether its line stands: `1` or `0`, retained. */
export const bridgeTopic = (site: string): string => `rf/${PROTOCOL_VERSION}/${site}/bridge`;
export const BRIDGE_FILTER = bridgeTopic('+');

/** The site whose bridge speaks on this topic; undefined for any other topic. */
export function siteOfBridge(topic: string): string | undefined {
  const [root, version, site = '', last, ...rest] = topic.split('/');
  const isBridge = root === 'rf' && version === String(PROTOCOL_VERSION) && last === 'bridge' && rest.length === 0;
  return isBridge && isSite(site) ? site : undefined;
}

/** The address and kind in a topic; undefined for one that is not of this protocol and version. */
export function parseTopic(topic: string): ParsedTopic | undefined {
  const parts = partsOf(topic);
  if (parts?.direction === 'up') {
    const kind = UP_BY_LETTER.get(parts.letter);
    return kind && { address: parts.address, direction: 'up', kind };
  }
  const kind = parts && DOWN_BY_LETTER.get(parts.letter);
  return kind && { address: parts.address, direction: 'down', kind };
}

/** The id of the PDU that sends on a topic, also where only a later release knows the kind of message; else undefined. */
export function senderOf(topic: string): string | undefined {
  const parts = partsOf(topic);
  return parts?.direction === 'up' ? parts.address.pdu : undefined;
}

interface TopicParts {
  readonly address: LinkAddress;
  readonly direction: 'up' | 'down';
  /** The last level, by which the kind of message is known. */
  readonly letter: string;
}

function partsOf(topic: string): TopicParts | undefined {
  const [root, version, site = '', shardText = '', pdu = '', direction, letter = '', ...rest] = topic.split('/');
  if (root !== 'rf' || version !== String(PROTOCOL_VERSION) || rest.length > 0) return undefined;
  const shard = SHARD.test(shardText) ? Number(shardText) : NaN;
  if (!isSite(site) || !isShard(shard) || !isPduId(pdu)) return undefined;
  return direction === 'up' || direction === 'down' ? { address: { site, shard, pdu }, direction, letter } : undefined;
}

/** Throws for a name that would be another topic. */
function baseOf({ site, shard, pdu }: LinkAddress): string {
  if (!isSite(site) || !isShard(shard) || !isPduId(pdu)) {
    throw new Error(`No topic can be made of the site "${site}", the shard ${shard} and the PDU "${pdu}".`);
  }
  return `rf/${PROTOCOL_VERSION}/${site}/${shard}/${pdu}`;
}

const byLetter = <Kind extends string>(kinds: Readonly<Record<Kind, string>>): ReadonlyMap<string, Kind> =>
  new Map((Object.keys(kinds) as Kind[]).map((kind) => [kinds[kind], kind]));
const UP_BY_LETTER = byLetter<UpKind>(UP_KINDS);
const DOWN_BY_LETTER = byLetter<DownKind>(DOWN_KINDS);
