import type { FiringObjectKind } from '../actions/firing.js';
import type { Access } from '../kernel/access.js';

/** Whether a role may see what is measured of a thing: the permission of the thing's own resource. */
export function mayRead(access: Access, kind: FiringObjectKind, id: string): boolean {
  switch (kind) {
    case 'inlet':
    case 'line':
      return access.can('viewInletStats');
    case 'bank':
      return access.can('viewBankStats');
    case 'outlet':
      return access.mayView(id);
    case 'sensor':
    case 'hub':
      return access.can('viewPortInfo');
    case 'system':
    case 'network':
      return true;
  }
}
