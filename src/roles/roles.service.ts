import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/rows.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { Access, ADMINISTRATOR_ROLE_ID, OUTLET_LISTS, type CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertTotalFits, assertListNotFull, sumOf } from '../common/limits.js';
import { assertNoPrivilegeEscalation } from './privilege-escalation.js';
import { allPermissions, completePermissions, mergedPermissions, unknownOutlet } from './role-permissions.js';
import type { CreateRoleDto, PermissionsDto, UpdateRoleDto } from './role.dto.js';
import { RoleEntity } from './role.entity.js';
import { roleView, type RoleView } from './role.view.js';

/** For a role that does not exist. */
const NO_ACCESS = new Access(completePermissions({}, { outlets: [] }), false);

/** Every role but the Administrator. */
export const isOrdinary = ({ id }: Pick<RoleEntity, 'id'>): boolean => id !== ADMINISTRATOR_ROLE_ID;

/** How many entries the outlet lists of a role have. */
export const outletEntries = ({ permissions }: Pick<RoleEntity, 'permissions'>): number =>
  sumOf(OUTLET_LISTS, (list) => permissions[list].length);

/** The roles, all in memory and written through. */
@Injectable()
export class RolesService implements OnModuleInit {
  readonly #roles = new Map<number, RoleEntity>();
  /** One object for each revision of a role. */
  readonly #access = new Map<number, Access>();
  readonly #listeners: ((roleId: number) => void)[] = [];
  #isUsed: (roleId: number) => boolean = () => false;

  constructor(
    private readonly driver: PduDriver,
    private readonly db: Db,
    private readonly audit: AuditLogService,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const role of await this.db.all(RoleEntity)) {
      const { id, permissions } = role;
      const { model } = this.driver;
      const now = id === ADMINISTRATOR_ROLE_ID ? allPermissions(model) : completePermissions(permissions, model);
      this.#remember({ ...role, permissions: now });
    }
  }

  /** Throws ROLE_UNKNOWN. */
  find(id: string | number): RoleEntity {
    const role = /^[1-9]\d{0,14}$/.test(String(id)) ? this.#roles.get(Number(id)) : undefined;
    if (!role) throw new ApiError('ROLE_UNKNOWN', id);
    return role;
  }

  has(id: number): boolean {
    return this.#roles.has(id);
  }

  /** What the users of a role may do; the same object until the role changes. */
  accessOf(roleId: number): Access {
    return this.#access.get(roleId) ?? NO_ACCESS;
  }

  /** Calls back when a role has changed or is gone. */
  onChange(reader: (roleId: number) => void): void {
    this.#listeners.push(reader);
  }

  /** Tells how to know whether a role is in use: whoever gives roles to users registers here. */
  setUsageCheck(isUsed: (roleId: number) => boolean): void {
    this.#isUsed = isUsed;
  }

  list(): RoleView[] {
    return [...this.#roles.values()].map(roleView);
  }

  read(id: string | number): RoleView {
    return roleView(this.find(id));
  }

  create({ name, description = '', permissions = {} }: CreateRoleDto, caller: CallerWithAddress): Promise<RoleView> {
    return this.db.transaction(async (entities) => {
      const row = { name, description, permissions: completePermissions(permissions, this.driver.model) };
      assertNoPrivilegeEscalation(caller, new Access(row.permissions, false));
      this.#refuseUnknownOutlets(permissions);
      this.#refuseTaken(name);
      assertListNotFull('roles', this.#ordinary().length);
      this.#assertFits(0, outletEntries(row));
      const { identifiers } = await entities.insert(RoleEntity, { ...row });
      const role = { ...row, id: (identifiers[0] as { id: number }).id };
      const object = `role:${role.id}`;
      await this.audit.record({ kind: 'role.create', object, cause: causeOf(caller), after: row });
      this.db.afterCommit(() => this.#changed(role));
      return roleView(role);
    });
  }

  update(
    id: string,
    { name, description, permissions = {} }: UpdateRoleDto,
    caller: CallerWithAddress,
  ): Promise<RoleView> {
    return this.db.transaction(async (entities) => {
      const before = this.#findOrdinary(id, 'edited');
      const after = {
        id: before.id,
        name: name ?? before.name,
        description: description ?? before.description,
        permissions: mergedPermissions(before.permissions, permissions, this.driver.model),
      };
      assertNoPrivilegeEscalation(caller, this.accessOf(before.id), new Access(after.permissions, false));
      this.#refuseUnknownOutlets(permissions);
      this.#refuseTaken(after.name, before.id);
      this.#assertFits(outletEntries(before), outletEntries(after));
      await entities.update(RoleEntity, before.id, { ...after });
      await this.audit.record({ kind: 'role.change', object: `role:${id}`, cause: causeOf(caller), before, after });
      this.db.afterCommit(() => this.#changed(after));
      return roleView(after);
    });
  }

  /** Answers the role that was removed. */
  remove(id: string, caller: CallerWithAddress): Promise<RoleView> {
    return this.db.transaction(async (entities) => {
      const role = this.#findOrdinary(id, 'deleted');
      if (this.#isUsed(role.id)) throw new ApiError('ROLE_IN_USE', role.name);
      await entities.delete(RoleEntity, role.id);
      await this.audit.record({ kind: 'role.delete', object: `role:${id}`, cause: causeOf(caller), before: role });
      this.db.afterCommit(() => {
        this.#roles.delete(role.id);
        this.#access.delete(role.id);
        this.#notify(role.id);
      });
      return roleView(role);
    });
  }

  /** Makes these the roles beside the Administrator, which stays. Joins the running unit of work. */
  async replaceAll(roles: readonly RoleEntity[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      const before = this.#ordinary();
      await replaceRows(entities, RoleEntity, before, roles);
      this.db.afterCommit(() => {
        for (const { id } of before) {
          this.#roles.delete(id);
          this.#access.delete(id);
        }
        for (const role of roles) this.#remember(role);
        for (const id of new Set([...before, ...roles].map((role) => role.id))) this.#notify(id);
      });
    });
  }

  #ordinary(): RoleEntity[] {
    return [...this.#roles.values()].filter(isOrdinary);
  }

  /** All roles together list no more outlets than a configuration document may hold. */
  #assertFits(before: number, after: number): void {
    assertTotalFits('roleOutlets', sumOf(this.#ordinary(), outletEntries), before, after);
  }

  #findOrdinary(id: string, operation: string): RoleEntity {
    const role = this.find(id);
    if (role.id === ADMINISTRATOR_ROLE_ID) throw new ApiError('ROLE_FIXED', operation);
    return role;
  }

  #refuseUnknownOutlets(sent: PermissionsDto): void {
    const unknown = unknownOutlet(sent, this.driver.model);
    if (unknown) throw new ApiError('ROLE_OUTLET_UNKNOWN', unknown.outlet).at(`permissions.${unknown.list}`);
  }

  #refuseTaken(name: string, except?: number): void {
    const same = (role: RoleEntity) => role.id !== except && role.name.toLowerCase() === name.toLowerCase();
    if ([...this.#roles.values()].some(same)) throw new ApiError('ROLE_NAME_TAKEN', name).at('name');
  }

  #remember(role: RoleEntity): void {
    this.#roles.set(role.id, role);
    this.#access.set(role.id, new Access(role.permissions, role.id === ADMINISTRATOR_ROLE_ID));
  }

  #changed(role: RoleEntity): void {
    this.#remember(role);
    this.#notify(role.id);
  }

  #notify(roleId: number): void {
    for (const reader of this.#listeners) reader(roleId);
  }
}
