import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/rows.js';
import type { Cause } from '../common/cause.js';
import { differenceOf } from '../common/objects.js';
import { ApiError } from '../common/errors.js';
import { GroupEntity } from './group.entity.js';

/** The groups, all in memory and written through. Writers come one after another. */
@Injectable()
export class GroupStore implements OnModuleInit {
  readonly #groups = new Map<number, Readonly<GroupEntity>>();

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const group of await this.db.all(GroupEntity)) this.#groups.set(group.id, group);
  }

  all(): Readonly<GroupEntity>[] {
    return [...this.#groups.values()];
  }

  /** Throws GROUP_UNKNOWN. */
  find(id: string): Readonly<GroupEntity> {
    const group = /^[1-9]\d{0,14}$/.test(id) ? this.#groups.get(Number(id)) : undefined;
    if (!group) throw new ApiError('GROUP_UNKNOWN', id);
    return group;
  }

  /** By id or, where no group has that id, by place in the list, counted from 1. Throws GROUP_UNKNOWN. */
  findByIdOrPlace(text: string): Readonly<GroupEntity> {
    const isNumber = /^[1-9]\d{0,14}$/.test(text);
    return (isNumber && !this.#groups.has(Number(text)) && this.all()[Number(text) - 1]) || this.find(text);
  }

  async create(row: Omit<GroupEntity, 'id' | 'maker'>, cause: Cause): Promise<Readonly<GroupEntity>> {
    return this.db.transaction(async (entities) => {
      const maker = cause.userId ?? null;
      const { identifiers } = await entities.insert(GroupEntity, { ...row, maker });
      const { id } = identifiers[0] as { id: number };
      await this.audit.record({ kind: 'group.create', object: auditObjectOf({ id }), cause, after: row });
      const group = { id, ...row, maker };
      this.db.afterCommit(() => this.#groups.set(id, group));
      return group;
    });
  }

  /** Members that are equal already are not recorded. */
  async change(before: Readonly<GroupEntity>, after: Readonly<GroupEntity>, cause: Cause): Promise<void> {
    const difference = differenceOf(before, after);
    if (!difference) return;
    await this.db.transaction(async (entities) => {
      await entities.update(GroupEntity, before.id, { ...after });
      await this.audit.record({ kind: 'group.change', object: auditObjectOf(before), cause, ...difference });
      this.db.afterCommit(() => this.#groups.set(before.id, after));
    });
  }

  async remove(group: Readonly<GroupEntity>, cause: Cause): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.delete(GroupEntity, group.id);
      await this.audit.record({ kind: 'group.delete', object: auditObjectOf(group), cause, before: group });
      this.db.afterCommit(() => this.#groups.delete(group.id));
    });
  }

  /** Makes these the groups. Those that wait for their step still get it. Joins the running unit of work. */
  async replaceAll(groups: readonly Readonly<GroupEntity>[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      await replaceRows(entities, GroupEntity, this.all(), groups);
      this.db.afterCommit(() => {
        this.#groups.clear();
        for (const group of groups) this.#groups.set(group.id, group);
      });
    });
  }
}

/** The group's name in the audit log, and that of its sequences. */
export const auditObjectOf = ({ id }: Pick<GroupEntity, 'id'>): string => `group:${id}`;
