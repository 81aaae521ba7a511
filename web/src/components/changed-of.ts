/**
 * The members of a form that are not as they were when it was opened. Only these are sent: another user may have changed the
 * others since then.
 */
export function changedOf<Fields extends object>(
  fields: Fields,
  before: { readonly [Name in keyof Fields]?: unknown },
): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name, value]) => value !== before[name as keyof Fields]);
  return Object.fromEntries(changed) as Partial<Fields>;
}
