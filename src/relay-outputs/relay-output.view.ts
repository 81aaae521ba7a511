import { ApiProperty } from '@nestjs/swagger';
import type { RelayOutputModel } from '../hardware/profiles/pdu-model.js';
import type { RelayOutputReading } from '../hardware/snapshot.js';
import type { OnOff } from '../common/units.js';
import { UndoOfferView } from '../switching/undo.view.js';
import type { RelayOutputEntity } from './relay-output.entity.js';

/** One dry-contact relay output. */
export class RelayOutputView {
  /** `R<relay index>-<enclosure serial>`. @example "R1-1000036" */
  id: string;
  /** @example "Rack fan" */
  relayName: string;
  /** The state to which the relay is driven. @example "ON" */
  state?: OnOff | undefined;
  /** Number of the relay among all relay outputs. @example 1 */
  relayIndex: number;
  /** True: a reboot uses `customRebootTime` instead of the global reboot time. @example false */
  customRebootTimeEnabled: boolean;
  /** Off time of a reboot, s. @example 5 */
  customRebootTime: number;
}

/** A relay output after a change. */
export class ChangedRelayOutputView extends RelayOutputView {
  /** Only where the command has moved the relay and was no reboot. */
  @ApiProperty({ type: UndoOfferView, required: false })
  undo?: UndoOfferView;
}

export const relayOutputView = (
  relay: RelayOutputModel,
  settings: RelayOutputEntity,
  reading: RelayOutputReading | undefined,
): RelayOutputView => ({
  id: relay.id,
  relayName: settings.name,
  state: reading?.state,
  relayIndex: relay.index,
  customRebootTimeEnabled: settings.customRebootTimeEnabled,
  customRebootTime: settings.customRebootTime,
});
