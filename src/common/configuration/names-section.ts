import type { Type } from '@nestjs/common';
import type { Cause } from '../cause.js';
import type { ConfigSection } from './config-sections.js';
import { LIMITS } from '../limits.js';
import { mapParts, type PartKind } from './part-ids.js';

/** A part of this model with its default name. */
interface NamedPart {
  readonly id: string;
  readonly name: string;
}

/** The parts of a module and the access to their names. */
interface NamesSectionOptions<Member extends string> {
  readonly section: string;
  readonly kind: PartKind;
  /** The member that holds the name, as in the API. */
  readonly member: Member;
  readonly dto: Type<{ readonly id: string } & Partial<Record<Member, string>>>;
  readonly defaults: () => readonly NamedPart[];
  readonly nameOf: (id: string) => string;
  /** Sets these names and resets all others to their defaults. */
  readonly replace: (names: ReadonlyMap<string, string>, cause: Cause) => Promise<void>;
}

type NameEntry<Member extends string> = { readonly id: string } & Readonly<Record<Member, string>>;

/** The section of a module whose parts have only a name to configure. */
export function namesSection<Member extends string>({
  section,
  kind,
  member,
  dto,
  defaults,
  nameOf,
  replace,
}: NamesSectionOptions<Member>): ConfigSection<NameEntry<Member>[]> {
  const entry = (id: string, name: string) => ({ id, [member]: name }) as NameEntry<Member>;
  const defaultOf = new Map(defaults().map(({ id, name }) => [id, name]));
  const differs = (each: NameEntry<Member>): boolean => each[member] !== defaultOf.get(each.id);
  return {
    read: () => defaults().map(({ id }) => entry(id, nameOf(id))),
    mapIds: (given, map) => mapParts(section, kind, given, map),
    toDocument: (content) => content.filter(differs),
    check: async (given, check) => {
      const names = new Map(defaultOf);
      for (const { entry: each, path } of await check.entries(dto, given, section, LIMITS.parts)) {
        if (!names.has(each.id)) check.unfit(path, `This PDU has no "${each.id}".`);
        else names.set(each.id, each[member] ?? names.get(each.id) ?? '');
      }
      return [...names].map(([id, name]) => entry(id, name));
    },
    apply: (wanted, cause) => replace(new Map(wanted.filter(differs).map((each) => [each.id, each[member]])), cause),
  };
}
