import { BlockList, isIP, isIPv6 } from 'node:net';

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** True for an IP address or a network, such as 192.0.2.7 or 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = BITS[isIP(address)] ?? -1;
  if (rest.length > 0 || address.includes('%') || most < 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** The address of a peer without the IPv4-in-IPv6 prefix and without a zone. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** A set of IP addresses and networks. */
export class Networks {
  /** Undefined without entries: most lists have none, and each request asks. */
  readonly #list: BlockList | undefined;

  /** @param entries addresses and networks for which {@link isNetwork} is true */
  constructor(entries: readonly string[]) {
    if (entries.length === 0) return;
    const list = (this.#list = new BlockList());
    for (const entry of entries) {
      const [address = '', bits] = entry.split('/');
      if (bits === undefined) list.addAddress(address, familyOf(address));
      else list.addSubnet(address, Number(bits), familyOf(address));
    }
  }

  get isEmpty(): boolean {
    return this.#list === undefined;
  }

  includes(address: string): boolean {
    return this.#list !== undefined && isIP(address) !== 0 && this.#list.check(address, familyOf(address));
  }
}
