import { PickType } from '@nestjs/swagger';
import { AtLeastOneMember } from '../common/body.js';
import {
  IsOwnId,
  IsFlag,
  IsName,
  IsNumeric,
  IsWord,
  Optional,
  IsIdList,
  IsOutletIdOrIndex,
  IsObjectOrNull,
  IsOf,
  IsOfOrNull,
  IsReason,
} from '../common/dto-decorators.js';
import { FORMATS } from '../common/formats.js';
import type { OnOff } from '../common/units.js';
import { kindOf, listOf, NAME, orNothing, text, wholeNumber } from '../common/values.js';
import { CONSUMERS_OF_OUTLET, LABEL_KEY, labelFilter, type LabelsChange } from './outlet-details.js';
import { PROTECTIONS, type Protection } from './outlet-protection.js';
import type { PowerOnState } from './outlet.entity.js';

/** The device behind an outlet. Members that are absent stay as they are; null or empty text takes one away. */
export class OutletDeviceDto {
  /** @example "db-master" */
  @Optional()
  @IsOfOrNull(NAME, { type: 'string', maxLength: 100 })
  name?: string | null;

  /**
   * IP address or host name; it is pinged, to show whether the device can be reached, unless the policy for outgoing
   * messages refuses it.
   * @example "192.0.2.40"
   */
  @Optional()
  @IsOfOrNull(FORMATS.host, { type: 'string' })
  address?: string | null;

  /** @example "A-1042" */
  @Optional()
  @IsOfOrNull(NAME, { type: 'string', maxLength: 100 })
  assetTag?: string | null;

  /** The lowest unit of the rack that it takes. @example 12 */
  @Optional()
  @IsOfOrNull(wholeNumber({ min: 1, max: 60 }), { type: 'integer', minimum: 1, maximum: 60 })
  rackUnit?: number | null;

  /** May have several lines. */
  @Optional()
  @IsOfOrNull(text({ max: 2000, multiline: true }), { type: 'string', maxLength: 2000 })
  notes?: string | null;

  /** A name shared by the outlets that feed the same device, its A and B side. @example "db-master" */
  @Optional()
  @IsOfOrNull(text({ max: 40 }), { type: 'string', maxLength: 40 })
  feed?: string | null;
}

/** Labels in one change, of which some may take labels away. */
const LABELS_OF_CHANGE = 64;
const LABEL_VALUE = orNothing(NAME);

const LABELS = kindOf(
  `an object of labels, at most ${LABELS_OF_CHANGE} in one change, or null: keys of 1 to 40 characters a-z, 0-9, ".", "_" and "-"; ` +
    'values text of up to 100 characters without invisible ones, or null',
  (given): LabelsChange | null | undefined => {
    if (given === null || given === '') return null;
    if (typeof given !== 'object' || Array.isArray(given)) return undefined;
    const entries = Object.entries(given);
    if (entries.length > LABELS_OF_CHANGE || !entries.every(([key]) => LABEL_KEY.test(key))) return undefined;
    const read = entries.map(([key, value]) => [key, LABEL_VALUE(value)] as const);
    const valid = read.flatMap(([key, value]) => ('value' in value ? [[key, value.value] as const] : []));
    return valid.length === read.length ? Object.fromEntries(valid) : undefined;
  },
);

/** Labels by key; of those that are absent nothing changes; null or empty text takes one away. */
const IsLabels = () =>
  IsOf(LABELS, {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 100, nullable: true },
    nullable: true,
    selfRequired: false,
  });

/** Time for which a reboot may leave an outlet off, s. */
export const OFF_TIME = { min: 1, max: 3600 } as const;

/** The names of the devices that an outlet feeds. */
export const CONSUMERS = listOf(
  `a list of at most ${CONSUMERS_OF_OUTLET} different texts of 1 to 100 characters without control characters and invisible ones`,
  NAME,
  { max: CONSUMERS_OF_OUTLET, different: true },
);

/** The names of the devices that an outlet feeds; null takes all of them away. */
const IsConsumers = () =>
  IsOfOrNull(CONSUMERS, {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 100 },
    maxItems: CONSUMERS_OF_OUTLET,
  });

