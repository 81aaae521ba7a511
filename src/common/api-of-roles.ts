import { textOf } from './texts-of-hub.js';

const MEMBER = 'x-roles';

/** Marks a member of an OpenAPI schema as one that only processes of these roles have. */
export const ofRoles = (roles: readonly string[]): { readonly [MEMBER]: readonly string[] } => ({ [MEMBER]: roles });

const TEXTS = ['summary', 'description'];

/**
 * Leaves the members of schemas that are marked for other roles out, and the marks, and says what a process of this role says: a
 * replacer for JSON.stringify.
 */
export const onlyOfRole =
  (role: string) =>
  (key: string, value: unknown): unknown => {
    if (key === MEMBER) return undefined;
    if (typeof value === 'string') return TEXTS.includes(key) ? textOf(role, value) : value;
    if (typeof value !== 'object' || value === null || !(MEMBER in value)) return value;
    return (value[MEMBER] as readonly string[]).includes(role) ? value : undefined;
  };
