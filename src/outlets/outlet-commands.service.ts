import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { assertSwitched, type SwitchOutcome } from '../hardware/relays/switch-command.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertOwnId } from '../common/dto-decorators.js';
import type { OnOff, Seconds } from '../common/units.js';
import { offSeconds, type SequenceCommand, type StaggeredStep } from '../switching/power-cycle.js';
import type { RelayCommands } from '../switching/relay-commands.js';
import { stepsForOn, stepsForReboot } from '../switching/sequence.js';
import { SwitchingService } from '../switching/switching.service.js';
import { UndoOffers } from '../switching/undo-offers.js';
import type { UndoOfferView } from '../switching/undo.view.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { UpdateOutletDto, SwitchOutletsDto } from './outlet.dto.js';
import { storedMembers } from './outlet-change.js';
import { OutletDetailsService } from './outlet-details.service.js';
import { OutletStore, type OutletChange } from './outlet.store.js';
import { namedMembers, type ShownOutlet, switchedOutletsView, type SwitchedOutletsView } from './outlet.view.js';
import { OutletsService } from './outlets.service.js';

/** The commands of an outlet. */
export type OutletCommand = OnOff | 'REBOOT';

/** A command to one outlet. CANCEL ends its power cycle, if it has one, and leaves the state as it is. */
export interface OutletOrder {
  readonly outlet: OutletModel;
  readonly command: OutletCommand | 'CANCEL';
}

