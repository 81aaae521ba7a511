import { Injectable } from '@nestjs/common';
import { RelayIntentStore } from '../../hardware/relays/relay-intent.store.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { Millis } from '../../common/clock.js';
import { isRelayOutputId } from '../../common/ids.js';
import type { OnOff } from '../../common/units.js';
import type { OutletCommand } from '../../outlets/outlet-commands.service.js';
import { SwitchingService } from '../../switching/switching.service.js';

/** Finds out from what a stopped controller stored whether it had switched a relay before the stop. */
@Injectable()
export class InterruptedSwitchDetector {
  constructor(
    private readonly intents: RelayIntentStore,
    private readonly switching: SwitchingService,
    private readonly snapshots: SnapshotStore,
  ) {}

  /** True when the relay was commanded so since the moment given (wall clock), and obeyed or is about to. */
  wasSwitched(relay: string, command: OutletCommand, since: Millis): boolean {
    if (command !== 'OFF' && this.switching.willTurnOn(relay)) return true;
    const asked = this.intents.lastCommand(relay);
    if (!asked || asked.at < since) return false;
    if (command === 'REBOOT') return true;
    return asked.state === command && this.#measured(relay) === command;
  }

  #measured(relay: string): OnOff | undefined {
    const { outlets, relayOutputs } = this.snapshots.current;
    return (isRelayOutputId(relay) ? relayOutputs : outlets).find(({ id }) => id === relay)?.state;
  }
}
