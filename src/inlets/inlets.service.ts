import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import { NamedParts } from '../hardware/named-parts.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { InletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { CallerWithAddress } from '../common/access.js';
import { InletNameEntity } from './inlet-name.entity.js';
import type { UpdateInletDto } from './inlet.dto.js';
import { defaultInletName, inletView, type InletSource, type InletView } from './inlet.view.js';

type SourceMember = keyof InletSource;

/** The inlets: their names, their sources and their readings. */
@Injectable()
export class InletsService extends NamedParts<InletModel, InletView, 'inletName', SourceMember> {
  constructor(
    private readonly driver: PduDriver,
    snapshots: SnapshotStore,
    db: Db,
    audit: AuditLogService,
    private readonly energy: EnergyCountersService,
  ) {
    super(db, audit, snapshots, {
      entity: InletNameEntity,
      section: 'inlets',
      kind: 'inlet',
      member: 'inletName',
      texts: ['sourceName', 'sourceUri'],
      unknown: 'INLET_UNKNOWN',
      parts: () => driver.model.inlets,
      defaultName: defaultInletName,
      numbered: ({ position }) => `Inlet ${position + 1}`,
    });
    audit.nameObjects(
      'line',
      (id) => this.lineName(id),
      (id) => this.#ofLine(id, (inlet, line) => `Line ${line} of ${this.titleOf(inlet)}`),
    );
  }

  /** The name of a line: that of its inlet and its own, "Feed A L1"; undefined for an id that no line has. */
  lineName(id: string): string | undefined {
    return this.#ofLine(id, (inlet, line) => `${this.nameOf(inlet)} ${line}`);
  }

  update(
    inlet: InletModel,
    { inletName, sourceName, sourceUri, id: sentId }: UpdateInletDto,
    caller: CallerWithAddress,
  ): Promise<InletView> {
    return this.change(inlet, { inletName, sourceName, sourceUri }, sentId, caller);
  }

  /** The source of the inlet, as users have entered it. */
  sourceOf(inlet: InletModel): InletSource {
    return { sourceName: this.textOf(inlet, 'sourceName'), sourceUri: this.textOf(inlet, 'sourceUri') };
  }

  override view(inlet: InletModel): InletView {
    const reading = this.snapshots.current.inlets[inlet.position] ?? { id: inlet.id, lines: [] };
    const entered = { name: this.nameOf(inlet), ...this.sourceOf(inlet) };
    return inletView(inlet, this.driver.model.profile.inletConfig, entered, this.energy.sinceReset(reading));
  }

  #ofLine(id: string, of: (inlet: InletModel, line: string) => string): string | undefined {
    for (const inlet of this.driver.model.inlets) {
      const found = inlet.lineIds.find((line) => line.id === id);
      if (found) return of(inlet, found.line);
    }
    return undefined;
  }
}
