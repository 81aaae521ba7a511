import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { EnergyCounters } from '../energy/energy-counters.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { InletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { refuseOtherId } from '../kernel/own-id.js';
import { PreparedAnswers, type PreparedAnswer } from '../kernel/prepared.js';
import { InletName } from './inlet-name.entity.js';
import type { UpdateInletDto } from './inlet.dto.js';
import { defaultInletName, inletView, type InletView } from './inlet.view.js';

/** The inlets: their names and readings. */
@Injectable()
export class InletsService implements OnModuleInit {
  #names = new Map<string, string>();
  readonly #list = new PreparedAnswers(
    'inlets',
    () => this.store.revision,
    () => this.driver.model.inlets.map((inlet) => this.#view(inlet)),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly energy: EnergyCounters,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const { id, name } of await this.db.all(InletName)) this.#names.set(id, name);
  }

  /** Throws INLET_UNKNOWN. */
  find(id: string): InletModel {
    const inlet = this.driver.model.inlets.find((each) => each.id === id);
    if (!inlet) throw new ApiError('INLET_UNKNOWN', id);
    return inlet;
  }

  /** All inlets as JSON, serialised once for all who ask. */
  prepared(access: Access): PreparedAnswer {
    return this.#list.for(access);
  }

  read(id: string): InletView {
    return this.#view(this.find(id));
  }

  async update(id: string, { inletName, id: sentId }: UpdateInletDto, caller: CallerAt): Promise<InletView> {
    const inlet = this.find(id);
    refuseOtherId(sentId, inlet.id);
    await this.db.write(async (entities) => {
      await entities.upsert(InletName, { id, name: inletName }, ['id']);
      await this.audit.record({
        kind: 'inlet.update',
        object: `inlet:${id}`,
        cause: causeOf(caller),
        before: { inletName: this.nameOf(inlet) },
        after: { inletName },
      });
      this.db.afterCommit(() => this.#take(new Map([...this.#names, [id, inletName]])));
    });
    return this.#view(inlet);
  }

  /** Makes these the only names that differ from the default. Joins the running unit of work. */
  async replaceNames(names: ReadonlyMap<string, string>): Promise<void> {
    await this.db.write(async (entities) => {
      await entities.clear(InletName);
      const rows = [...names].map(([id, name]) => ({ id, name }));
      if (rows.length > 0) await entities.insert(InletName, rows);
      this.db.afterCommit(() => this.#take(new Map(names)));
    });
  }

  /** What a user called it, or its default name. */
  nameOf(inlet: InletModel): string {
    return this.#names.get(inlet.id) ?? defaultInletName(inlet);
  }

  #take(names: Map<string, string>): void {
    this.#names = names;
    this.store.touch();
  }

  #view(inlet: InletModel): InletView {
    const reading = this.store.current.inlets[inlet.position] ?? { id: inlet.id, lines: [] };
    return inletView(inlet, this.driver.model.profile.inletConfig, this.nameOf(inlet), this.energy.sinceReset(reading));
  }
}
