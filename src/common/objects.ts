/** True for a record of members, as an object of JSON is; false for null and a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Freezes plain data deeply; an object that is frozen already is assumed to be frozen deeply. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  // `for in` would make a text of each place of a list.
  if (Array.isArray(value)) for (const entry of value as unknown[]) deepFreeze(entry);
  else for (const key in value) if (typeof value[key] === 'object') deepFreeze(value[key]);
  return value;
}

/** The members in which two records differ, as they were and as they are; undefined when they are equal. */
export function differenceOf<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | undefined {
  const differs = ([member, value]: [string, unknown]) => value !== before[member as keyof T];
  const changed = Object.entries(after).filter(differs);
  if (changed.length === 0) return undefined;
  return {
    before: Object.fromEntries(changed.map(([member]) => [member, before[member as keyof T]])) as Partial<T>,
    after: Object.fromEntries(changed) as Partial<T>,
  };
}

/** The members that have a value, so that spreading them keeps what the others have. */
export const withoutUndefined = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
