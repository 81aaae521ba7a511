import { isIP } from 'node:net';

/** The sockets on which the controller itself listens. */
export interface OwnSockets {
  readonly ports: ReadonlySet<number>;
  /** Addresses of its interfaces; the loopback range always counts too. */
  readonly addresses: readonly string[];
}

export interface OutboundRules {
  /** True when messages may go to the controller itself, by loopback or its own address (`allowLocalTargets`). */
  readonly allowLocal: boolean;
  readonly own: OwnSockets;
  /** The broadcast addresses of the controller's networks. */
  readonly broadcasts: readonly string[];
}

/**
 * The reason why nothing may be sent to this address and port, as the end of "… is"; undefined when it is allowed.
 * Private networks are allowed: PDUs and their receivers are in them.
 */
export function refusalOf(address: string, port: number, rules: OutboundRules): string | undefined {
  const bytes = bytesOf(address);
  if (!bytes) return 'not an IP address';
  return reasons(bytes, port, rules).find((reason) => reason !== undefined);
}

/** Checks the address itself and the IPv4 address that an IPv6 one may embed. */
function reasons(bytes: readonly number[], port: number, rules: OutboundRules): (string | undefined)[] {
  const inner = bytes.length === 16 ? embeddedIn(bytes) : undefined;
  return [
    kindOf(bytes),
    broadcastReason(bytes, rules),
    ownReason(bytes, port, rules.own),
    isOwn(bytes, rules.own) && !rules.allowLocal ? 'this machine itself (allowLocalTargets is off)' : undefined,
    ...(inner ? reasons(inner, port, rules) : []),
  ];
}

const kindOf = (bytes: readonly number[]): string | undefined => (bytes.length === 4 ? kindOf4(bytes) : kindOf6(bytes));

function kindOf4([first = 0, second = 0]: readonly number[]): string | undefined {
  if (first === 0) return 'an unspecified address';
  if (first === 169 && second === 254) return 'a link-local address';
  if (first >= 224 && first < 240) return 'a multicast address';
  if (first >= 240) return 'a broadcast or reserved address';
  return undefined;
}

function kindOf6(bytes: readonly number[]): string | undefined {
  const [first = 0, second = 0] = bytes;
  if (bytes.every((byte) => byte === 0)) return 'an unspecified address';
  if (first === 0xff) return 'a multicast address';
  // fe80::/10, and fec0::/10 that came before fc00::/7
  if (first === 0xfe && second >= 0x80) return 'a link-local address';
  return undefined;
}

const broadcastReason = (bytes: readonly number[], { broadcasts }: OutboundRules): string | undefined =>
  broadcasts.some((each) => isSame(bytes, bytesOf(each))) ? 'a broadcast address' : undefined;

const ownReason = (bytes: readonly number[], port: number, own: OwnSockets): string | undefined =>
  own.ports.has(port) && isOwn(bytes, own) ? 'a socket of Rackfeed itself' : undefined;

const isOwn = (bytes: readonly number[], { addresses }: OwnSockets): boolean =>
  isLoopback(bytes) || addresses.some((each) => isSame(bytes, bytesOf(each)));

function isLoopback(bytes: readonly number[]): boolean {
  if (bytes.length === 4) return bytes[0] === 127;
  return bytes.slice(0, 15).every((byte) => byte === 0) && bytes[15] === 1;
}

const startsWith = (bytes: readonly number[], ...prefix: number[]): boolean =>
  prefix.every((byte, place) => bytes[place] === byte);

const ZEROS_10 = Array<number>(10).fill(0);

/** Mapped, compatible, translated (NAT64) and 6to4 addresses end at an IPv4 host. */
function embeddedIn(bytes: readonly number[]): readonly number[] | undefined {
  if (isLoopback(bytes)) return undefined;
  const isMapped = startsWith(bytes, ...ZEROS_10, 0xff, 0xff);
  const isTranslatable = startsWith(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0);
  const isCompatible = startsWith(bytes, ...ZEROS_10, 0, 0);
  const isNat64 = startsWith(bytes, 0, 0x64, 0xff, 0x9b);
  if (isMapped || isTranslatable || isCompatible || isNat64) return bytes.slice(12);
  return startsWith(bytes, 0x20, 0x02) ? bytes.slice(2, 6) : undefined;
}

const isSame = (one: readonly number[], other: readonly number[] | undefined): boolean =>
  other?.length === one.length && one.every((byte, place) => byte === other[place]);

/** The 4 or 16 bytes of an address; undefined for anything else. A zone (`%eth0`) is ignored. */
export function bytesOf(address: string): readonly number[] | undefined {
  const plain = address.replace(/%.*$/s, '');
  if (isIP(plain) === 4) return plain.split('.').map(Number);
  return isIP(plain) === 6 ? bytesOf6(plain) : undefined;
}

function bytesOf6(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const front = groupsOf(head);
  if (tail === undefined) return front;
  const back = groupsOf(tail);
  return [...front, ...Array<number>(16 - front.length - back.length).fill(0), ...back];
}

const groupsOf = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => {
        if (group.includes('.')) return group.split('.').map(Number);
        const value = parseInt(group, 16);
        return [value >> 8, value & 255];
      });

/** The broadcast address of an interface's network; undefined for IPv6 and for networks of one or two addresses. */
export function broadcastOf(address: string, netmask: string): string | undefined {
  const mask = bytesOf(netmask);
  const bytes = bytesOf(address);
  if (bytes?.length !== 4 || mask?.length !== 4 || (mask[3] ?? 0) >= 254) return undefined;
  return bytes.map((byte, place) => byte | (255 ^ (mask[place] ?? 255))).join('.');
}
