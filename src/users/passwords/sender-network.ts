import { isIPv6 } from 'node:net';
import type { Millis } from '../../common/clock.js';
import type { KnownSender } from '../user.entity.js';

/** Largest number of known senders of an account; the one with the oldest sign-in is removed first. */
const MAX_SENDERS = 4;
const DAY: Millis = 24 * 60 * 60_000;
const REMEMBERED_FOR: Millis = 30 * DAY;

type KnownSenders = readonly KnownSender[];

/** True for a network from which the account was signed in to within the last 30 days. */
export const isKnownSender = (senders: KnownSenders, network: string, now: Millis): boolean =>
  senders.some((sender) => sender.network === network && now - sender.lastSignIn < REMEMBERED_FOR);

/** True when a sign-in from there is to be stored: at most once a day for each network, to spare the flash. */
export const isDueForUpdate = (senders: KnownSenders, network: string, now: Millis): boolean =>
  !senders.some((sender) => sender.network === network && Math.abs(now - sender.lastSignIn) < DAY);

/** The list after a sign-in from there. */
export const withSender = (senders: KnownSenders, network: string, now: Millis): KnownSenders =>
  [{ network, lastSignIn: now }, ...senders.filter((sender) => sender.network !== network)].slice(0, MAX_SENDERS);

/**
 * The network that counts as one sender: an IPv4 address, or the /64 of an IPv6 address, because a host can use all
 * addresses of its /64. For the same reason all link-local neighbours on one interface are one sender: each of them may
 * use 2^64 such addresses, and nothing on the link shows which of them are the same machine.
 */
export function networkOf(address: string): string {
  // The check of Node compiles a large expression, for which the first request after a start would wait.
  if (!address.includes(':') || !isIPv6(address)) return address;
  if (/^fe[89ab]/i.test(address)) return `fe80::${/%.*$/.exec(address)?.[0] ?? ''}`;
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
