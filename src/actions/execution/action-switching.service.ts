import { Injectable } from '@nestjs/common';
import { GroupsService } from '../../groups/groups.service.js';
import type { ContactState } from '../../hardware/snapshot.js';
import type { Cause } from '../../common/cause.js';
import type { Millis } from '../../common/clock.js';
import { OutletCommandsService, type OutletCommand } from '../../outlets/outlet-commands.service.js';
import { RelayOutputsService } from '../../relay-outputs/relay-outputs.service.js';
import { SensorsService } from '../../sensors/sensors.service.js';
import { InterruptedSwitchDetector } from './interrupted-switch-detector.js';

/** Switches the objects of this PDU for actions, each by the command of its own module. All reject with an ApiError. */
@Injectable()
export class ActionSwitchingService {
  constructor(
    private readonly outlets: OutletCommandsService,
    private readonly groups: GroupsService,
    private readonly relayOutputs: RelayOutputsService,
    private readonly sensors: SensorsService,
    private readonly detector: InterruptedSwitchDetector,
  ) {}

  outlet(idOrIndex: string, command: OutletCommand, cause: Cause): Promise<void> {
    return this.outlets.command([idOrIndex], command, cause);
  }

  group(id: string, command: OutletCommand, cause: Cause): Promise<void> {
    return this.groups.command(id, command, cause);
  }

  relayOutput(name: string, command: OutletCommand, cause: Cause): Promise<void> {
    return this.relayOutputs.command(this.relayOutputs.idOf(name) ?? name, command, cause);
  }

  hubRelay(port: string, index: number, state: ContactState, cause: Cause): Promise<void> {
    return this.sensors.command(port, index, state, cause);
  }

  /** True when every one of these relays is known to have been commanded so since then. */
  happened(relays: readonly string[], command: OutletCommand, since: Millis): boolean {
    return relays.length > 0 && relays.every((relay) => this.detector.wasSwitched(relay, command, since));
  }
}
