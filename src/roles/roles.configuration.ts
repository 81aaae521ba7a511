import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Subjects } from '../kernel/subjects.js';
import { OUTLET_LISTS, PERMISSION_FLAGS } from '../common/access.js';
import { ConfigSections, type ConfigSection } from '../common/configuration/config-sections.js';
import type { DocumentCheck, CheckedEntry } from '../common/configuration/document-check.js';
import { sumOf } from '../common/limits.js';
import { mapEntries, mapIdList, type MapId } from '../common/configuration/part-ids.js';
import { FactoryResets } from '../common/factory-resets.js';
import { isObject } from '../common/objects.js';
import { mapInSlices } from '../common/time-slices.js';
import { completePermissions, type PartialPermissions } from './role-permissions.js';
import { RoleEntryDto, type PermissionsDto } from './role.dto.js';
import { RoleEntity } from './role.entity.js';
import { isOrdinary, outletEntries, RoleStore } from './role.store.js';
import { roleView } from './role.view.js';

/** The roles beside the Administrator, in the configuration document and in a factory reset. */
@Injectable()
export class RolesConfiguration implements OnModuleInit, ConfigSection<RoleEntity[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly subjects: Subjects,
    private readonly store: RoleStore,
  ) {}

  onModuleInit(): void {
    this.sections.add('roles', this);
    this.resets.add('roles', { tables: [RoleEntity], reset: () => this.store.replaceAll([]) });
  }

  read(): RoleEntity[] {
    return this.store
      .all()
      .filter(isOrdinary)
      .map(roleView)
      .sort((a, b) => a.id - b.id);
  }

  /** The roles, each with the permissions that are granted only. */
  toDocument(content: RoleEntity[]): object[] {
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

  async check(sent: unknown, check: DocumentCheck): Promise<RoleEntity[]> {
    const entries = await check.entries(RoleEntryDto, sent, 'roles');
    const names = new Set([this.store.find(1).name.toLowerCase()]);
    for (const { entry, path } of entries) {
      const name = entry.name.toLowerCase();
      if (names.has(name)) check.problem(`${path}.name`, `There is already a role named "${entry.name}".`);
      names.add(name);
    }
    const known = new Set(this.subjects.outlets.map(({ id }) => id));
    const wanted = await mapInSlices(entries, (each) => this.#checked(each, known, check));
    check.checkTotal('roleOutlets', sumOf(wanted, outletEntries));
    return wanted.sort((a, b) => a.id - b.id);
  }

  async apply(wanted: RoleEntity[]): Promise<void> {
    await this.store.replaceAll(wanted);
  }

  #checked({ entry, path }: CheckedEntry<RoleEntryDto>, known: ReadonlySet<string>, check: DocumentCheck): RoleEntity {
    const { id, name, description = '', permissions = {} } = entry;
    unfitOutlets(permissions, path, known, check);
    return roleView({ id, name, description, permissions: completePermissions(permissions, this.subjects) });
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
    for (const id of unknown) check.unfit(`${path}.permissions.${list}`, `There is no "${id}" that a role could list.`);
  }
}

function given(permissions: RoleEntity['permissions']): PartialPermissions {
  const flags = PERMISSION_FLAGS.filter((flag) => permissions[flag]).map((flag) => [flag, true]);
  const lists = OUTLET_LISTS.filter((list) => permissions[list].length > 0).map((list) => [list, permissions[list]]);
  return Object.fromEntries([...flags, ...lists]) as PartialPermissions;
}
