import { Injectable, Logger } from '@nestjs/common';
import { RuntimeConfig } from '../config/runtime-config.js';
import { Db } from '../database/db.js';
import { SecretBox } from '../database/secret-box.js';
import { checkValue, defaultOf, isSettingKey, SETTING_KEYS, settingRow } from './setting-value.js';
import type { SettingKey, SettingValue, SettingValues } from './setting-value.js';
import { Setting } from './setting.entity.js';

/** The settings as they are kept: only what differs from its default, secrets sealed. */
@Injectable()
export class SettingsTable {
  readonly #logger = new Logger('SettingsTable');
  /** What a factory reset goes back to. */
  readonly defaults: SettingValues;

  constructor(
    private readonly db: Db,
    private readonly box: SecretBox,
    config: RuntimeConfig,
  ) {
    this.defaults = Object.fromEntries(SETTING_KEYS.map((key) => [key, defaultOf(key, config)])) as SettingValues;
  }

  /** Every setting: the kept value, else the default. A kept value that is not valid any more counts as not kept. */
  async load(): Promise<SettingValues> {
    const kept = (await this.db.all(Setting)).flatMap(({ key, value }) => {
      if (!isSettingKey(key) || settingRow(key).readOnly) return [];
      try {
        return [[key, this.#opened(key, value)]];
      } catch (error) {
        this.#logger.warn(`The setting ${key} cannot be used as kept and has its default: ${(error as Error).message}`);
        return [];
      }
    });
    return { ...this.defaults, ...(Object.fromEntries(kept) as Partial<SettingValues>) };
  }

  /** Keeps these values; joins the running unit of work. */
  async save(values: ReadonlyMap<SettingKey, SettingValue>): Promise<void> {
    await this.db.write(async (entities) => {
      for (const [key, value] of values) {
        if (value === this.defaults[key]) await entities.delete(Setting, { key });
        else await entities.upsert(Setting, { key, value: this.#sealed(key, value) }, ['key']);
      }
    });
  }

  #sealed(key: SettingKey, value: SettingValue): string {
    const isSecret = settingRow(key).type === 'secret';
    return JSON.stringify(isSecret ? this.box.seal(String(value), contextOf(key)) : value);
  }

  #opened(key: SettingKey, json: string): SettingValue {
    const row = settingRow(key);
    const kept: unknown = JSON.parse(json);
    const checked = checkValue(row, row.type === 'secret' ? this.box.open(String(kept), contextOf(key)) : kept);
    if ('wrong' in checked) throw new Error(`it ${checked.wrong}.`);
    return checked.value;
  }
}

const contextOf = (key: SettingKey): string => `setting:${key}`;
