import { Injectable } from '@nestjs/common';
import { Access, type CallerWithAddress } from '../../common/access.js';
import { ApiError } from '../../common/errors.js';
import type { SwitchState } from '../../fleet-wire/minute.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { OutletCommandsService } from '../../outlets/outlet-commands.service.js';
import { completePermissions } from '../../roles/role-permissions.js';
import { SwitchingService } from '../../switching/switching.service.js';
import type { CommandEnd, FleetCommand } from './ledger.js';

const STATES = { ON: 'on', OFF: 'off' } as const;

/** Carries out the commands of a hub as those of any other user: same queue, protection, power cycles and audit log. */
@Injectable()
export class FleetSwitchingService {
  readonly #access: Access;

  constructor(
    private readonly driver: PduDriver,
    private readonly outlets: OutletCommandsService,
    private readonly switching: SwitchingService,
    private readonly snapshots: SnapshotStore,
  ) {
    this.#access = switchAccess(driver.model);
  }

  /**
   * Carries out a command when it is its turn; never rejects. Nothing moves if `lateEnd()` has an end by then.
   * @param hub the address of the hub, for the audit log
   */
  async drive(command: FleetCommand, hub: string, lateEnd: () => CommandEnd | undefined): Promise<CommandEnd> {
    const { relay } = command;
    const outlet = this.driver.model.outlet(relay);
    if (!outlet) return { outcome: 'refused', code: 'OUTLET_UNKNOWN', measured: null };
    let late: CommandEnd | undefined;
    const hasEnded = () => (late = lateEnd()) !== undefined;
    const caller = callerOf(command.who, hub, this.#access, hasEnded);
    try {
      const [outcome] = await this.outlets.commandEach([{ outlet, command: command.command }], caller);
      if (outcome?.error) return this.#endOf(outcome.error, relay);
      return { outcome: 'done', code: null, measured: this.measured(relay) };
    } catch (error) {
      return late ?? this.#endOf(error, relay);
    }
  }

  measured(relay: string): SwitchState {
    const position = this.driver.model.outlet(relay)?.position ?? -1;
    const state = this.snapshots.current.outlets[position]?.state;
    return state ? STATES[state] : 'unknown';
  }

  /** True while a reboot of the relay is under way. */
  isRebooting(relay: string): boolean {
    return this.switching.pendingStepOf(relay)?.isReboot === true;
  }

  /** A refusal is one before anything moved; whatever else went wrong may have moved the relay. */
  #endOf(error: unknown, relay: string): CommandEnd {
    const measured = this.measured(relay);
    if (!(error instanceof ApiError)) return { outcome: 'failed', code: 'INTERNAL', measured };
    return { outcome: error.status < 500 ? 'refused' : 'failed', code: error.code, measured };
  }
}

/** Every outlet, and nothing else. */
function switchAccess(model: PduModel): Access {
  const outlets = model.outlets.map(({ id }) => id);
  return new Access(completePermissions({ viewOutlets: outlets, modifyOutlets: outlets }, model), false);
}

/** A user of the hub: each has a queue and a budget of their own. */
const callerOf = (who: string, address: string, access: Access, hasEnded: () => boolean): CallerWithAddress => ({
  userId: `fleet:${who}`,
  username: who,
  access,
  credential: { kind: 'fleet' },
  address,
  get hasEnded() {
    return hasEnded();
  },
});
