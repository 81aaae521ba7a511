import { Injectable } from '@nestjs/common';
import { RelayControl } from '../hardware/relay-control.service.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Millis } from '../kernel/clock.js';
import { isRelayOutputId } from '../kernel/ids.js';
import type { OnOff } from '../kernel/units.js';
import type { OutletCommand } from '../outlets/outlet-commands.service.js';
import { PowerCycles } from '../power-cycles/power-cycles.service.js';

/** What a stopped controller left behind, from which it can be told whether a relay was switched before the stop. */
@Injectable()
export class RelayEvidence {
  constructor(
    private readonly relays: RelayControl,
    private readonly cycles: PowerCycles,
    private readonly snapshots: SnapshotStore,
  ) {}

  /** True when the relay was told so since the moment given (wall clock), and obeyed or is about to. */
  shows(relay: string, command: OutletCommand, since: Millis): boolean {
    if (command !== 'OFF' && this.cycles.willTurnOn(relay)) return true;
    const asked = this.relays.lastAsked(relay);
    if (!asked || asked.at < since) return false;
    if (command === 'REBOOT') return true;
    return asked.state === command && this.#measured(relay) === command;
  }

  #measured(relay: string): OnOff | undefined {
    const { outlets, relayOutputs } = this.snapshots.current;
    return (isRelayOutputId(relay) ? relayOutputs : outlets).find(({ id }) => id === relay)?.state;
  }
}
