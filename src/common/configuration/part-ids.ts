import type { JsonObject } from '../body.js';
import { isObject } from '../objects.js';
import { mapInSlices } from '../time-slices.js';

/** Kinds of PDU parts whose ids contain a serial number. */
export const PART_KINDS = ['inlet', 'line', 'bank', 'outlet', 'relayOutput', 'sensor'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Returns the id that replaces the one at `path` of a document. */
export type MapId = (kind: PartKind, id: string, path: string) => string;

/** The path of an entry of a list: its id, or its position where it has none. */
export function entryPath(section: string, entry: unknown, place: number): string {
  const { id } = (entry ?? {}) as { readonly id?: unknown };
  return `${section}.${typeof id === 'string' || typeof id === 'number' ? String(id) : `[${place}]`}`;
}

/** A list with its entries mapped. A value that is not a list, and entries that are not objects, stay as they are. */
export async function mapEntries(
  section: string,
  given: unknown,
  map: (entry: JsonObject, path: string) => JsonObject,
): Promise<unknown> {
  if (!Array.isArray(given)) return given;
  return mapInSlices(given as unknown[], (entry, place) =>
    isObject(entry) ? map(entry, entryPath(section, entry, place)) : entry,
  );
}

/** Maps the ids of a list whose entries are parts of one kind. */
export const mapParts = (section: string, kind: PartKind, given: unknown, map: MapId): Promise<unknown> =>
  mapEntries(section, given, (entry, path) =>
    typeof entry['id'] === 'string' ? { ...entry, id: map(kind, entry['id'], path) } : entry,
  );

/** An object with the ids mapped in a list that is one of its members. */
export function mapIdList(holder: JsonObject, member: string, kind: PartKind, path: string, map: MapId): JsonObject {
  const list = holder[member];
  if (!Array.isArray(list)) return holder;
  const mapOne = (id: unknown): unknown => (typeof id === 'string' ? map(kind, id, `${path}.${member}`) : id);
  return { ...holder, [member]: list.map(mapOne) };
}

/** An event or action with the ids in its parameters mapped; `kinds` are the parameter kinds of its code. */
export function mapParams(entry: JsonObject, kinds: readonly string[], path: string, map: MapId): JsonObject {
  const { params } = entry;
  if (!Array.isArray(params)) return entry;
  const mapOne = (value: unknown, place: number): unknown => {
    const kind = PART_KINDS.find((each) => each === kinds[place]);
    return kind && typeof value === 'string' ? map(kind, value, `${path}.params.${place}`) : value;
  };
  return { ...entry, params: params.map(mapOne) };
}
