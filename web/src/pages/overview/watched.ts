import type { Rights } from '../../session/rights.js';
import { words } from '../../language/words.js';

interface Counts {
  /** Outlets that the role may see. */
  readonly outlets: number;
}

/**
 * The scope of the text "no alarms": which parts of the PDU the role sees as OK, and which it cannot see.
 * @returns undefined for an administrator, who sees everything
 */
export function watchedPart(rights: Pick<Rights, 'can' | 'isAdministrator'>, { outlets }: Counts): string | undefined {
  const texts = words.overview;
  const parts = [
    [rights.can('viewInletStats'), texts.watched.inlets],
    [rights.can('viewBankStats'), texts.watched.banks],
    [rights.can('viewEventActions'), texts.watched.events],
  ] as const;
  const hidden = parts.flatMap(([isSeen, name]) => (isSeen ? [] : name));
  if (rights.isAdministrator) return undefined;
  const seen: string[] = parts.flatMap(([isSeen, name]) => (isSeen ? name : []));
  if (outlets > 0) seen.unshift(texts.yourOutlets(outlets));
  const isOne = seen.length === 1 && outlets === 1;
  return [
    ...(seen.length > 0 ? [texts.fine(texts.list(seen), isOne ? 1 : 2)] : []),
    ...(hidden.length > 0 ? [texts.notShown(texts.list(hidden))] : []),
  ].join(' ');
}
