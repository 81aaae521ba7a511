import type { Type } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuditedTable } from '../audit/audited-table.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { causeOf } from '../common/cause.js';
import type { ConfigSections, SectionName } from '../common/configuration/config-sections.js';
import { namesSection } from '../common/configuration/names-section.js';
import type { PartKind } from '../common/configuration/part-ids.js';
import { ApiError, type ApiErrorCode } from '../common/errors.js';
import type { FactoryResets } from '../common/factory-resets.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { Db } from '../database/db.js';
import { partTitle } from './part-title.js';
import { SnapshotStore } from './snapshot.store.js';

interface NameRow {
  id: string;
  name: string;
}

export interface NamedPartsOptions<Part, Member extends string> {
  readonly entity: new () => NameRow;
  /** As paths and the configuration document name them. */
  readonly section: SectionName;
  /** As audit records name one. */
  readonly kind: PartKind;
  /** The member that holds the name, as in the API. */
  readonly member: Member;
  /** The error for an id that no part has. */
  readonly unknown: ApiErrorCode;
  readonly parts: () => readonly Part[];
  readonly defaultName: (part: Part) => string;
  /** The part by its number on the enclosure: "Bank 1". */
  readonly numbered: (part: Part) => string;
}

/** Parts of the PDU of which users can set the name and nothing else; one without a row has its default name. */
export abstract class NamedParts<
  Part extends { readonly id: string },
  View,
  Member extends string,
> extends AuditedTable<NameRow> {
  readonly #list: CachedResponses;

  protected constructor(
    db: Db,
    audit: AuditLogService,
    protected readonly snapshots: SnapshotStore,
    private readonly options: NamedPartsOptions<Part, Member>,
  ) {
    super(db, audit, options.entity);
    const known = (id: string) => options.parts().find((each) => each.id === id);
    audit.nameObjects(
      options.kind,
      (id) => {
        const part = known(id);
        return part && this.nameOf(part);
      },
      (id) => {
        const part = known(id);
        return part && this.titleOf(part);
      },
    );
    this.onChange(() => snapshots.touch());
    this.#list = new CachedResponses(
      options.section,
      () => snapshots.revision,
      () => this.list(),
    );
  }

  /** Puts the names into the configuration document and into a factory reset. */
  register(
    sections: ConfigSections,
    resets: FactoryResets,
    dto: Type<{ readonly id: string } & Partial<Record<Member, string>>>,
  ): void {
    const { entity, section, kind, member, parts, defaultName } = this.options;
    const defaults = () => parts().map((part) => ({ id: part.id, name: defaultName(part) }));
    const nameOf = (id: string) => this.nameOf(this.find(id));
    const replace = (names: ReadonlyMap<string, string>) =>
      this.replaceAll([...names].map(([id, name]) => ({ id, name })));
    sections.add(section, namesSection({ section, kind, member, dto, defaults, nameOf, replace }));
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
    return partTitle(this.options.numbered(part), this.get(part.id)?.name);
  }

  /** @param sentId the id that a body repeats, if it does */
  protected async rename(
    part: Part,
    name: string,
    sentId: string | undefined,
    caller: CallerWithAddress,
  ): Promise<View> {
    const { id } = part;
    assertOwnId(sentId, id);
    const { kind, member } = this.options;
    const after = { id, name };
    await this.db.transaction(async (entities) => {
      await entities.upsert(this.entity, after, ['id']);
      await this.record(entities, [{ id, before: this.get(id), after }], {
        kind: `${kind}.change`,
        object: `${kind}:${id}`,
        cause: causeOf(caller),
        before: { [member]: this.nameOf(part) },
        after: { [member]: name },
      });
    });
    return this.view(part);
  }

  abstract view(part: Part): View;

  /** All views, or their JSON as bytes. */
  protected list(): readonly View[] | Buffer {
    return this.options.parts().map((part) => this.view(part));
  }
}
