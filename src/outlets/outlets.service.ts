import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf, type Cause } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { PreparedAnswers, type PreparedAnswer } from '../kernel/prepared.js';
import { PowerCycles } from '../power-cycles/power-cycles.service.js';
import { OutletCommands, type OutletCommand } from './outlet-commands.service.js';
import { OutletSettings, type OutletChange } from './outlet-settings.service.js';
import type { UpdateOutletDto } from './outlet.dto.js';
import { outletView, type OutletView } from './outlet.view.js';

/** The outlets: what they are called, what they measure, and their switching. */
@Injectable()
export class OutletsService {
  readonly #list = new PreparedAnswers(
    'outlets',
    () => this.snapshots.revision,
    (access) => this.list(access),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: OutletSettings,
    private readonly commands: OutletCommands,
    private readonly cycles: PowerCycles,
  ) {}

  /** By id or index. Throws OUTLETS_NOT_AVAILABLE or OUTLET_UNKNOWN. */
  find(idOrIndex: string): OutletModel {
    this.#mustExist();
    const outlet = this.driver.model.outlet(idOrIndex);
    if (!outlet) throw new ApiError('OUTLET_UNKNOWN', idOrIndex);
    return outlet;
  }

  /** The outlets that a caller may view, as JSON. Throws OUTLETS_NOT_AVAILABLE. */
  prepared(access: Access): PreparedAnswer {
    this.#mustExist();
    return this.#list.for(access);
  }

  /** The outlets that a caller may view; none on a model without outlets. */
  list(access: Access): OutletView[] {
    const { model } = this.driver;
    if (!model.hasOutlets) return [];
    const visible = access.isAdministrator ? model.outlets : model.outlets.filter(({ id }) => access.mayView(id));
    return visible.map((outlet) => this.#view(outlet));
  }

  view(idOrIndex: string): OutletView {
    return this.#view(this.find(idOrIndex));
  }

  /**
   * Changes an outlet. All or nothing: the settings are stored when the relay has followed, so a relay that does not
   * leaves them as they were. Answers what the hardware now measures.
   * Throws OUTLET_NOT_SWITCHABLE, RELAY_FAULT or HARDWARE_SILENT.
   */
  async update(idOrIndex: string, dto: UpdateOutletDto, caller: CallerAt): Promise<OutletView> {
    const outlet = this.find(idOrIndex);
    this.#refuseOtherId(outlet, dto.id);
    if (dto.state) this.commands.mustSwitch(outlet);
    const cause = causeOf(caller);
    return this.commands.inTurn(async () => {
      const change = changeOf(dto);
      if (dto.state) await this.commands.carryOut([outlet], dto.state, cause, change);
      await this.settings.change(outlet, change, cause);
      return this.#view(outlet);
    });
  }

  /** Switches or reboots outlets for a group or an automation. Throws like {@link update}. */
  async command(idsOrIndexes: readonly string[], command: OutletCommand, cause: Cause): Promise<void> {
    const outlets = idsOrIndexes.map((id) => this.find(id));
    await this.commands.inTurn(() => this.commands.carryOut(outlets, command, cause));
  }

  /** Resolves when every command and change asked for so far has ended, the cold start among them. */
  settled(): Promise<void> {
    return this.commands.inTurn(async () => undefined);
  }

  #mustExist(): void {
    if (!this.driver.model.hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
  }

  #refuseOtherId(outlet: OutletModel, id: string | undefined): void {
    if (id === undefined || this.driver.model.outlet(id) === outlet) return;
    throw ApiError.validation([{ field: 'id', message: `id must be that of the outlet in the path, "${outlet.id}".` }]);
  }

  #view(outlet: OutletModel): OutletView {
    const { outlets, banks } = this.snapshots.current;
    return outletView(
      {
        outlet,
        settings: this.settings.of(outlet),
        reading: outlets[outlet.position],
        bank: banks[outlet.bank],
        rebootStatus: this.cycles.statusOf(outlet.id),
      },
      this.driver.model.profile,
    );
  }
}

/** The members that are stored, by our names; absent ones stay absent. */
function changeOf({
  outletName,
  pwrOnState,
  customRebootTimeEnabled,
  customRebootTime,
}: UpdateOutletDto): OutletChange {
  return {
    ...(outletName !== undefined && { name: outletName }),
    ...(pwrOnState !== undefined && { pwrOnState }),
    ...(customRebootTimeEnabled !== undefined && { customRebootTimeEnabled }),
    ...(customRebootTime !== undefined && { customRebootTime }),
  };
}
