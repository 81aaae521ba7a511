import type { Millis } from '../kernel/clock.js';
import type { KnownSender } from './user.entity.js';

/** More than a person signs in from in a month; the one whose sign-in is longest ago leaves first. */
const MOST = 4;
const DAY: Millis = 24 * 60 * 60_000;
const KEPT_FOR: Millis = 30 * DAY;

type KnownSenders = readonly KnownSender[];

/** True for a network from which the account was signed in to within the last 30 days. */
export const isKnownSender = (senders: KnownSenders, network: string, now: Millis): boolean =>
  senders.some((sender) => sender.network === network && now - sender.lastSignIn < KEPT_FOR);

/** True when a sign-in from there is to be written down: at most once a day for each network, because flash wears. */
export const isNews = (senders: KnownSenders, network: string, now: Millis): boolean =>
  !senders.some((sender) => sender.network === network && Math.abs(now - sender.lastSignIn) < DAY);

/** The list after a sign-in from there. */
export const withSender = (senders: KnownSenders, network: string, now: Millis): KnownSenders =>
  [{ network, lastSignIn: now }, ...senders.filter((sender) => sender.network !== network)].slice(0, MOST);
