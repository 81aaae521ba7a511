import { ApiProperty } from '@nestjs/swagger';
import { PERMISSION_FLAGS, type Access, type PermissionFlag } from '../common/access.js';
import { SETTING_GROUPS, type SettingGroup, type SettingRow } from './setting-row.js';
import { SETTING_KEYS, settingRow, type SettingKey, type SettingValue, type SettingValues } from './setting-value.js';

const TYPES = ['flag', 'number', 'word', 'text', 'secret'] as const satisfies readonly SettingRow['type'][];
const GROUPS = Object.keys(SETTING_GROUPS);

/** What there is to know of one setting, its value apart. */
export class SettingInfoView {
  /** Name of the setting in `/api/conf`. */
  key: string;
  @ApiProperty({ enum: GROUPS })
  group: SettingGroup;
  /** `flag` is true or false, `number` a whole number, `word` one of `words`; a `secret` is answered as a run of dashes. */
  @ApiProperty({ enum: TYPES })
  type: SettingRow['type'];
  /** What it does, in a sentence. */
  about: string;
  /** Its value after a factory reset. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })
  default: SettingValue;
  /** Of a number the least; of a text the fewest characters, where 0 says that it may be empty. */
  min?: number;
  /** Of a number the greatest; of a text the most characters. */
  max?: number;
  /** Of a number: `s`, `ms`, `baud` or `°`. */
  unit?: string;
  /** Only these numbers. */
  @ApiProperty({ type: [Number], required: false })
  oneOf?: readonly number[];
  /** Only these words. */
  @ApiProperty({ type: [String], required: false })
  words?: readonly string[];
  /** The form that a text must have, for example `ipAddress`. */
  format?: string;
  /** The permission that shows it. */
  @ApiProperty({ enum: PERMISSION_FLAGS })
  read: PermissionFlag;
  /** The permission that changes it; absent where no client can. */
  @ApiProperty({ enum: PERMISSION_FLAGS, required: false })
  write?: PermissionFlag;
  /** False: it is kept and answered for clients that know it, and nothing on this machine acts on it. */
  served: boolean;
}

/** The settings that a caller may read, in the order of the catalogue. */
export const catalogueView = (defaults: SettingValues, access: Access): SettingInfoView[] =>
  SETTING_KEYS.filter((key) => access.can(SETTING_GROUPS[settingRow(key).group].read)).map((key) =>
    infoOf(key, defaults[key]),
  );

function infoOf(key: SettingKey, value: SettingValue): SettingInfoView {
  const { group, about, readOnly = false, served = true, ...rest } = settingRow(key);
  const { read, write } = SETTING_GROUPS[group];
  const { type, min, max, unit, oneOf, words, format } = rest as Partial<SettingInfoView> & Pick<SettingRow, 'type'>;
  const limits = { min, max, unit, oneOf, words, format };
  return { key, group, type, about, default: value, ...limits, read, ...(!readOnly && { write }), served };
}
