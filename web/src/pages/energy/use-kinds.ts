import { useApi } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';

/** The kinds of rows that the role may have, and the labels that outlets have. */
export function useKinds(): { readonly value: string; readonly label: string }[] {
  const { rights } = useSession();
  const { data: outlets = [] } = useApi('/api/outlets', { enabled: rights.viewsOutlets });
  const keys = new Set(outlets.flatMap(({ labels }) => Object.keys(labels ?? {})));
  const may = {
    outlet: rights.viewsOutlets,
    group: rights.viewsOutlets && rights.can('viewOutletGroups'),
    bank: rights.can('viewBankStats'),
    inlet: rights.can('viewInletStats'),
  };
  return [
    ...(['outlet', 'group', 'bank', 'inlet'] as const)
      .filter((kind) => may[kind])
      .map((value) => ({ value, label: words.energy.kinds[value] })),
    ...[...keys].sort().map((key) => ({ value: `label:${key}`, label: words.energy.label(key) })),
  ];
}
