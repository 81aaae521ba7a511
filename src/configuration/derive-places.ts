import type { Layout } from '../kernel/subjects.js';
import type { PartKind } from '../common/configuration/part-ids.js';
import { portOf, type PartPlaces, type Place } from './config-hardware.js';

/** An id in a document, in lower case. */
export interface FoundId {
  readonly kind: PartKind;
  readonly id: string;
  readonly path: string;
}

const NUMBERED = /^[ilr]([1-9]\d{0,4})-(\d{1,32})$/;
const SENSOR = /^s[ab]-(\d{1,32})$/;
const OUTLET = /^([1-9]\d{0,4})-(\d{1,32})$/;

/**
 * The places of parts as far as their ids show them, for documents of versions that did not include them. An outlet's
 * id begins with its index and ends with its bank, and the model defines the bank of each index. Ids with a serial
 * number that contradicts the others have no place.
 */
export function derivePlaces(found: readonly FoundId[], layout: Layout | undefined): PartPlaces {
  const places: Record<PartKind, Map<string, Place>> = {
    inlet: new Map(),
    line: new Map(),
    bank: new Map(),
    outlet: new Map(),
    relayOutput: new Map(),
    sensor: new Map(),
  };
  const enclosure = commonest(found.flatMap(({ id }) => NUMBERED.exec(id)?.[2] ?? SENSOR.exec(id)?.[1] ?? []));
  const banks = banksByOutlets(found, layout);
  for (const { kind, id } of found) {
    const place = kind === 'outlet' ? outletPlace(id, layout, banks) : placeInEnclosure(id, enclosure);
    if (place !== undefined && kind !== 'bank') places[kind].set(id, place);
  }
  for (const [place, serial] of withTheRest(banks, found, layout)) places.bank.set(serial, place);
  return places;
}

function placeInEnclosure(id: string, enclosure: string | undefined): Place | undefined {
  if (enclosure === undefined || !id.endsWith(`-${enclosure}`)) return undefined;
  const [, number] = NUMBERED.exec(id) ?? [];
  return number === undefined ? portOf(id) : Number(number) - 1;
}

/** The place of an outlet; for a model with an unknown layout from the index only. */
function outletPlace(id: string, layout: Layout | undefined, banks: Banks): Place | undefined {
  const [, index, serial] = OUTLET.exec(id) ?? [];
  if (index === undefined) return undefined;
  const place = Number(index) - 1;
  if (!layout) return place;
  const bank = layout.outlets[place]?.bank;
  return bank !== undefined && banks.get(bank) === serial ? place : undefined;
}

type Banks = ReadonlyMap<number, string>;

/** The serial numbers of the banks in the ids of outlets. */
function banksByOutlets(found: readonly FoundId[], layout: Layout | undefined): Banks {
  const serials = new Map<number, string[]>();
  for (const { kind, id } of found) {
    const [, index, serial] = (kind === 'outlet' && OUTLET.exec(id)) || [];
    const bank = layout?.outlets[Number(index) - 1]?.bank;
    if (bank !== undefined && serial !== undefined) serials.set(bank, [...(serials.get(bank) ?? []), serial]);
  }
  const known = [...serials].map(([bank, all]) => [bank, commonest(all)] as const);
  return new Map(known.filter((each): each is [number, string] => each[1] !== undefined));
}

/** Adds banks without an outlet in the document: an export lists all banks in order, so the rest can be assigned. */
function withTheRest(banks: Banks, found: readonly FoundId[], layout: Layout | undefined): Banks {
  const known = new Set(banks.values());
  const listed = new Set(found.flatMap(({ kind, id }) => (kind === 'bank' && /^\d{1,32}$/.test(id) ? [id] : [])));
  const rest = [...listed].filter((serial) => !known.has(serial));
  const free = (layout?.banks ?? []).map((_, place) => place).filter((place) => !banks.has(place));
  return rest.length === free.length
    ? new Map([...banks, ...free.map((p, at) => [p, rest[at] ?? ''] as const)])
    : banks;
}

/** The most frequent text; undefined if there are two. */
function commonest(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}
