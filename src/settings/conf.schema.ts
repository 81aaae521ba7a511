import type { SettingRow } from './setting-row.js';
import { SETTING_KEYS, settingRow } from './setting-value.js';

/** The OpenAPI schema of one setting. */
function schemaOf(row: SettingRow) {
  const { about, default: fallback, readOnly } = row;
  const common = {
    description: row.type === 'number' && row.unit ? `${about} Unit: ${row.unit}.` : about,
    ...(typeof fallback !== 'function' && { default: fallback }),
    ...(readOnly && { readOnly }),
  };
  switch (row.type) {
    case 'flag':
      return { type: 'boolean', ...common };
    case 'number':
      return {
        type: 'integer',
        minimum: row.min,
        maximum: row.max,
        ...(row.oneOf && { enum: [...row.oneOf] }),
        ...common,
      };
    case 'word':
      return { type: 'string', enum: [...row.words], ...common };
    case 'secret':
      return { type: 'string', format: 'password', maxLength: row.max, ...common };
    case 'text':
      return { type: 'string', minLength: row.min, maxLength: row.max, ...common };
  }
}

/** The OpenAPI schema of the whole configuration. */
export const CONF_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(SETTING_KEYS.map((key) => [key, schemaOf(settingRow(key))])),
};
