import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../config/runtime-config.js';
import { textOf } from '../common/texts-of-hub.js';
import { PERMISSION_FLAGS, type Access, type PermissionFlag } from '../common/access.js';
import { mayRead, SETTING_GROUPS, type SettingGroup, type SettingRow } from './setting-row.js';
import { settingKeysOf, settingRow, type SettingKey, type SettingValue, type SettingValues } from './setting-value.js';

const TYPES = ['flag', 'number', 'word', 'text', 'secret', 'object'] as const satisfies readonly SettingRow['type'][];
const GROUPS = Object.keys(SETTING_GROUPS);

/** The description of one setting, without its value. */
export class SettingInfoView {
  /** Name of the setting in `/api/conf`. @example "globalRebootTime" */
  key: string;
  /** @example "power" */
  @ApiProperty({ enum: GROUPS })
  group: SettingGroup;
  /** A second group, whose permissions are enough too. */
  @ApiProperty({ enum: GROUPS, required: false })
  alsoIn?: SettingGroup;
  /**
   * `flag` is true or false, `number` a whole number, `word` one of `words`; a `secret` is shown as a run of dashes; an
   * `object` has members of its own.
   * @example "number"
   */
  @ApiProperty({ enum: TYPES })
  type: SettingRow['type'];
  /** The effect of the setting, in a sentence. @example "Off time of a reboot." */
  about: string;
  /** Its value after a factory reset. @example 5 */
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }],
  })
  default: SettingValue;
  /** Minimum of a number; of a text the minimum number of characters, where 0 means that it may be empty. @example 1 */
  min?: number;
  /** Maximum of a number; of a text the maximum number of characters. @example 3600 */
  max?: number;
  /** Unit of a number: `s`, `ms`, `baud` or `°`. @example "s" */
  unit?: string;
  /** The only valid numbers. */
  @ApiProperty({ type: [Number], required: false })
  oneOf?: readonly number[];
  /** The only valid words. */
  @ApiProperty({ type: [String], required: false })
  words?: readonly string[];
  /** Format of a text, for example `ipAddress`. */
  format?: string;
  /** The permission to read it. @example "viewGlobalDeviceSettings" */
  @ApiProperty({ enum: PERMISSION_FLAGS })
  read: PermissionFlag;
  /** The permission to change it; absent if no client can. @example "modifyGlobalDeviceSettings" */
  @ApiProperty({ enum: PERMISSION_FLAGS, required: false })
  write?: PermissionFlag;
  /** False for a setting that is only stored, for clients that know it, and has no effect on this machine. */
  served: boolean;
}

/** The settings of a process that a caller may read, in the order of the catalogue. */
export const catalogueView = (role: Role, defaults: SettingValues, access: Access): SettingInfoView[] =>
  settingKeysOf(role)
    .filter((key) => mayRead(settingRow(key), access))
    .map((key) => infoOf(key, defaults[key], role));

function infoOf(key: SettingKey, value: SettingValue, role: Role): SettingInfoView {
  const { group, alsoIn, about, readOnly = false, served = true, ...rest } = settingRow(key);
  const { read, write } = SETTING_GROUPS[group];
  const { type, min, max, unit, oneOf, words, format } = rest as Partial<SettingInfoView> & Pick<SettingRow, 'type'>;
  const limits = { min, max, unit, oneOf, words, format };
  return {
    key,
    group,
    ...(alsoIn && { alsoIn }),
    type,
    about: textOf(role, about),
    default: value,
    ...limits,
    read,
    ...(!readOnly && { write }),
    served,
  };
}
