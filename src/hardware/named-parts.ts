import type { Type } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuditedTable } from '../audit/audited-table.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { causeOf } from '../common/cause.js';
import type { ConfigSections, SectionName } from '../common/configuration/config-sections.js';
import { namesSection, type NamedEntry } from '../common/configuration/names-section.js';
import type { PartKind } from '../common/configuration/part-ids.js';
import { ApiError, type ApiErrorCode } from '../common/errors.js';
import type { FactoryResets } from '../common/factory-resets.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { differenceOf } from '../common/objects.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { byId, partTitle } from './part-title.js';
import { SnapshotStore } from './snapshot.store.js';

interface NameRow {
  id: string;
  name: string;
}

/** The texts of a part by their members. */
type Texts<Member extends string> = Readonly<Record<Member, string>>;

export interface NamedPartsOptions<Part, Member extends string, Text extends string> {
  readonly entity: new () => NameRow & Record<Text, string>;
  /** As paths and the configuration document name them. */
  readonly section: SectionName;
  /** As audit records name one. */
  readonly kind: PartKind;
  /** The member that holds the name, as in the API. */
  readonly member: Member;
  /** Texts beside the name, as the API and the table name them; each is empty by default. */
  readonly texts: readonly Text[];
  /** The error for an id that no part has. */
  readonly unknown: ApiErrorCode;
  readonly parts: () => readonly Part[];
  readonly defaultName: (part: Part) => string;
  /** The part by its number on the enclosure: "Bank 1". */
  readonly numbered: (part: Part) => string;
}

/**
 * Parts of the PDU of which users can set the name, and of some kinds further texts, and nothing else; one without a row
 * has its default name and no texts.
 */
export abstract class NamedParts<
  Part extends { readonly id: string },
  View,
  Member extends string,
  Text extends string = never,
> extends AuditedTable<NameRow & Record<Text, string>> {
  readonly #list: CachedResponses;

  protected constructor(
    db: Db,
    audit: AuditLogService,
    protected readonly snapshots: SnapshotStore,
    private readonly options: NamedPartsOptions<Part, Member, Text>,
  ) {
    super(db, audit, options.entity);
    const known = (id: string) => options.parts().find((each) => each.id === id);
    audit.nameObjects(
      options.kind,
      byId(known, (part) => this.nameOf(part)),
      byId(known, (part) => this.titleOf(part)),
    );
    this.onChange(() => snapshots.touch());
    this.#list = new CachedResponses(
      options.section,
      () => snapshots.revision,
      () => this.list(),
    );
  }

  /** Puts the names and texts into the configuration document and into a factory reset. */
  register(
    sections: ConfigSections,
    resets: FactoryResets,
    dto: Type<{ readonly id: string } & Partial<Texts<Member | Text>>>,
  ): void {
    const { entity, section, kind, parts, defaultName } = this.options;
    const defaults = () => parts().map((part) => this.#entry(part, defaultName(part), () => ''));
    const read = () => parts().map((part) => this.#entryOf(part));
    const replace = (entries: readonly NamedEntry<Member | Text>[]) =>
      this.replaceAll(entries.map((entry) => this.#rowOf(entry)));
    sections.add(section, namesSection<Member | Text>({ section, kind, dto, defaults, read, replace }));
    resets.add(section, { tables: [entity], reset: () => this.replaceAll([]) });
  }

  /** Throws the error for an id that no part has. */
  find(id: string): Part {
    const part = this.options.parts().find((each) => each.id === id);
    if (!part) throw new ApiError(this.options.unknown, id);
    return part;
  }

  /** All of them as JSON, serialised once for all who ask. */
  prepared(access: Access): CachedResponse {
    return this.#list.for(access);
  }

  /** The name that a user has given to the part, or its default name. */
  nameOf(part: Part): string {
    return this.get(part.id)?.name ?? this.options.defaultName(part);
  }

  /** "Bank 1 (Storage)", or "Bank 1" while it has its default name. */
  protected titleOf(part: Part): string {
    const name = this.nameOf(part);
    return partTitle(this.options.numbered(part), name === this.options.defaultName(part) ? undefined : name);
  }

  /** A text of the part; empty where nobody has entered it. */
  textOf(part: Part, text: Text): string {
    return this.get(part.id)?.[text] ?? '';
  }

  /**
   * Stores the name and the texts that differ, with an audit record of these. Throws VALIDATION_FAILED for the id of
   * another part.
   * @param change without the members that stay as they are
   * @param sentId the id that a body repeats, if it does
   */
  protected async change(
    part: Part,
    change: Partial<Record<Member | Text, string | undefined>>,
    sentId: string | undefined,
    caller: CallerWithAddress,
  ): Promise<View> {
    const { id } = part;
    assertOwnId(sentId, id);
    const { kind, entity } = this.options;
    const given = Object.entries(change).filter(([, text]) => text !== undefined);
    await this.db.transaction(async (entities) => {
      const before = this.#entryOf(part);
      const after = { ...before, ...Object.fromEntries(given) };
      const difference = differenceOf(before, after);
      if (!difference) return;
      const row = this.#rowOf(after);
      await storeRows<NameRow & Record<Text, string>>(entities, entity, [row], 'id');
      await this.record(entities, [{ id, before: this.get(id), after: row }], {
        kind: `${kind}.change`,
        object: `${kind}:${id}`,
        cause: causeOf(caller),
        ...difference,
      });
    });
    return this.view(part);
  }

  abstract view(part: Part): View;

  /** All views, or their JSON as bytes. */
  protected list(): readonly View[] | Buffer {
    return this.options.parts().map((part) => this.view(part));
  }

  #entryOf(part: Part): NamedEntry<Member | Text> {
    return this.#entry(part, this.nameOf(part), (text) => this.textOf(part, text));
  }

  #entry({ id }: Part, name: string, textOf: (text: Text) => string): NamedEntry<Member | Text> {
    const { member, texts } = this.options;
    return {
      id,
      [member]: name,
      ...Object.fromEntries(texts.map((text) => [text, textOf(text)])),
    } as NamedEntry<Member | Text>;
  }

  #rowOf(entry: NamedEntry<Member | Text>): NameRow & Record<Text, string> {
    const { [this.options.member]: name, ...others } = entry;
    return { ...others, name } as unknown as NameRow & Record<Text, string>;
  }
}
