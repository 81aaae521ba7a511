import { Secret } from '../common/configuration/config-sections.js';
import { mapInSlices } from '../common/time-slices.js';

/** The content of a section without its secrets, and the secrets by their paths. */
export interface SplitContent {
  readonly plain: unknown;
  readonly secrets: ReadonlyMap<string, string>;
}

/** Separates the secrets: a secret member is removed, a secret entry of a list becomes empty. */
export async function splitSecrets(content: object, path: string): Promise<SplitContent> {
  const secrets = new Map<string, string>();
  const part = (value: unknown, at: string): unknown => {
    if (value instanceof Secret) {
      secrets.set(at, value.text);
      return undefined;
    }
    if (Array.isArray(value))
      return value.map((each: unknown, place) => part(each, `${at}.${keyOf(each, place)}`) ?? '');
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [name, part(member, `${at}.${name}`)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
  const plain = Array.isArray(content)
    ? await mapInSlices(content as unknown[], (each, place) => part(each, `${path}.${keyOf(each, place)}`) ?? '')
    : part(content, path);
  return { plain, secrets };
}

/** The key of a list's entry in a path: its id, or else its place. */
export function keyOf(entry: unknown, place: number): string {
  if (typeof entry !== 'object' || entry === null || !('id' in entry)) return String(place);
  const { id } = entry;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : String(place);
}
