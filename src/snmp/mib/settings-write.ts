import { parseChange } from '../../settings/conf.change.js';
import { mayWrite } from '../../settings/setting-row.js';
import { checkValue, settingRow, type SettingKey } from '../../settings/setting-value.js';
import { textWrite } from './cells.js';
import type { ColumnWrite } from './object.js';

/** Writes a setting that is text, with the permission and the check that it has over HTTP. */
export function settingWrite(key: SettingKey): ColumnWrite<undefined> {
  const row = settingRow(key);
  if (row.type !== 'text') throw new Error(`${key} is not text.`);
  return textWrite({
    mayWrite: (_, access) => mayWrite(row, access),
    kind: (given) => {
      const read = checkValue(row, given);
      return 'wrong' in read ? read : { value: read.value as string };
    },
    min: row.min,
    max: row.max,
    run: (text, _, { sources }, caller) =>
      sources.settings.changeAsClient(parseChange({ [key]: text }, caller.access), caller),
  });
}
