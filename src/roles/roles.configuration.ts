import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { OUTLET_LISTS, PERMISSION_FLAGS } from '../kernel/access.js';
import { ConfigSections, type ConfigSection } from '../kernel/config-sections.js';
import type { DocumentCheck, Entry } from '../kernel/document-check.js';
import { sumOf } from '../kernel/limits.js';
import { isObject, mapEntries, mapIdList, type MapId } from '../kernel/part-ids.js';
import { ResetList } from '../kernel/reset-list.js';
import { mapInSlices } from '../kernel/slices.js';
import { completePermissions, type SomePermissions } from './role-permissions.js';
import { RoleEntryDto, type PermissionsDto } from './role.dto.js';
import { Role } from './role.entity.js';
import { isOrdinary, outletEntries, RolesService } from './roles.service.js';
import { roleView } from './role.view.js';

/** The roles beside the Administrator, in the configuration document and in a factory reset. */
@Injectable()
export class RolesConfiguration implements OnModuleInit, ConfigSection<Role[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: ResetList,
    private readonly driver: PduDriver,
    private readonly roles: RolesService,
  ) {}

  onModuleInit(): void {
    this.sections.add('roles', this);
    this.resets.add('roles', { tables: [Role], reset: () => this.roles.replaceAll([]) });
  }

  read(): Role[] {
    return this.roles
      .list()
      .filter(isOrdinary)
      .sort((a, b) => a.id - b.id);
  }

  /** Of the permissions what is given; the others are not. */
  written(content: Role[]): object[] {
    return content.map((role) => ({ ...role, permissions: given(role.permissions) }));
  }

  mapIds(sent: unknown, map: MapId): Promise<unknown> {
    return mapEntries('roles', sent, (entry, path) => {
      const { permissions } = entry;
      if (!isObject(permissions)) return entry;
      const mapList = (holder: typeof permissions, list: (typeof OUTLET_LISTS)[number]) =>
        mapIdList(holder, list, 'outlet', `${path}.permissions`, map);
      return { ...entry, permissions: OUTLET_LISTS.reduce(mapList, permissions) };
    });
  }

  async check(sent: unknown, check: DocumentCheck): Promise<Role[]> {
    const entries = await check.entries(RoleEntryDto, sent, 'roles');
    const names = new Set([this.roles.read(1).name.toLowerCase()]);
    for (const { entry, path } of entries) {
      const name = entry.name.toLowerCase();
      if (names.has(name)) check.problem(`${path}.name`, `There is a role named "${entry.name}" already.`);
      names.add(name);
    }
    const known = new Set(this.driver.model.outlets.map(({ id }) => id));
    const wanted = await mapInSlices(entries, (each) => this.#checked(each, known, check));
    check.mustFitTotal('roleOutlets', sumOf(wanted, outletEntries));
    return wanted.sort((a, b) => a.id - b.id);
  }

  async apply(wanted: Role[]): Promise<void> {
    await this.roles.replaceAll(wanted);
  }

  #checked({ entry, path }: Entry<RoleEntryDto>, known: ReadonlySet<string>, check: DocumentCheck): Role {
    const { id, name, description = '', permissions = {} } = entry;
    const { model } = this.driver;
    unfitOutlets(permissions, path, known, check);
    return roleView({ id, name, description, permissions: completePermissions(permissions, model) });
  }
}

function unfitOutlets(
  permissions: PermissionsDto,
  path: string,
  known: ReadonlySet<string>,
  check: DocumentCheck,
): void {
  for (const list of OUTLET_LISTS) {
    const unknown = permissions[list]?.filter((id) => !known.has(id)) ?? [];
    for (const id of unknown) check.unfit(`${path}.permissions.${list}`, `This PDU has no outlet "${id}".`);
  }
}

function given(permissions: Role['permissions']): SomePermissions {
  const flags = PERMISSION_FLAGS.filter((flag) => permissions[flag]).map((flag) => [flag, true]);
  const lists = OUTLET_LISTS.filter((list) => permissions[list].length > 0).map((list) => [list, permissions[list]]);
  return Object.fromEntries([...flags, ...lists]) as SomePermissions;
}
