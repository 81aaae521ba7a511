import type { Type } from '@nestjs/common';
import type { Cause } from '../cause.js';
import { omitDefaults, type ConfigSection } from './config-sections.js';
import { LIMITS } from '../limits.js';
import { mapParts, type PartKind } from './part-ids.js';

/** A part with its texts by their members, which are those of the API. */
export type NamedEntry<Member extends string> = { readonly id: string } & Readonly<Record<Member, string>>;

/** The parts of a module and the access to their texts. */
interface NamesSectionOptions<Member extends string> {
  readonly section: string;
  readonly kind: PartKind;
  readonly dto: Type<{ readonly id: string } & Partial<Record<Member, string>>>;
  /** The parts of this model with their default texts. */
  readonly defaults: () => readonly NamedEntry<Member>[];
  /** The parts of this model with their present texts, in the same order. */
  readonly read: () => NamedEntry<Member>[];
  /** Stores the texts of these parts and resets all others to their defaults. */
  readonly replace: (entries: readonly NamedEntry<Member>[], cause: Cause) => Promise<void>;
}

/** The section of a module whose parts have only a name and other texts to configure. */
export function namesSection<Member extends string>({
  section,
  kind,
  dto,
  defaults,
  read,
  replace,
}: NamesSectionOptions<Member>): ConfigSection<NamedEntry<Member>[]> {
  const defaultOf = new Map(defaults().map((entry) => [entry.id, entry]));
  const differing = (entry: NamedEntry<Member>) => omitDefaults(entry, defaultOf.get(entry.id) ?? entry);
  return {
    read,
    mapIds: (given, map) => mapParts(section, kind, given, map),
    toDocument: (content) => content.flatMap((entry) => differing(entry) ?? []),
    check: async (given, check) => {
      const entries = new Map(defaultOf);
      for (const { entry, path } of await check.entries(dto, given, section, LIMITS.parts)) {
        const known = entries.get(entry.id);
        if (known) entries.set(entry.id, { ...known, ...entry });
        else check.unfit(path, `This PDU has no "${entry.id}".`);
      }
      return [...entries.values()];
    },
    apply: (wanted, cause) =>
      replace(
        wanted.filter((entry) => differing(entry) !== undefined),
        cause,
      ),
  };
}
