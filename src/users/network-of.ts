import { isIPv6 } from 'node:net';

/**
 * What counts as one sender: an IPv4 address, or the /64 of an IPv6 address, because whoever holds one address of a /64
 * holds them all. Link-local neighbours share one prefix without being one sender, so they count one by one.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || /^fe[89ab]/i.test(address)) return address;
  const [head = '', tail] = address.split('::');
  const given = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - given.length - groupsIn(tail);
  const groups = [...given, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups. */
const groupsIn = (tail: string): number => (tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0));
