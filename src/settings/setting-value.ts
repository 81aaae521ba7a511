import { hasControlCharacter, lengthOf, toBoolean, toNumber } from '../common/dto-decorators.js';
import type { RuntimeConfig } from '../config/runtime-config.js';
import { SETTINGS } from './catalogue.js';
import { FORMATS } from './formats.js';
import type { FlagRow, NumberRow, SettingRow, TextRow, WordRow } from './setting-row.js';

export type SettingKey = keyof typeof SETTINGS;

type ValueOf<Row> = Row extends FlagRow
  ? boolean
  : Row extends NumberRow
    ? number
    : Row extends WordRow<infer Word>
      ? Word
      : string;

/** The type of a setting's value: boolean, number, one of its words, or text. */
export type SettingValue<Key extends SettingKey = SettingKey> = ValueOf<(typeof SETTINGS)[Key]>;

export type SettingValues = { readonly [Key in SettingKey]: SettingValue<Key> };

/** Any number of settings with their new values. */
export type SettingChange = { readonly [Key in SettingKey]?: SettingValue<Key> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** The row of a key, typed as a general row. */
export const settingRow = (key: SettingKey): SettingRow => SETTINGS[key];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

export const defaultOf = (key: SettingKey, config: RuntimeConfig): SettingValue => {
  const { default: fallback } = settingRow(key);
  return typeof fallback === 'function' ? fallback(config) : fallback;
};

/** A valid value, or the problem as the end of a sentence that begins with the key. */
export type Checked = { readonly value: SettingValue } | { readonly wrong: string };

/** Checks a value in any form of the API (0/1 and "true" for booleans, decimal strings, words in any case). */
export function checkValue(row: SettingRow, given: unknown): Checked {
  switch (row.type) {
    case 'flag':
      return checkFlag(given);
    case 'number':
      return checkNumber(row, given);
    case 'word':
      return checkWord(row, given);
    case 'secret':
      return checkText({ ...row, type: 'text', min: given === '' ? 0 : row.min }, given);
    case 'text':
      return checkText(row, given);
  }
}

function checkFlag(given: unknown): Checked {
  const value = toBoolean(given);
  return typeof value === 'boolean' ? { value } : { wrong: 'must be true or false' };
}

function checkNumber({ min, max, oneOf, unit }: NumberRow, given: unknown): Checked {
  const value = toNumber(given);
  const fits = Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  if (fits && (oneOf?.includes(value as number) ?? true)) return { value: value as number };
  const range = oneOf ? `one of ${oneOf.join(', ')}` : `a whole number from ${min} to ${max}`;
  return { wrong: `must be ${range}${unit ? ` ${unit}` : ''}` };
}

function checkWord({ words }: WordRow, given: unknown): Checked {
  const value = typeof given === 'string' && words.find((word) => word.toLowerCase() === given.toLowerCase());
  return typeof value === 'string' ? { value } : { wrong: `must be one of ${words.join(', ')}` };
}

function checkText({ min, max, format, multiline }: TextRow, given: unknown): Checked {
  if (typeof given !== 'string') return { wrong: 'must be text' };
  if (given === '' && min === 0) return { value: given };
  const length = lengthOf(given);
  if (length < min || length > max) return { wrong: `must be text of ${min} to ${max} characters` };
  if (hasControlCharacter(multiline ? given.replace(/[\r\n\t]/g, '') : given)) {
    return { wrong: 'must not contain control characters' };
  }
  if (format && !FORMATS[format].holds(given)) return { wrong: `must be ${FORMATS[format].says}` };
  return { value: given };
}
