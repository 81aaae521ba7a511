import { Injectable } from '@nestjs/common';
import { RelayControlService } from '../../hardware/relays/relay-control.service.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { Millis } from '../../common/clock.js';
import { isRelayOutputId } from '../../common/ids.js';
import type { OnOff } from '../../common/units.js';
import type { OutletCommand } from '../../outlets/outlet-commands.service.js';
import { PowerCyclesService } from '../../switching/power-cycles.service.js';

/** What a stopped controller left behind, which shows whether a relay was switched before the stop. */
@Injectable()
export class InterruptedSwitchDetector {
  constructor(
    private readonly relays: RelayControlService,
    private readonly cycles: PowerCyclesService,
    private readonly snapshots: SnapshotStore,
  ) {}

  /** True when the relay was commanded so since the moment given (wall clock), and obeyed or is about to. */
  wasSwitched(relay: string, command: OutletCommand, since: Millis): boolean {
    if (command !== 'OFF' && this.cycles.willTurnOn(relay)) return true;
    const asked = this.relays.lastCommand(relay);
    if (!asked || asked.at < since) return false;
    if (command === 'REBOOT') return true;
    return asked.state === command && this.#measured(relay) === command;
  }

  #measured(relay: string): OnOff | undefined {
    const { outlets, relayOutputs } = this.snapshots.current;
    return (isRelayOutputId(relay) ? relayOutputs : outlets).find(({ id }) => id === relay)?.state;
  }
}
