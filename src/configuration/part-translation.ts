import type { PartIds, Subjects } from '../kernel/subjects.js';
import type { ConfigSection, SectionName } from '../common/configuration/config-sections.js';
import type { DocumentWarning } from '../common/configuration/document-check.js';
import type { MapId, PartKind } from '../common/configuration/part-ids.js';
import { yieldNow } from '../common/time-slices.js';
import { placesOf, type PartPlaces, type Place } from './config-hardware.js';
import { derivePlaces, type FoundId } from './derive-places.js';
import type { CheckedDocument } from './read-document.js';

/** A document with the ids of this PDU. */
export interface TranslatedDocument extends CheckedDocument {
  /** Ids that belong to neither PDU. */
  readonly problems: readonly DocumentWarning[];
  /** A sentence about the translation; undefined if no id was translated. */
  readonly note: string | undefined;
}

type Sections = readonly (readonly [SectionName, ConfigSection<object>])[];

/** Names of parts without a serial number: they mean the same on every PDU. */
const WITHOUT_SERIAL = /^(any|[1-9]\d{0,4}|L[1-3]|[AB]|)$/i;

const KIND_NAMES: Readonly<Record<PartKind, string>> = {
  inlet: 'inlet',
  line: 'line',
  bank: 'bank',
  outlet: 'outlet',
  relayOutput: 'relay output',
  sensor: 'sensor',
};

/**
 * Translates the ids in a document to those of this PDU. A part is identified by its place (the second bank, the outlet
 * with the index 3), so a document fits a replacement with other serial numbers, and another model as far as that has
 * the place. An id without a place here is unchanged, and its section decides about it.
 */
export class PartTranslation {
  readonly #parts: PartIds;
  readonly #here: PartPlaces;
  /** The ids of this PDU by place. */
  readonly #idsHere: Readonly<Record<PartKind, ReadonlyMap<Place, string>>>;
  readonly #isForeign: boolean;

  constructor(
    private readonly document: CheckedDocument,
    private readonly subjects: Subjects,
  ) {
    this.#parts = subjects.parts;
    this.#here = placesOf(this.#parts);
    this.#idsHere = idsByPlace(this.#here, Object.values(this.#parts).flat() as string[]);
    this.#isForeign = document.model !== subjects.model;
  }

  async translate(sections: Sections): Promise<TranslatedDocument> {
    const problems: DocumentWarning[] = [];
    let count = 0;
    const origin = this.document.hardware ? placesOf(this.document.hardware) : await this.#derived(sections);
    if (!origin) return { ...this.document, problems, note: undefined };
    const mapped = await this.#mapped(sections, (kind, id, path) => {
      const place = origin[kind].get(id.toLowerCase());
      if (place === undefined) {
        // In a document of this PDU the section itself refuses such an id.
        if (this.#isForeign && this.document.hardware && !this.#isKnown(kind, id)) {
          problems.push({
            path,
            message: `Neither this PDU nor that of the document has the ${KIND_NAMES[kind]} "${id}".`,
          });
        }
        return id;
      }
      const here = this.#idsHere[kind].get(place);
      if (here === undefined || here === id) return id;
      count++;
      return here;
    });
    return {
      ...this.document,
      sections: mapped,
      problems,
      note: count > 0 ? this.#note(origin, count) : undefined,
    };
  }

  #isKnown(kind: PartKind, id: string): boolean {
    return this.#here[kind].has(id.toLowerCase()) || WITHOUT_SERIAL.test(id);
  }

  async #mapped(sections: Sections, map: MapId): Promise<ReadonlyMap<SectionName, unknown>> {
    const mapped = new Map(this.document.sections);
    for (const [name, section] of sections) {
      await yieldNow();
      if (section.mapIds && mapped.has(name)) mapped.set(name, await section.mapIds(mapped.get(name), map));
    }
    return mapped;
  }

  /** Places derived from the ids; undefined if one of the ids is of this PDU, as the document is then, too. */
  async #derived(sections: Sections): Promise<PartPlaces | undefined> {
    const found: FoundId[] = [];
    await this.#mapped(sections, (kind, id, path) => {
      found.push({ kind, id: id.toLowerCase(), path });
      return id;
    });
    if (found.some(({ kind, id }) => this.#here[kind].has(id))) return undefined;
    return derivePlaces(found, this.subjects.layoutOf(this.document.model));
  }

  #note(origin: PartPlaces, count: number): string {
    const banks = [...origin.bank].map(([serial, place]) => ['bank', serial, this.#idsHere.bank.get(place)] as const);
    const theirs = serialOf(origin);
    const pairs = [['enclosure', theirs, this.#parts.enclosureSerial] as const, ...banks].filter(
      ([, there, here]) => there !== undefined && here !== undefined && there !== here,
    );
    const serials = pairs.map(([what, there, here]) => `${what} ${there} is ${here} here`);
    const ids = count === 1 ? '1 id was' : `${count} ids were`;
    return (
      `The document comes from other hardware; ${ids} translated by place` +
      (serials.length > 0 ? `: ${serials.join(', ')}.` : '.')
    );
  }
}

/** The enclosure's serial number, from the id of any part that has it. */
function serialOf({ inlet, line, relayOutput, sensor }: PartPlaces): string | undefined {
  const [id] = [...inlet.keys(), ...line.keys(), ...relayOutput.keys(), ...sensor.keys()];
  return id?.split('-')[1];
}

function idsByPlace(places: PartPlaces, ids: readonly string[]) {
  const written = new Map(ids.map((id) => [id.toLowerCase(), id]));
  const turned = Object.entries(places).map(([kind, known]) => [
    kind,
    new Map([...known].map(([id, place]) => [place, written.get(id) ?? id])),
  ]);
  return Object.fromEntries(turned) as Record<PartKind, ReadonlyMap<Place, string>>;
}
