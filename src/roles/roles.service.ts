import { Injectable } from '@nestjs/common';
import { Subjects } from '../kernel/subjects.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { Access, type CallerWithAddress, assertNoPrivilegeEscalation } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import type { OutletId } from '../common/ids.js';
import { completePermissions, mergedPermissions, unknownOutlet, withoutOutlet } from './role-permissions.js';
import type { CreateRoleDto, PermissionsDto, UpdateRoleDto } from './role.dto.js';
import type { RoleEntity } from './role.entity.js';
import { isOrdinary, RoleStore } from './role.store.js';
import { roleView, roleViewFor, type RoleView } from './role.view.js';

/** For a role that does not exist. */
const NO_ACCESS = new Access(completePermissions({}, { outlets: [] }), false);

/** The roles: what their users may do, and who may say so. */
@Injectable()
export class RolesService {
  /** One object for each revision of a role. */
  readonly #access = new WeakMap<Readonly<RoleEntity>, Access>();
  readonly #removalChecks: ((role: Readonly<RoleEntity>) => void)[] = [];
  readonly #editChecks: ((role: Readonly<RoleEntity>) => void)[] = [];

  constructor(
    private readonly subjects: Subjects,
    private readonly store: RoleStore,
  ) {}

  /** Throws ROLE_UNKNOWN. */
  find(id: string | number): Readonly<RoleEntity> {
    return this.store.find(id);
  }

  has(id: number): boolean {
    return this.store.has(id);
  }

  /** The access of the users of a role; the same object until the role changes. */
  accessOf(roleId: number): Access {
    const role = this.store.get(roleId);
    if (!role) return NO_ACCESS;
    const access = this.#access.get(role) ?? new Access(role.permissions, !isOrdinary(role));
    this.#access.set(role, access);
    return access;
  }

  /** Calls back when roles have changed or are gone. */
  onChange(listener: () => void): void {
    this.store.onChange(listener);
  }

  /** Registers a check that throws if a role is in use, for the modules whose objects name roles. */
  addRemovalCheck(check: (role: Readonly<RoleEntity>) => void): void {
    this.#removalChecks.push(check);
  }

  /** Registers a check that throws if a role may not be edited, for the modules that rely on its permissions. */
  addEditCheck(check: (role: Readonly<RoleEntity>) => void): void {
    this.#editChecks.push(check);
  }

  /**
   * Makes a role of the controller itself; a name that is taken gets a number. Returns its id.
   * @param own id of the role that this one takes the place of, which keeps its name; ignored if there is none
   */
  async provide(
    own: number,
    { name, description = '', permissions = {} }: CreateRoleDto,
    cause: Cause,
  ): Promise<number> {
    return this.store.inTransaction(async () => {
      const whole = completePermissions(permissions, this.subjects);
      const known = isOrdinary({ id: own }) ? this.store.get(own) : undefined;
      if (known) return (await this.store.change(known, { ...known, permissions: whole }, cause)).id;
      return (await this.store.create({ name: this.#freeName(name), description, permissions: whole }, cause)).id;
    });
  }

  #freeName(name: string): string {
    const taken = new Set(this.store.all().map((role) => role.name.toLowerCase()));
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${name} ${number}`;
      if (!taken.has(candidate.toLowerCase())) return candidate;
    }
  }

  list(access: Access): RoleView[] {
    return this.store.all().map((role) => this.view(role, access));
  }

  /** The role as far as the reader may know its outlets. */
  view(role: Readonly<RoleEntity>, access: Access): RoleView {
    return roleViewFor(role, (id) => this.subjects.mayKnowId(access, id));
  }

  create({ name, description = '', permissions = {} }: CreateRoleDto, caller: CallerWithAddress): Promise<RoleView> {
    return this.store.inTransaction(async () => {
      const row = { name, description, permissions: completePermissions(permissions, this.subjects) };
      assertNoPrivilegeEscalation(caller, new Access(row.permissions, false));
      this.#refuseUnknownOutlets(permissions, caller);
      this.#refuseTaken(name);
      this.store.assertRoomFor(row, caller);
      return roleView(await this.store.create(row, causeOf(caller)));
    });
  }

  update(
    id: string,
    { id: sentId, name, description, permissions = {} }: UpdateRoleDto,
    caller: CallerWithAddress,
  ): Promise<RoleView> {
    return this.store.inTransaction(async () => {
      const before = this.#findOrdinary(id, 'edited');
      assertOwnId(sentId, String(before.id));
      for (const check of this.#editChecks) check(before);
      const after = {
        name: name ?? before.name,
        description: description ?? before.description,
        permissions: mergedPermissions(before.permissions, permissions, this.subjects),
      };
      assertNoPrivilegeEscalation(caller, this.accessOf(before.id), new Access(after.permissions, false));
      this.#refuseUnknownOutlets(permissions, caller);
      this.#refuseTaken(after.name, before.id);
      this.store.assertFits(before, after);
      return roleView(await this.store.change(before, after, causeOf(caller)));
    });
  }

  /** Answers the role that was removed. */
  remove(id: string, caller: CallerWithAddress): Promise<RoleView> {
    return this.store.inTransaction(async () => {
      const role = this.#findOrdinary(id, 'deleted');
      assertNoPrivilegeEscalation(caller, this.accessOf(role.id));
      for (const check of this.#removalChecks) check(role);
      await this.store.remove(role, causeOf(caller));
      return roleView(role);
    });
  }

  /** Takes an outlet that is there no longer out of all roles. Joins the running unit of work. */
  async forgetOutlet(id: OutletId, cause: Cause): Promise<void> {
    for (const role of this.store.all().filter(isOrdinary)) {
      const permissions = withoutOutlet(role.permissions, id);
      if (permissions !== role.permissions) await this.store.change(role, { ...role, permissions }, cause);
    }
  }

  #findOrdinary(id: string, operation: string): Readonly<RoleEntity> {
    const role = this.find(id);
    if (!isOrdinary(role)) throw new ApiError('ROLE_FIXED', operation);
    return role;
  }

  /** The answer must not reveal which of the ids exist that the caller may not know. */
  #refuseUnknownOutlets(sent: PermissionsDto, { access }: CallerWithAddress): void {
    const unknown = unknownOutlet(sent, this.subjects);
    if (unknown && !this.subjects.mayKnowId(access, unknown.outlet)) throw new ApiError('RIGHTS_NOT_COVERED');
    if (unknown) throw new ApiError('ROLE_OUTLET_UNKNOWN', unknown.outlet).at(`permissions.${unknown.list}`);
  }

  #refuseTaken(name: string, except?: number): void {
    const same = (role: RoleEntity) => role.id !== except && role.name.toLowerCase() === name.toLowerCase();
    if (this.store.all().some(same)) throw new ApiError('ROLE_NAME_TAKEN', name).at('name');
  }
}
