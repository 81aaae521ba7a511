import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { InletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertOwnId } from '../common/own-id.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { InletNameEntity } from './inlet-name.entity.js';
import type { UpdateInletDto } from './inlet.dto.js';
import { defaultInletName, inletView, type InletView } from './inlet.view.js';

/** The inlets: their names and readings. */
@Injectable()
export class InletsService implements OnModuleInit {
  #names = new Map<string, string>();
  readonly #list = new CachedResponses(
    'inlets',
    () => this.store.revision,
    () => this.driver.model.inlets.map((inlet) => this.#view(inlet)),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly energy: EnergyCountersService,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const { id, name } of await this.db.all(InletNameEntity)) this.#names.set(id, name);
  }

  /** Throws INLET_UNKNOWN. */
  find(id: string): InletModel {
    const inlet = this.driver.model.inlets.find((each) => each.id === id);
    if (!inlet) throw new ApiError('INLET_UNKNOWN', id);
    return inlet;
  }

  /** All inlets as JSON, serialised once for all who ask. */
  prepared(access: Access): CachedResponse {
    return this.#list.for(access);
  }

  read(id: string): InletView {
    return this.#view(this.find(id));
  }

  async update(id: string, { inletName, id: sentId }: UpdateInletDto, caller: CallerWithAddress): Promise<InletView> {
    const inlet = this.find(id);
    assertOwnId(sentId, inlet.id);
    await this.db.transaction(async (entities) => {
      await entities.upsert(InletNameEntity, { id, name: inletName }, ['id']);
      await this.audit.record({
        kind: 'inlet.update',
        object: `inlet:${id}`,
        cause: causeOf(caller),
        before: { inletName: this.nameOf(inlet) },
        after: { inletName },
      });
      this.db.afterCommit(() => this.#apply(new Map([...this.#names, [id, inletName]])));
    });
    return this.#view(inlet);
  }

  /** Makes these the only names that differ from the default. Joins the running unit of work. */
  async replaceNames(names: ReadonlyMap<string, string>): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.clear(InletNameEntity);
      const rows = [...names].map(([id, name]) => ({ id, name }));
      if (rows.length > 0) await entities.insert(InletNameEntity, rows);
      this.db.afterCommit(() => this.#apply(new Map(names)));
    });
  }

  /** What a user called it, or its default name. */
  nameOf(inlet: InletModel): string {
    return this.#names.get(inlet.id) ?? defaultInletName(inlet);
  }

  #apply(names: Map<string, string>): void {
    this.#names = names;
    this.store.touch();
  }

  #view(inlet: InletModel): InletView {
    const reading = this.store.current.inlets[inlet.position] ?? { id: inlet.id, lines: [] };
    return inletView(inlet, this.driver.model.profile.inletConfig, this.nameOf(inlet), this.energy.sinceReset(reading));
  }
}
