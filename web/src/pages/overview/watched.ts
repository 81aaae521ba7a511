import type { Rights } from '../../app/rights.js';
import { en } from '../../language/en.js';

interface Counts {
  /** Outlets that the role may see. */
  readonly outlets: number;
}

/**
 * What "no alarms" is said about: who may see only a part of the PDU is told which part was looked at, and which was not.
 * @returns undefined for an administrator, who sees everything
 */
export function watchedPart(rights: Pick<Rights, 'can' | 'isAdministrator'>, { outlets }: Counts): string | undefined {
  const words = en.overview;
  const parts = [
    [rights.can('viewInletStats'), words.watched.inlets],
    [rights.can('viewBankStats'), words.watched.banks],
    [rights.can('viewEventActions'), words.watched.events],
  ] as const;
  const hidden = parts.flatMap(([isSeen, name]) => (isSeen ? [] : name));
  if (rights.isAdministrator) return undefined;
  const seen: string[] = parts.flatMap(([isSeen, name]) => (isSeen ? name : []));
  if (outlets > 0) seen.unshift(words.yourOutlets(outlets));
  const isOne = seen.length === 1 && outlets === 1;
  return [
    ...(seen.length > 0 ? [words.fine(words.list(seen), isOne ? 1 : 2)] : []),
    ...(hidden.length > 0 ? [words.notShown(words.list(hidden))] : []),
  ].join(' ');
}
