import type { CallerWithAddress } from './access.js';
import { ApiError } from './errors.js';

/**
 * How much configuration a controller keeps. Each limit counts where entries are made and in a configuration document
 * alike, so that every export can be applied again.
 */
export const LIMITS = {
  /** Users, roles, groups, actions and events: so many of each. */
  entries: 1000,
  /** Groups, actions or events that one user who is no administrator has made: the others have room too. */
  share: 250,
  actionsOfEvent: 100,
  /** Actions in all events together. */
  eventActions: 10_000,
  /** Outlets in all groups together. */
  groupOutlets: 50_000,
  /** Entries in the outlet lists of all roles together. */
  roleOutlets: 100_000,
  sshKeysOfUser: 50,
  /** SSH keys of all users together. */
  sshKeys: 1000,
  /** Parts of one kind in a profile: names and settings of them stand in a document too. */
  parts: 10_000,
  /** Bytes of a configuration document: all of the above with the longest values and all secrets fits. */
  document: 32 * 1024 * 1024,
} as const;

type List = 'users' | 'roles' | 'groups' | 'actions' | 'events';

/** Totals over the entries of one list, as an error names them. */
const TOTALS = {
  eventActions: ['events', 'actions'],
  groupOutlets: ['groups', 'outlets'],
  roleOutlets: ['roles', 'entries in their outlet lists'],
  sshKeys: ['users', 'SSH keys'],
} as const;

export type Total = keyof typeof TOTALS;

/** For one more entry of a list. Throws LIST_FULL. */
export function assertListNotFull(list: List, count: number): void {
  if (count >= LIMITS.entries) throw new ApiError('LIST_FULL', LIMITS.entries, list);
}

/** For one more entry of a list whose entries know who has made them. Throws LIST_FULL or LIST_SHARE_USED. */
export function assertShareNotUsed(
  list: List,
  entries: readonly { readonly maker: string | null }[],
  { userId, access }: Pick<CallerWithAddress, 'userId' | 'access'>,
): void {
  assertListNotFull(list, entries.length);
  if (access.isAdministrator) return;
  const own = entries.filter(({ maker }) => maker === userId).length;
  if (own >= LIMITS.share) throw new ApiError('LIST_SHARE_USED', LIMITS.share, list);
}

/** For a change of one entry from `before` to `after`; one that takes none more is never refused. Throws LIST_TOTAL_FULL. */
export function assertTotalFits(total: Total, ofAll: number, before: number, after: number): void {
  if (after > before && ofAll - before + after > LIMITS[total]) {
    throw new ApiError('LIST_TOTAL_FULL', ...totalOf(total));
  }
}

/** Whose total it is, how large it may be, and of what. */
export const totalOf = (total: Total): [List, number, string] => [TOTALS[total][0], LIMITS[total], TOTALS[total][1]];

/** How many members the entries of a list have together. */
export const sumOf = <T>(entries: Iterable<T>, count: (entry: T) => number): number => {
  let sum = 0;
  for (const entry of entries) sum += count(entry);
  return sum;
};
