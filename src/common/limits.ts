import type { CallerWithAddress } from './access.js';
import { ApiError } from './errors.js';

/**
 * The limits of the configuration of a controller. Each applies to the API and to a configuration document, so that
 * every export can be applied again.
 */
export const LIMITS = {
  /** Users, roles, groups, actions or events: the limit of each kind. */
  entries: 1000,
  /** Groups, actions or events of one user other than an administrator, so that there is room for other users. */
  share: 250,
  webhooks: 20,
  /** PDUs of a hub, revoked ones included. */
  pdus: 5000,
  actionsOfEvent: 100,
  /** Actions in all events. */
  eventActions: 10_000,
  /** Outlets in all groups. */
  groupOutlets: 50_000,
  /** Entries in the outlet lists of all roles. */
  roleOutlets: 100_000,
  /** Bytes of the devices, labels and consumers of all outlets. */
  outletDetails: 2 * 1024 * 1024,
  sshKeysOfUser: 50,
  /** SSH keys of all users. */
  sshKeys: 1000,
  /** Parts of one kind in a profile, as a document contains their names and settings too. */
  parts: 10_000,
  /** Outlets in one import of names, devices and labels, and the bytes of its body. */
  importedOutlets: 1000,
  outletImport: 1024 * 1024,
  /** Bytes of a configuration document; all of the above with the longest values and all secrets fits. */
  document: 32 * 1024 * 1024,
} as const;

export type List = 'users' | 'roles' | 'groups' | 'actions' | 'events' | 'webhooks' | 'enrolments' | 'pdus';
type ListWithTotal = List | 'outlets';

/** Totals over the entries of one list, in the words of the error. */
const TOTALS = {
  eventActions: ['events', 'actions'],
  groupOutlets: ['groups', 'outlets'],
  roleOutlets: ['roles', 'entries in their outlet lists'],
  sshKeys: ['users', 'SSH keys'],
  outletDetails: ['outlets', 'bytes of devices, labels and consumers'],
} as const;

export type Total = keyof typeof TOTALS;

/** Checks that a list has room for one more entry. Throws LIST_FULL. */
export function assertListNotFull(list: List, count: number): void {
  const most = list === 'webhooks' || list === 'pdus' ? LIMITS[list] : LIMITS.entries;
  if (count >= most) throw new ApiError('LIST_FULL', most, list);
}

/** Checks that a list with owners has room for one more entry of this caller. Throws LIST_FULL or LIST_SHARE_USED. */
export function assertShareNotUsed(
  list: List,
  entries: readonly { readonly maker?: string | null }[],
  { userId, access }: Pick<CallerWithAddress, 'userId' | 'access'>,
  more = 0,
): void {
  assertListNotFull(list, entries.length + more);
  if (access.isAdministrator) return;
  const own = entries.filter(({ maker }) => maker === userId).length + more;
  if (own >= LIMITS.share) throw new ApiError('LIST_SHARE_USED', LIMITS.share, list);
}

/** Checks a change of one entry from `before` to `after`; only an increase is ever refused. Throws LIST_TOTAL_FULL. */
export function assertTotalFits(total: Total, ofAll: number, before: number, after: number): void {
  if (after > before && ofAll - before + after > LIMITS[total]) {
    throw new ApiError('LIST_TOTAL_FULL', ...totalOf(total));
  }
}

/** The list of a total, its limit and the name of what it counts. */
export const totalOf = (total: Total): [ListWithTotal, number, string] => [
  TOTALS[total][0],
  LIMITS[total],
  TOTALS[total][1],
];

/** The number of members that all entries of a list have. */
export const sumOf = <T>(entries: Iterable<T>, count: (entry: T) => number): number => {
  let sum = 0;
  for (const entry of entries) sum += count(entry);
  return sum;
};
