import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ConfigSections, type ConfigSection } from '../common/configuration/config-sections.js';
import type { DocumentCheck, CheckedEntry } from '../common/configuration/document-check.js';
import type { OutletId } from '../common/ids.js';
import { sumOf } from '../common/limits.js';
import { mapEntries, mapIdList, type MapId } from '../common/configuration/part-ids.js';
import { FactoryResets } from '../common/factory-resets.js';
import { mapInSlices } from '../common/time-slices.js';
import { GroupEntryDto } from './group.dto.js';
import { GroupEntity } from './group.entity.js';
import { GroupOutletsService } from './group-outlets.service.js';
import { GroupStore } from './group.store.js';

/** An entry of the configuration document with its defaults written out. */
export interface GroupEntry {
  readonly id: number;
  readonly groupName: string;
  readonly groupRebootSequenceDelay: number;
  readonly outlets: readonly OutletId[];
}

/** The groups in the configuration document and in a factory reset. */
@Injectable()
export class GroupsConfiguration implements OnModuleInit, ConfigSection<GroupEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly driver: PduDriver,
    private readonly members: GroupOutletsService,
    private readonly store: GroupStore,
  ) {}

  onModuleInit(): void {
    this.sections.add('groups', this);
    this.resets.add('groups', { tables: [GroupEntity], reset: () => this.store.replaceAll([]) });
  }

  read(): GroupEntry[] {
    return this.store
      .all()
      .map(entryOf)
      .sort((a, b) => a.id - b.id);
  }

  mapIds(given: unknown, map: MapId): Promise<unknown> {
    return mapEntries('groups', given, (entry, path) => mapIdList(entry, 'outlets', 'outlet', path, map));
  }

  async check(given: unknown, check: DocumentCheck): Promise<GroupEntry[]> {
    const entries = await check.entries(GroupEntryDto, given, 'groups');
    const known = new Map(this.store.all().map((group) => [group.id, group]));
    const wanted = (await mapInSlices(entries, (each) => this.#checked(each, known, check) ?? [])).flat();
    check.checkTotal(
      'groupOutlets',
      sumOf(wanted, ({ outlets }) => outlets.length),
    );
    return wanted.sort((a, b) => a.id - b.id);
  }

  /** A group that is as it was keeps its record: a reboot of it that runs goes on as it was. */
  async apply(wanted: GroupEntry[]): Promise<void> {
    const now = new Map(this.store.all().map((group) => [group.id, group]));
    await this.store.replaceAll(
      await mapInSlices(wanted, (entry) => {
        const known = now.get(entry.id);
        if (known && isSame(entryOf(known), entry)) return known;
        const { id, groupName: name, groupRebootSequenceDelay: delay, outlets } = entry;
        return { id, name, delay, outlets, maker: known?.maker ?? null };
      }),
    );
  }

  #checked(
    { entry, path }: CheckedEntry<GroupEntryDto>,
    groups: ReadonlyMap<number, Readonly<GroupEntity>>,
    check: DocumentCheck,
  ): GroupEntry | undefined {
    const { id, groupName, groupRebootSequenceDelay = 0 } = entry;
    const known = groups.get(id);
    // A group may name outlets of a model that ran before; an unchanged entry is not checked again.
    if (known && known.outlets.join() === entry.outlets.join()) {
      return { id, groupName, groupRebootSequenceDelay, outlets: known.outlets };
    }
    const outlets = entry.outlets.filter((outlet) => this.#isHere(outlet, path, check));
    try {
      if (outlets.length === 0) check.unfit(path, 'It contains no outlet of this PDU.');
      else return { id, groupName, groupRebootSequenceDelay, outlets: this.members.idsOf(outlets) };
    } catch (error) {
      check.refuse(path, error);
    }
    return undefined;
  }

  #isHere(outlet: string, path: string, check: DocumentCheck): boolean {
    const isHere = this.driver.model.hasOutlets && this.driver.model.outlet(outlet) !== undefined;
    if (!isHere) check.unfit(`${path}.outlets`, `This PDU has no outlet "${outlet}".`);
    return isHere;
  }
}

const entryOf = ({ id, name, delay, outlets }: Readonly<GroupEntity>): GroupEntry => ({
  id,
  groupName: name,
  groupRebootSequenceDelay: delay,
  outlets,
});

const isSame = (a: GroupEntry, b: GroupEntry): boolean => JSON.stringify(a) === JSON.stringify(b);
