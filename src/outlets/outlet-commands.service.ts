import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { assertSwitched, type SwitchOutcome } from '../hardware/relays/switch-command.js';
import type { Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import type { OnOff, Seconds } from '../common/units.js';
import { offSeconds } from '../switching/power-cycle.js';
import { PowerCyclesService } from '../switching/power-cycles.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { OutletStore, type OutletChange } from './outlet.store.js';

/** What an outlet can be told to do. */
export type OutletCommand = OnOff | 'REBOOT';

/** Carries out commands to outlets, each inside the command queue. */
@Injectable()
export class OutletCommandsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly cycles: PowerCyclesService,
    private readonly settings: OutletStore,
    private readonly globals: SettingsStore,
  ) {}

  /** Refuses an outlet without a relay: OUTLET_NOT_SWITCHABLE. */
  assertSwitchable({ id }: OutletModel): void {
    if (!this.driver.model.profile.outletSwitching) throw new ApiError('OUTLET_NOT_SWITCHABLE', id);
  }

  /** Throws OUTLET_PROTECTED for the first outlet that refuses the command; relay control asks again as it moves. */
  assertAllowed(outlets: readonly OutletModel[], command: OutletCommand, cause: Cause): void {
    this.cycles.assertAllowed(
      outlets.map(({ id }) => ({ relay: id, command })),
      cause,
    );
  }

  /**
   * Carries a command out, inside the command queue. `change` is about to be stored; its off time counts already, its protection
   * does not. Throws OUTLET_PROTECTED, and what the first outlet that has not followed ended with.
   */
  async carryOut(
    outlets: readonly OutletModel[],
    command: OutletCommand,
    cause: Cause,
    change?: OutletChange,
  ): Promise<void> {
    assertSwitched(await this.carryOutEach(outlets, command, cause, change));
  }

  /** Like {@link carryOut}, but answers what became of each outlet. */
  async carryOutEach(
    outlets: readonly OutletModel[],
    command: OutletCommand,
    cause: Cause,
    change?: OutletChange,
  ): Promise<SwitchOutcome[]> {
    for (const outlet of outlets) this.assertSwitchable(outlet);
    if (command === 'REBOOT') {
      const reboots = outlets.map((outlet) => ({ relay: outlet.id, wait: this.offSeconds(outlet, change) * 1000 }));
      await this.cycles.reboot(reboots, cause);
      return outlets.map(({ id }) => ({ id }));
    }
    return this.cycles.switchEach(
      outlets.map(({ id }) => ({ id, state: command })),
      cause,
    );
  }

  /** How long an outlet stays off during a reboot. */
  offSeconds(outlet: OutletModel, change?: OutletChange): Seconds {
    return offSeconds({ ...this.settings.of(outlet), ...change }, this.globals.get('globalRebootTime'));
  }
}
