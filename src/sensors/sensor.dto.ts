import { OmitType } from '@nestjs/swagger';
import type { ContactState } from '../hardware/snapshot.js';
import { AtLeastOneMember } from '../common/body.js';
import {
  IsOwnId,
  IsFlag,
  IsListOf,
  IsName,
  IsNumeric,
  IsText,
  IsWord,
  Optional,
  IsReason,
} from '../common/dto-decorators.js';

/** A smart I/O hub has at most this many relays and as many inputs. */
export const HUB_POINTS = 6;
const IsHubIndex = () => IsNumeric({ min: 1, max: HUB_POINTS, integer: true });
const IsDescription = () => IsText({ min: 0, max: 100 });

/** The change of one output relay of a smart I/O hub. */
export class HubRelayDto {
  /** Counted from 1. */
  @IsHubIndex()
  index: number;

  @Optional()
  @IsWord('OPEN', 'CLOSE')
  state?: ContactState;

  @Optional()
  @IsName()
  outputRelayName?: string;

  @Optional()
  @IsDescription()
  outputRelayDescription?: string;
}

/** The change of one digital input of a smart I/O hub. */
export class HubInputDto {
  /** Counted from 1. */
  @IsHubIndex()
  index: number;

  @Optional()
  @IsName()
  digitalInputName?: string;

  @Optional()
  @IsDescription()
  digitalInputDescription?: string;
}

@AtLeastOneMember('sensorName', 'outputRelays', 'digitalInputs', 'vdcOutputState')
export class UpdateSensorDto {
  /** Only the sensor of the path. */
  @IsOwnId()
  id?: string;

  /** The same, as a sensor is read. */
  @IsOwnId()
  sensorId?: string;

  /** @example "Cold aisle" */
  @Optional()
  @IsName()
  sensorName?: string;

  @Optional()
  @IsListOf(() => HubRelayDto, HUB_POINTS)
  outputRelays?: HubRelayDto[];

  @Optional()
  @IsListOf(() => HubInputDto, HUB_POINTS)
  digitalInputs?: HubInputDto[];

  /** Switches the hub's DC supply for its sensors. */
  @Optional()
  @IsFlag()
  vdcOutputState?: boolean;

  /** The reason of the change or command, which the audit log keeps. */
  @IsReason()
  reason?: string;
}

class HubRelayEntryDto extends OmitType(HubRelayDto, ['state'] as const) {}

/** An entry of the configuration document: what a sensor, its relays and its inputs are called. */
export class SensorEntryDto {
  @IsName()
  id: string;

  @Optional()
  @IsName()
  sensorName?: string;

  @Optional()
  @IsListOf(() => HubRelayEntryDto, HUB_POINTS)
  outputRelays?: HubRelayEntryDto[];

  @Optional()
  @IsListOf(() => HubInputDto, HUB_POINTS)
  digitalInputs?: HubInputDto[];
}
