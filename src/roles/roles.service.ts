import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/replace-rows.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { Access, ADMINISTRATOR_ROLE_ID, OUTLET_LISTS, type CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { mustFitTotal, mustHaveRoom, sumOf } from '../kernel/limits.js';
import { refuseMoreThanOwn } from './handing-out.js';
import { allPermissions, completePermissions, mergedPermissions, unknownOutlet } from './role-permissions.js';
import type { CreateRoleDto, PermissionsDto, UpdateRoleDto } from './role.dto.js';
import { Role } from './role.entity.js';
import { roleView, type RoleView } from './role.view.js';

/** For a role that does not exist. */
const NO_ACCESS = new Access(completePermissions({}, { outlets: [] }), false);

/** Every role but the Administrator. */
export const isOrdinary = ({ id }: Pick<Role, 'id'>): boolean => id !== ADMINISTRATOR_ROLE_ID;

/** How many entries the outlet lists of a role have. */
export const outletEntries = ({ permissions }: Pick<Role, 'permissions'>): number =>
  sumOf(OUTLET_LISTS, (list) => permissions[list].length);

/** The roles, all in memory and written through. */
@Injectable()
export class RolesService implements OnModuleInit {
  readonly #roles = new Map<number, Role>();
  /** One object for each revision of a role. */
  readonly #access = new Map<number, Access>();
  readonly #readers: ((roleId: number) => void)[] = [];
  #isUsed: (roleId: number) => boolean = () => false;

  constructor(
    private readonly driver: PduDriver,
    private readonly db: Db,
    private readonly audit: AuditLog,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const role of await this.db.all(Role)) {
      const { id, permissions } = role;
      const { model } = this.driver;
      const now = id === ADMINISTRATOR_ROLE_ID ? allPermissions(model) : completePermissions(permissions, model);
      this.#remember({ ...role, permissions: now });
    }
  }

  /** Throws ROLE_UNKNOWN. */
  find(id: string | number): Role {
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
    this.#readers.push(reader);
  }

  /** Tells how to know whether a role is in use: whoever gives roles to users registers here. */
  usedWhen(isUsed: (roleId: number) => boolean): void {
    this.#isUsed = isUsed;
  }

  list(): RoleView[] {
    return [...this.#roles.values()].map(roleView);
  }

  read(id: string | number): RoleView {
    return roleView(this.find(id));
  }

  create({ name, description = '', permissions = {} }: CreateRoleDto, caller: CallerAt): Promise<RoleView> {
    return this.db.write(async (entities) => {
      const row = { name, description, permissions: completePermissions(permissions, this.driver.model) };
      refuseMoreThanOwn(caller, new Access(row.permissions, false));
      this.#refuseUnknownOutlets(permissions);
      this.#refuseTaken(name);
      mustHaveRoom('roles', this.#ordinary().length);
      this.#mustFit(0, outletEntries(row));
      const { identifiers } = await entities.insert(Role, { ...row });
      const role = { ...row, id: (identifiers[0] as { id: number }).id };
      const object = `role:${role.id}`;
      await this.audit.record({ kind: 'role.create', object, cause: causeOf(caller), after: row });
      this.db.afterCommit(() => this.#changed(role));
      return roleView(role);
    });
  }

  update(id: string, { name, description, permissions = {} }: UpdateRoleDto, caller: CallerAt): Promise<RoleView> {
    return this.db.write(async (entities) => {
      const before = this.#findOrdinary(id, 'edited');
      const after = {
        id: before.id,
        name: name ?? before.name,
        description: description ?? before.description,
        permissions: mergedPermissions(before.permissions, permissions, this.driver.model),
      };
      refuseMoreThanOwn(caller, this.accessOf(before.id), new Access(after.permissions, false));
      this.#refuseUnknownOutlets(permissions);
      this.#refuseTaken(after.name, before.id);
      this.#mustFit(outletEntries(before), outletEntries(after));
      await entities.update(Role, before.id, { ...after });
      await this.audit.record({ kind: 'role.change', object: `role:${id}`, cause: causeOf(caller), before, after });
      this.db.afterCommit(() => this.#changed(after));
      return roleView(after);
    });
  }

  /** Answers the role that was removed. */
  remove(id: string, caller: CallerAt): Promise<RoleView> {
    return this.db.write(async (entities) => {
      const role = this.#findOrdinary(id, 'deleted');
      if (this.#isUsed(role.id)) throw new ApiError('ROLE_IN_USE', role.name);
      await entities.delete(Role, role.id);
      await this.audit.record({ kind: 'role.delete', object: `role:${id}`, cause: causeOf(caller), before: role });
      this.db.afterCommit(() => {
        this.#roles.delete(role.id);
        this.#access.delete(role.id);
        this.#tell(role.id);
      });
      return roleView(role);
    });
  }

  /** Makes these the roles beside the Administrator, which stays. Joins the running unit of work. */
  async replaceAll(roles: readonly Role[]): Promise<void> {
    await this.db.write(async (entities) => {
      const before = this.#ordinary();
      await replaceRows(entities, Role, before, roles);
      this.db.afterCommit(() => {
        for (const { id } of before) {
          this.#roles.delete(id);
          this.#access.delete(id);
        }
        for (const role of roles) this.#remember(role);
        for (const id of new Set([...before, ...roles].map((role) => role.id))) this.#tell(id);
      });
    });
  }

  #ordinary(): Role[] {
    return [...this.#roles.values()].filter(isOrdinary);
  }

  /** All roles together list no more outlets than a configuration document may hold. */
  #mustFit(before: number, after: number): void {
    mustFitTotal('roleOutlets', sumOf(this.#ordinary(), outletEntries), before, after);
  }

  #findOrdinary(id: string, deed: string): Role {
    const role = this.find(id);
    if (role.id === ADMINISTRATOR_ROLE_ID) throw new ApiError('ROLE_FIXED', deed);
    return role;
  }

  #refuseUnknownOutlets(sent: PermissionsDto): void {
    const unknown = unknownOutlet(sent, this.driver.model);
    if (unknown) throw new ApiError('ROLE_OUTLET_UNKNOWN', unknown.outlet).at(`permissions.${unknown.list}`);
  }

  #refuseTaken(name: string, except?: number): void {
    const same = (role: Role) => role.id !== except && role.name.toLowerCase() === name.toLowerCase();
    if ([...this.#roles.values()].some(same)) throw new ApiError('ROLE_NAME_TAKEN', name).at('name');
  }

  #remember(role: Role): void {
    this.#roles.set(role.id, role);
    this.#access.set(role.id, new Access(role.permissions, role.id === ADMINISTRATOR_ROLE_ID));
  }

  #changed(role: Role): void {
    this.#remember(role);
    this.#tell(role.id);
  }

  #tell(roleId: number): void {
    for (const reader of this.#readers) reader(roleId);
  }
}
