import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger } from '@nestjs/common';
import { RuntimeConfig } from '../config/runtime-config.js';
import { Db } from '../database/db.js';
import { SecretBox } from '../database/secret-box.js';
import { checkValue, defaultOf, isSettingKey, SETTING_KEYS, settingKeysOf, settingRow } from './setting-value.js';
import type { SettingKey, SettingValue, SettingValues } from './setting-value.js';
import { SettingEntity } from './setting.entity.js';

/** The stored settings: only those that differ from their defaults, with secrets encrypted. */
@Injectable()
export class SettingsRepository {
  readonly #logger = new Logger('SettingsTable');
  /** The values after a factory reset, also of settings that this process does not have. */
  readonly defaults: SettingValues;
  /** The settings of this process that clients can write. */
  readonly writable: readonly SettingKey[];

  constructor(
    private readonly db: Db,
    private readonly box: SecretBox,
    config: RuntimeConfig,
  ) {
    this.defaults = Object.fromEntries(SETTING_KEYS.map((key) => [key, defaultOf(key, config)])) as SettingValues;
    this.writable = settingKeysOf(config.role).filter((key) => !settingRow(key).readOnly);
  }

  /** Every setting: the stored value, else the default. A stored value that is no longer valid, or not of this process, is ignored. */
  async load(): Promise<SettingValues> {
    const stored = (await this.db.all(SettingEntity)).flatMap(({ key, value }) => {
      if (!isSettingKey(key) || !this.writable.includes(key)) return [];
      try {
        return [[key, this.#decrypted(key, value)]];
      } catch (error) {
        this.#logger.warn(
          `The setting ${key} cannot be used as stored and has its default: ${(error as Error).message}`,
        );
        return [];
      }
    });
    return { ...this.defaults, ...(Object.fromEntries(stored) as Partial<SettingValues>) };
  }

  /** Stores these values; joins the running transaction. */
  async save(values: ReadonlyMap<SettingKey, SettingValue>): Promise<void> {
    await this.db.transaction(async (entities) => {
      for (const [key, value] of values) {
        if (isDeepStrictEqual(value, this.defaults[key])) await entities.delete(SettingEntity, { key });
        else await entities.upsert(SettingEntity, { key, value: this.#encrypted(key, value) }, ['key']);
      }
    });
  }

  #encrypted(key: SettingKey, value: SettingValue): string {
    const isSecret = settingRow(key).type === 'secret';
    return JSON.stringify(isSecret ? this.box.encrypt(value as string, contextOf(key)) : value);
  }

  #decrypted(key: SettingKey, json: string): SettingValue {
    const row = settingRow(key);
    const stored: unknown = JSON.parse(json);
    const checked = checkValue(row, row.type === 'secret' ? this.box.decrypt(String(stored), contextOf(key)) : stored);
    if ('wrong' in checked) throw new Error(`it must be ${checked.wrong}.`);
    return checked.value;
  }
}

const contextOf = (key: SettingKey): string => `setting:${key}`;
