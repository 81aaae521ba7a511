import type { Role, RuntimeConfig } from '../config/runtime-config.js';
import { SETTINGS } from './catalogue.js';
import { FORMATS } from '../common/formats.js';
import { FLAG, oneNumberOf, oneOf, text, wholeNumber, type Read, type ValueKind } from '../common/values.js';
import {
  rolesOf,
  type FlagRow,
  type NumberRow,
  type ObjectRow,
  type SettingRow,
  type TextRow,
  type WordRow,
} from './setting-row.js';

export type SettingKey = keyof typeof SETTINGS;

type ValueOf<Row> = Row extends FlagRow
  ? boolean
  : Row extends NumberRow
    ? number
    : Row extends WordRow<infer Word>
      ? Word
      : Row extends ObjectRow<infer T>
        ? T
        : string;

/** The type of a setting's value: boolean, number, one of its words, text, or an object. */
export type SettingValue<Key extends SettingKey = SettingKey> = ValueOf<(typeof SETTINGS)[Key]>;

export type SettingValues = { readonly [Key in SettingKey]: SettingValue<Key> };

/** Any number of settings with their new values. */
export type SettingChange = { readonly [Key in SettingKey]?: SettingValue<Key> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** The row of a key, typed as a general row. */
export const settingRow = (key: SettingKey): SettingRow => SETTINGS[key];

/** True if a process of this role has the setting. */
export const hasSetting = (role: Role, key: SettingKey): boolean => rolesOf(settingRow(key)).includes(role);

/** The settings that a process of this role has, in the order of the catalogue. */
export const settingKeysOf = (role: Role): readonly SettingKey[] => SETTING_KEYS.filter((key) => hasSetting(role, key));

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

export const defaultOf = (key: SettingKey, config: RuntimeConfig): SettingValue => {
  const row = settingRow(key);
  if (row.type === 'object') return row.default as SettingValue;
  return typeof row.default === 'function' ? row.default(config) : row.default;
};

/** Checks a value in any form of the API (0/1 and "true" for booleans, decimal strings, words in any case). */
export const checkValue = (row: SettingRow, given: unknown): Read<SettingValue> => kindOfRow(row)(given);

function kindOfRow(row: SettingRow): ValueKind<SettingValue> {
  switch (row.type) {
    case 'flag':
      return FLAG;
    case 'number':
      return row.oneOf ? oneNumberOf(row.oneOf, row.unit) : wholeNumber(row);
    case 'word':
      return oneOf(...row.words);
    case 'secret':
      return textOf({ ...row, type: 'text', min: 0 }, row.min);
    case 'text':
      return textOf(row, row.min);
    case 'object':
      return row.kind as ValueKind<SettingValue>;
  }
}

/** Text within these limits; where `min` is 0 it may be empty, which means not set, whatever the format. */
const textOf =
  ({ format, ...limits }: TextRow, min: number): ValueKind<string> =>
  (given) => {
    if (given === '' && limits.min === 0) return { value: given };
    const read = text({ ...limits, min })(given);
    return format && 'value' in read ? FORMATS[format](given) : read;
  };
