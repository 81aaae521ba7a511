import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/replace-rows.js';
import type { Cause } from '../kernel/cause.js';
import { differenceOf } from '../kernel/difference.js';
import { ApiError } from '../kernel/errors.js';
import { Group } from './group.entity.js';

/** The groups, all in memory and written through. Writers come one after another. */
@Injectable()
export class GroupStore implements OnModuleInit {
  readonly #groups = new Map<number, Readonly<Group>>();

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLog,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const group of await this.db.all(Group)) this.#groups.set(group.id, group);
  }

  all(): Readonly<Group>[] {
    return [...this.#groups.values()];
  }

  /** Throws GROUP_UNKNOWN. */
  find(id: string): Readonly<Group> {
    const group = /^[1-9]\d{0,14}$/.test(id) ? this.#groups.get(Number(id)) : undefined;
    if (!group) throw new ApiError('GROUP_UNKNOWN', id);
    return group;
  }

  /** By id or, where no group has that id, by place in the list, counted from 1. Throws GROUP_UNKNOWN. */
  findByIdOrPlace(text: string): Readonly<Group> {
    const isNumber = /^[1-9]\d{0,14}$/.test(text);
    return (isNumber && !this.#groups.has(Number(text)) && this.all()[Number(text) - 1]) || this.find(text);
  }

  async create(row: Omit<Group, 'id' | 'maker'>, cause: Cause): Promise<Readonly<Group>> {
    return this.db.write(async (entities) => {
      const maker = cause.userId ?? null;
      const { identifiers } = await entities.insert(Group, { ...row, maker });
      const { id } = identifiers[0] as { id: number };
      await this.audit.record({ kind: 'group.create', object: objectOf({ id }), cause, after: row });
      const group = { id, ...row, maker };
      this.db.afterCommit(() => this.#groups.set(id, group));
      return group;
    });
  }

  /** Members that are equal already are not told of. */
  async change(before: Readonly<Group>, after: Readonly<Group>, cause: Cause): Promise<void> {
    const difference = differenceOf(before, after);
    if (!difference) return;
    await this.db.write(async (entities) => {
      await entities.update(Group, before.id, { ...after });
      await this.audit.record({ kind: 'group.change', object: objectOf(before), cause, ...difference });
      this.db.afterCommit(() => this.#groups.set(before.id, after));
    });
  }

  async remove(group: Readonly<Group>, cause: Cause): Promise<void> {
    await this.db.write(async (entities) => {
      await entities.delete(Group, group.id);
      await this.audit.record({ kind: 'group.delete', object: objectOf(group), cause, before: group });
      this.db.afterCommit(() => this.#groups.delete(group.id));
    });
  }

  /** Makes these the groups. Those that wait for their turn to turn on still get it. Joins the running unit of work. */
  async replaceAll(groups: readonly Readonly<Group>[]): Promise<void> {
    await this.db.write(async (entities) => {
      await replaceRows(entities, Group, this.all(), groups);
      this.db.afterCommit(() => {
        this.#groups.clear();
        for (const group of groups) this.#groups.set(group.id, group);
      });
    });
  }
}

/** The group's name in the audit log, and that of its sequences. */
export const objectOf = ({ id }: Pick<Group, 'id'>): string => `group:${id}`;
