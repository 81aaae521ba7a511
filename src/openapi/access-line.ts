import type { RouteAccess } from '../kernel/access.js';

/** One sentence on who may call an operation. */
export function accessLine(access: RouteAccess): string {
  switch (access.kind) {
    case 'public':
      return 'Open to everybody.';
    case 'signedIn':
      return 'Needs any valid credential.';
    case 'administrator':
      return 'Needs the Administrator role.';
    case 'flags': {
      const own = access.orOwn ? `, or that {${access.orOwn}} is the caller` : '';
      return `Needs the permission ${access.anyOf.join(' or ')}${own}.`;
    }
    case 'outlet':
      return access.param
        ? `Needs the outlet in the role's ${access.list}.`
        : `Needs at least one outlet in the role's ${access.list}.`;
  }
}
