/**
 * The members of a form that are not as they were when it was opened. Only these are sent: another user may have changed the
 * others since then. A list is one member.
 */
export function changedOf<Fields extends object>(
  fields: Fields,
  before: { readonly [Name in keyof Fields]?: unknown },
): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name, value]) => !isSame(value, before[name as keyof Fields]));
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** The same of an event or action, of which the code and its parameters are one: parameters mean nothing to another code. */
export function changedWithCode<Fields extends { readonly code: number; readonly params: string[] }>(
  fields: Fields,
  before: { readonly [Name in keyof Fields]?: unknown },
): Partial<Fields> {
  const { code, params } = fields;
  const changed = changedOf(fields, before);
  return changed.code === undefined && changed.params === undefined ? changed : { ...changed, code, params };
}

/** Compares values of the API, of which a list is one. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
