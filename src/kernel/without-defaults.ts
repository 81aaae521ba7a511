/** An entry of the configuration document with its id and the members that differ from their defaults; undefined when none does. */
export function withoutDefaults<T extends { readonly id: string }>(entry: T, defaults: T): Partial<T> | undefined {
  const differs = ([member, value]: [string, unknown]) => value !== defaults[member as keyof T];
  const members = Object.entries(entry).filter(differs);
  if (members.length === 0) return undefined;
  return Object.fromEntries([['id', entry.id], ...members]) as Partial<T>;
}
