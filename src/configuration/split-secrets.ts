import { Secret } from '../common/configuration/config-sections.js';
import { mapInSlices } from '../common/time-slices.js';

/** Content as it stands in a document, and the secrets that were taken out of it by their paths. */
export interface SplitContent {
  readonly plain: unknown;
  readonly secrets: ReadonlyMap<string, string>;
}

/** Takes the secrets out: a member that is one is not there, an entry of a list that is one is empty. */
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

/** An entry with an id is known by it, any other by its place. */
export function keyOf(entry: unknown, place: number): string {
  if (typeof entry !== 'object' || entry === null || !('id' in entry)) return String(place);
  const { id } = entry;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : String(place);
}
