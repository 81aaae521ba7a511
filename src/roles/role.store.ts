import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { AuditedList } from '../audit/audited-list.js';
import { Db } from '../database/db.js';
import { Subjects } from '../kernel/subjects.js';
import { ADMINISTRATOR_ROLE_ID, OUTLET_LISTS } from '../common/access.js';
import { sumOf } from '../common/limits.js';
import { allPermissions, completePermissions } from './role-permissions.js';
import { RoleEntity } from './role.entity.js';

type Role = Readonly<RoleEntity>;

/** Every role but the Administrator. */
export const isOrdinary = ({ id }: Pick<RoleEntity, 'id'>): boolean => id !== ADMINISTRATOR_ROLE_ID;

/** Number of entries in the outlet lists of a role. */
export const outletEntries = ({ permissions }: Pick<RoleEntity, 'permissions'>): number =>
  sumOf(OUTLET_LISTS, (list) => permissions[list].length);

/** The roles, with permissions that are complete for the outlets here. */
@Injectable()
export class RoleStore extends AuditedList<RoleEntity> {
  constructor(
    db: Db,
    audit: AuditLogService,
    private readonly subjects: Subjects,
  ) {
    const total = 'roleOutlets';
    super(db, audit, { entity: RoleEntity, resource: 'role', unknown: 'ROLE_UNKNOWN', list: 'roles', total });
  }

  /** Makes these the roles beside the Administrator, which stays. Joins the running unit of work. */
  override async replaceAll(roles: readonly Role[]): Promise<void> {
    await super.replaceAll([...this.all().filter((role) => !isOrdinary(role)), ...roles]);
  }

  protected override loaded(role: RoleEntity): Role {
    if (isOrdinary(role)) return { ...role, permissions: completePermissions(role.permissions, this.subjects) };
    const { subjects } = this;
    return {
      ...role,
      // A hub gets PDUs while it runs.
      get permissions() {
        return allPermissions(subjects);
      },
    };
  }

  protected override counted(): Role[] {
    return this.all().filter(isOrdinary);
  }

  protected override countOf(role: Pick<RoleEntity, 'permissions'>): number {
    return outletEntries(role);
  }

  /** A role has no owner: its limit is shared by all users. */
  protected override insert(entities: EntityManager, draft: Omit<RoleEntity, 'id'>): Promise<Role> {
    return this.insertRow(entities, draft);
  }

  /** A change is recorded with the whole role. */
  protected override difference(before: Role, after: Role): Pick<AuditRecord, 'before' | 'after'> {
    return { before, after };
  }
}