/** Changes and switches outlets, for whoever says so. */
@Injectable()
export class OutletCommandsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly outlets: OutletsService,
    private readonly switching: SwitchingService,
    private readonly settings: OutletStore,
    private readonly details: OutletDetailsService,
    private readonly globals: SettingsStore,
    private readonly undos: UndoOffers,
  ) {}

  /**
   * Changes an outlet. All or nothing: the settings are stored when the relay has followed, so a relay that does not
   * leaves them as they were. Answers what the hardware now measures.
   * Throws OUTLET_NOT_SWITCHABLE, OUTLET_PROTECTED, RELAY_FAULT or HARDWARE_SILENT.
   */
  async update(
    outlet: OutletModel,
    dto: UpdateOutletDto,
    caller: CallerWithAddress,
  ): Promise<ShownOutlet & { readonly undo?: UndoOfferView }> {
    assertOwnId(dto.id, outlet.id, String(outlet.index));
    if (dto.state) this.assertSwitchable(outlet);
    const cause = causeOf(caller, dto);
    return this.switching.run({ caller, switches: dto.state !== undefined }, async (relays) => {
      refuseForeignOutlet([outlet], caller.access);
      const change = { ...storedMembers(dto), ...this.details.changeOf(outlet, dto) };
      this.details.assertFits([[outlet, change]]);
      const before = this.undos.before(relays, [outlet.id]);
      if (dto.state) assertSwitched(await this.#carryOut(relays, [outlet], dto.state, cause, change));
      await this.settings.change(outlet, change, cause);
      return { ...this.#shown(outlet, dto, caller.access), ...before.offer(caller, dto.state) };
    });
  }

  /**
   * Switches or reboots several outlets with one command. All of them are checked before any moves; then all are driven,
   * and the answer says what became of each.
   * Throws OUTLET_NOT_ALLOWED, OUTLET_IN_LIST_UNKNOWN, OUTLET_IN_LIST_REPEATED, OUTLET_NOT_SWITCHABLE or
   * OUTLET_PROTECTED.
   * @param offTime of the outlets in this reboot alone; absent: of each as it is set
   */
  async switchMany(dto: SwitchOutletsDto, caller: CallerWithAddress, offTime?: Seconds): Promise<SwitchedOutletsView> {
    const outlets = this.#listed(dto.outlets, caller.access);
    const cause = causeOf(caller, dto);
    const change = offTime === undefined ? undefined : { customRebootTimeEnabled: true, customRebootTime: offTime };
    return this.switching.run({ caller, switches: true }, async (relays) => {
      refuseForeignOutlet(outlets, caller.access);
      const ids = outlets.map(({ id }) => id);
      const before = this.undos.before(relays, ids);
      const outcomes = await this.#carryOut(relays, outlets, dto.state, cause, change);
      const shown = (outlet: OutletModel) => this.#shown(outlet, { state: dto.state }, caller.access);
      return { ...switchedOutletsView(outlets, outcomes, shown), ...before.offer(caller, dto.state) };
    });
  }

  /**
   * Turns all outlets of the PDU on one after another, with the delay that they have after a loss of mains; one that is on
   * delays no other. Resolves when the first is on and the steps of the others are durable. Throws like {@link update}.
   */
  turnAllOn(caller: CallerWithAddress): Promise<void> {
    return this.#inSequence('turnAllOn', caller, (relays, sequence, outlets) => {
      const ids = outlets.map(({ id }) => id);
      const steps = (isOn: (outlet: string) => boolean) => stepsForOn(ids, sequence.delay, isOn);
      return relays.turnOnStaggered({ ...sequence, steps });
    });
  }

  /**
   * Turns all outlets of the PDU off together and on again one after another, with the delay that they have after a loss
   * of mains. Resolves when that is durable. One that is under way goes on as it was. Throws like {@link update}.
   */
  rebootAll(caller: CallerWithAddress): Promise<void> {
    return this.#inSequence('rebootAll', caller, async (relays, sequence, outlets) => {
      const steps = outlets.map(({ id }) => this.switching.pendingStepOf(id));
      if (steps.some((step) => step?.isReboot && step.sequence === sequence.name)) return;
      const ids = outlets.map(({ id }) => id);
      const waits = new Map(outlets.map((outlet) => [outlet.id, this.offSeconds(outlet)]));
      await relays.rebootStaggered({
        ...sequence,
        steps: () => stepsForReboot(ids, sequence.delay, (outlet) => waits.get(outlet) ?? 0),
      });
    });
  }

  /** Runs a command to all outlets one after another. */
  #inSequence(
    kind: 'turnAllOn' | 'rebootAll',
    caller: CallerWithAddress,
    work: (
      relays: RelayCommands,
      sequence: Omit<SequenceCommand, 'steps'>,
      outlets: readonly OutletModel[],
    ) => Promise<void>,
  ): Promise<void> {
    const { outlets } = this.driver.model;
    const cause = causeOf(caller);
    return this.switching.run({ caller, switches: true }, async (relays) => {
      refuseForeignOutlet(outlets, caller.access);
      for (const outlet of outlets) this.assertSwitchable(outlet);
      const ids = outlets.map(({ id }) => id);
      const delay = this.globals.get('deviceSequentialPowerUpDelay');
      const auditRecord = { kind: `device.${kind}`, object: 'device', cause, after: { outlets: ids } };
      await work(relays, { name: 'all outlets', relays: ids, delay, cause, auditRecord }, outlets);
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
    return this.switching.run({ caller, switches: true }, async (relays) => {
      refuseForeignOutlet(outlets, caller.access);
      const decided = command();
      if (decided) assertSwitched(await this.#carryOut(relays, outlets, decided, cause));
      return decided !== undefined;
    });
  }

  /**
   * Carries out a command to each of these outlets, which may differ, as one command: all of them are checked before any
   * moves. Returns the outcome of each, in their order.
   * Throws OUTLET_NOT_ALLOWED, OUTLET_IN_LIST_REPEATED, OUTLET_NOT_SWITCHABLE or OUTLET_PROTECTED.
   */
  async commandEach(orders: readonly OutletOrder[], caller: CallerWithAddress): Promise<SwitchOutcome[]> {
    const outlets = orders.map(({ outlet }) => outlet);
    const repeated = outlets.find((outlet, place) => outlets.indexOf(outlet) !== place);
    if (repeated) throw new ApiError('OUTLET_IN_LIST_REPEATED', repeated.id);
    const cause = causeOf(caller);
    return this.switching.run({ caller, switches: true }, async (relays) => {
      refuseForeignOutlet(outlets, caller.access);
      for (const outlet of outlets) this.assertSwitchable(outlet);
      const decided = orders.map(({ outlet, command }) => ({
        outlet,
        command: command === 'CANCEL' ? this.#stateToKeep(outlet, relays) : command,
      }));
      const reboots = decided.filter(({ command }) => command === 'REBOOT').map(({ outlet }) => this.#reboot(outlet));
      const changes = decided.flatMap(({ outlet: { id }, command: state }) =>
        state === undefined || state === 'REBOOT' ? [] : [{ id, state }],
      );
      const outcomes = await relays.switchAndReboot(changes, reboots, cause);
      return outlets.map(({ id }) => outcomes.find((outcome) => outcome.id === id) ?? { id });
    });
  }

  /** Switches or reboots outlets for an automation. Throws like {@link update}. */
  async command(idsOrIndexes: readonly string[], command: OutletCommand, cause: Cause): Promise<void> {
    const outlets = idsOrIndexes.map((id) => this.outlets.find(id));
    assertSwitched(await this.switching.automated((relays) => this.#carryOut(relays, outlets, command, cause)));
  }

  /** Refuses an outlet without a relay: OUTLET_NOT_SWITCHABLE. */
  assertSwitchable({ id }: OutletModel): void {
    if (!this.driver.model.profile.outletSwitching) throw new ApiError('OUTLET_NOT_SWITCHABLE', id);
  }

  /** The time for which an outlet stays off during a reboot. */
  offSeconds(outlet: OutletModel, change?: OutletChange): Seconds {
    return offSeconds({ ...this.settings.of(outlet), ...change }, this.globals.get('globalRebootTime'));
  }

  /**
   * Carries a command out and returns what became of each outlet. Of `change`, which may be about to be stored, the off
   * time counts already, the protection does not. Throws OUTLET_PROTECTED.
   */
  async #carryOut(
    relays: RelayCommands,
    outlets: readonly OutletModel[],
    command: OutletCommand,
    cause: Cause,
    change?: OutletChange,
  ): Promise<SwitchOutcome[]> {
    for (const outlet of outlets) this.assertSwitchable(outlet);
    if (command !== 'REBOOT') {
      return relays.switchEach(
        outlets.map(({ id }) => ({ id, state: command })),
        cause,
      );
    }
    await relays.reboot(
      outlets.map((outlet) => this.#reboot(outlet, change)),
      cause,
    );
    return outlets.map(({ id }) => ({ id }));
  }

  #reboot(outlet: OutletModel, change?: OutletChange): StaggeredStep {
    return { relay: outlet.id, wait: this.offSeconds(outlet, change) * 1000 };
  }

  /** The state in which an outlet stays when its power cycle ends now; undefined without a power cycle. */
  #stateToKeep({ id }: OutletModel, relays: RelayCommands): OnOff | undefined {
    if (!this.switching.willTurnOn(id)) return undefined;
    return relays.isOn(id) ? 'ON' : 'OFF';
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
    const view = this.outlets.view(outlet, access);
    return access.mayView(outlet.id) ? view : namedMembers(view, change);
  }
}

/** Throws OUTLET_NOT_ALLOWED for the first that a caller may not modify. */
function refuseForeignOutlet(outlets: readonly OutletModel[], access: Access): void {
  const forbidden = outlets.find(({ id }) => !access.mayModify(id));
  if (forbidden) throw new ApiError('OUTLET_NOT_ALLOWED', forbidden.id, 'modifyOutlets');
}
