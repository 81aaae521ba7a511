import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { RelayControlService } from '../hardware/relays/relay-control.service.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertOwnId } from '../common/own-id.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { CommandQueue } from '../switching/command-queue.js';
import { PowerCyclesService } from '../switching/power-cycles.service.js';
import { OutletCommandsService, type OutletCommand } from './outlet-commands.service.js';
import { lastSwitchingView } from './last-switching.view.js';
import { OutletStore, type OutletChange } from './outlet.store.js';
import type { UpdateOutletDto } from './outlet.dto.js';
import { namedMembers, outletView, type OutletView, type ShownOutlet } from './outlet.view.js';
import type { SwitchOutletsDto } from './switch-outlets.dto.js';
import { switchedOutletsView, type SwitchedOutletsView } from './switched-outlets.view.js';

/** The outlets: what they are called, what they measure, and their switching. */
@Injectable()
export class OutletsService {
  readonly #list = new CachedResponses(
    'outlets',
    () => this.snapshots.revision,
    (access) => this.list(access),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: OutletStore,
    private readonly commands: OutletCommandsService,
    private readonly queue: CommandQueue,
    private readonly cycles: PowerCyclesService,
    private readonly relays: RelayControlService,
  ) {}

  /** By id or index. Throws OUTLETS_NOT_AVAILABLE or OUTLET_UNKNOWN. */
  find(idOrIndex: string): OutletModel {
    this.#assertAvailable();
    const outlet = this.driver.model.outlet(idOrIndex);
    if (!outlet) throw new ApiError('OUTLET_UNKNOWN', idOrIndex);
    return outlet;
  }

  /** The outlets that a caller may view, as JSON. Throws OUTLETS_NOT_AVAILABLE. */
  prepared(access: Access): CachedResponse {
    this.#assertAvailable();
    return this.#list.for(access);
  }

  /** The outlets that a caller may view; none on a model without outlets. */
  visibleTo(access: Access): readonly OutletModel[] {
    const { model } = this.driver;
    if (!model.hasOutlets) return [];
    return access.isAdministrator ? model.outlets : model.outlets.filter(({ id }) => access.mayView(id));
  }

  /** Those outlets as they are shown. */
  list(access: Access): OutletView[] {
    return this.visibleTo(access).map((outlet) => this.#view(outlet, access));
  }

  /** @param access of whoever it is shown to; without one it names nobody */
  view(idOrIndex: string, access?: Access): OutletView {
    return this.#view(this.find(idOrIndex), access);
  }

  /**
   * Changes an outlet. All or nothing: the settings are stored when the relay has followed, so a relay that does not
   * leaves them as they were. Answers what the hardware now measures.
   * Throws OUTLET_NOT_SWITCHABLE, OUTLET_PROTECTED, RELAY_FAULT or HARDWARE_SILENT.
   */
  async update(idOrIndex: string, dto: UpdateOutletDto, caller: CallerWithAddress): Promise<ShownOutlet> {
    const outlet = this.find(idOrIndex);
    assertOwnId(dto.id, outlet.id, String(outlet.index));
    if (dto.state) this.commands.assertSwitchable(outlet);
    const cause = causeOf(caller, dto.confirm);
    return this.queue.run({ caller, switches: dto.state !== undefined }, async () => {
      refuseForeignOutlet([outlet], caller.access);
      const change = changeOf(dto);
      if (dto.state) await this.commands.carryOut([outlet], dto.state, cause, change);
      await this.settings.change(outlet, change, cause);
      return this.#shown(outlet, dto, caller.access);
    });
  }

  /**
   * Switches or reboots several outlets with one command. All of them are checked before any moves; then all are driven,
   * and the answer says what became of each.
   * Throws OUTLET_NOT_ALLOWED, OUTLET_IN_LIST_UNKNOWN, OUTLET_IN_LIST_REPEATED, OUTLET_NOT_SWITCHABLE or
   * OUTLET_PROTECTED.
   */
  async switchMany(dto: SwitchOutletsDto, caller: CallerWithAddress): Promise<SwitchedOutletsView> {
    const outlets = this.#listed(dto.outlets, caller.access);
    const cause = causeOf(caller, dto.confirm);
    return this.queue.run({ caller, switches: true }, async () => {
      refuseForeignOutlet(outlets, caller.access);
      const outcomes = await this.commands.carryOutEach(outlets, dto.state, cause);
      return switchedOutletsView(outcomes, (id) => this.#shown(this.find(id), { state: dto.state }, caller.access));
    });
  }

  /**
   * Switches or reboots outlets for a legacy tool, all or none of them. `command` may depend on the state that they have
   * when it is next; where it has no answer nothing is done. Throws like {@link update}.
   * @returns whether there was a command to carry out
   */
  commandOf(
    caller: CallerWithAddress,
    outlets: readonly OutletModel[],
    command: () => OutletCommand | undefined,
  ): Promise<boolean> {
    const cause = causeOf(caller);
    return this.queue.run({ caller, switches: true }, async () => {
      refuseForeignOutlet(outlets, caller.access);
      const decided = command();
      if (decided) await this.commands.carryOut(outlets, decided, cause);
      return decided !== undefined;
    });
  }

  /** Switches or reboots outlets for an automation. Throws like {@link update}. */
  async command(idsOrIndexes: readonly string[], command: OutletCommand, cause: Cause): Promise<void> {
    const outlets = idsOrIndexes.map((id) => this.find(id));
    await this.queue.automated(() => this.commands.carryOut(outlets, command, cause));
  }

  /** Runs `work` when the command that runs now has ended, and before the next begins. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.queue.first(work);
  }

  /** Resolves when every command and change asked for so far has ended, the cold start among them. */
  idle(): Promise<void> {
    return this.queue.idle();
  }

  #assertAvailable(): void {
    if (!this.driver.model.hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
  }

  /** The outlets of a list; what the caller may not do is refused before what the list gets wrong. */
  #listed(idsOrIndexes: readonly string[], access: Access): OutletModel[] {
    const outlets = idsOrIndexes.map((id) => this.driver.model.outlet(id));
    refuseForeignOutlet(
      outlets.filter((outlet) => outlet !== undefined),
      access,
    );
    const listed = new Set<OutletModel>();
    outlets.forEach((outlet, place) => {
      if (!outlet) throw new ApiError('OUTLET_IN_LIST_UNKNOWN', idsOrIndexes[place] ?? '').at('outlets');
      if (listed.has(outlet)) throw new ApiError('OUTLET_IN_LIST_REPEATED', outlet.id).at('outlets');
      listed.add(outlet);
    });
    return [...listed];
  }

  /** The answer to a change of an outlet, which its sender need not be allowed to view. */
  #shown(outlet: OutletModel, change: object, access: Access): ShownOutlet {
    const view = this.#view(outlet, access);
    return access.mayView(outlet.id) ? view : namedMembers(view, change);
  }

  #view(outlet: OutletModel, access?: Access): OutletView {
    const { outlets, banks } = this.snapshots.current;
    const reading = outlets[outlet.position];
    return outletView(
      {
        outlet,
        settings: this.settings.of(outlet),
        reading,
        bank: banks[outlet.bank],
        rebootStatus: this.cycles.statusOf(outlet.id),
        isFailing: this.relays.isFailing(outlet.id, reading?.state),
        lastSwitching: lastSwitchingView(this.relays.lastCommand(outlet.id), access),
      },
      this.driver.model.profile,
    );
  }
}

/** Throws OUTLET_NOT_ALLOWED for the first that a caller may not modify. */
function refuseForeignOutlet(outlets: readonly OutletModel[], access: Access): void {
  const forbidden = outlets.find(({ id }) => !access.mayModify(id));
  if (forbidden) throw new ApiError('OUTLET_NOT_ALLOWED', forbidden.id, 'modifyOutlets');
}

/** The members that are stored, by our names; absent ones stay absent. */
function changeOf({
  outletName,
  pwrOnState,
  customRebootTimeEnabled,
  customRebootTime,
  protection,
}: UpdateOutletDto): OutletChange {
  return {
    ...(outletName !== undefined && { name: outletName }),
    ...(pwrOnState !== undefined && { pwrOnState }),
    ...(customRebootTimeEnabled !== undefined && { customRebootTimeEnabled }),
    ...(customRebootTime !== undefined && { customRebootTime }),
    ...(protection !== undefined && { protection }),
  };
}