/** All of it is checked before any of it is done. */
@AtLeastOneMember(
  'outletName',
  'pwrOnState',
  'state',
  'customRebootTimeEnabled',
  'customRebootTime',
  'protection',
  'device',
  'labels',
  'consumers',
)
export class UpdateOutletDto {
  /** Only the outlet of the path. */
  @IsOwnId()
  id?: string;

  /** @example "db-master" */
  @Optional()
  @IsName()
  outletName?: string;

  /** The state that the outlet takes when the PDU gets power. */
  @Optional()
  @IsWord('ON', 'OFF', 'PREV')
  pwrOnState?: PowerOnState;

  /** REBOOT turns the outlet off and, after its off time, on again. */
  @Optional()
  @IsWord('ON', 'OFF', 'REBOOT')
  state?: OnOff | 'REBOOT';

  @Optional()
  @IsFlag()
  customRebootTimeEnabled?: boolean;

  /** Off time of a reboot, s. */
  @Optional()
  @IsNumeric({ ...OFF_TIME, integer: true })
  customRebootTime?: number;

  /**
   * Counts from the next command on: the `state` of the same request is judged by the protection before it.
   * @example "confirm"
   */
  @Optional()
  @IsWord(...PROTECTIONS)
  protection?: Protection;

  /** The device behind the outlet; members that are absent stay as they are, null clears it. */
  @Optional()
  @IsObjectOrNull(() => OutletDeviceDto)
  device?: OutletDeviceDto | null;

  /**
   * Labels of your own, at most 16; those that are absent stay as they are, null takes one or all away.
   * @example {"tenant": "blue"}
   */
  @Optional()
  @IsLabels()
  labels?: LabelsChange | null;

  /** The names of the devices that the outlet feeds: a list that replaces the one before; null or an empty one for none. */
  @Optional()
  @IsConsumers()
  consumers?: string[] | null;

  /** Confirms a switch-off: an outlet with the protection `confirm` asks for it. Not stored. */
  @Optional()
  @IsFlag()
  confirm?: boolean;

  /** The reason of the change or command, which the audit log keeps. */
  @IsReason()
  reason?: string;
}

/** The members that are settings, which are stored. */
const STORED = [
  'outletName',
  'pwrOnState',
  'customRebootTimeEnabled',
  'customRebootTime',
  'protection',
  'device',
  'labels',
  'consumers',
] as const;

/** An entry of the configuration document. State is no part of it: a document moves no relay. */
export class OutletEntryDto extends PickType(UpdateOutletDto, STORED) {
  @IsName()
  id: string;
}

/** A change of one outlet of a list; members that are absent stay as they are. */
export class ImportOutletDto extends PickType(UpdateOutletDto, STORED) {
  /** Id or index of the outlet. @example "1-1200578" */
  @IsOutletIdOrIndex()
  id: string;
}

const FILTERS = kindOf('a label as key:value, or a key alone; at most 16 of them', (given): string[] | undefined => {
  const texts: unknown[] = Array.isArray(given) ? given : [given];
  const areFilters = texts.length <= 16 && texts.every((each) => typeof each === 'string' && labelFilter(each));
  return areFilters ? (texts as string[]) : undefined;
});

export class ListOutletsDto {
  /** Only outlets with this label: `tenant:blue`, or `tenant` for any value. Given several times, with all of them. */
  @Optional()
  @IsOf(FILTERS, { type: 'string', isArray: true, required: false })
  label?: string[];
}

/** All of it is checked before any of it is done. */
export class SwitchOutletsDto {
  /** Outlet ids or indexes, each once. @example ["1-1200578", "2-1200578"] */
  @IsIdList()
  outlets: string[];

  /**
   * ON and OFF switch all of them at once, in the order of the list; REBOOT turns each off and on after its off time.
   * @example "ON"
   */
  @IsWord('ON', 'OFF', 'REBOOT')
  state: OnOff | 'REBOOT';

  /** Confirms a switch-off: outlets with the protection `confirm` ask for it. */
  @Optional()
  @IsFlag()
  confirm?: boolean;

  /** The reason of the change or command, which the audit log keeps. @example "Maintenance is over" */
  @IsReason()
  reason?: string;
}
