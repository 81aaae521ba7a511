import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../kernel/cause.js';
import type { SETTINGS } from './catalogue.js';
import { withMailSecurity } from './mail-security.js';
import { assertSecretsGivenAnew } from './secret-destinations.js';
import { SETTING_KEYS, settingRow } from './setting-value.js';
import type { SettingChange, SettingKey, SettingValue, SettingValues } from './setting-value.js';
import { settingDeeds } from './setting-deeds.js';
import { SettingsTable } from './settings.table.js';

export type SettingsReader = (keys: ReadonlySet<SettingKey>) => void;

/** The settings that a room reports and no client writes. */
export type ReportedKey = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { readonly readOnly: true } ? Key : never;
}[SettingKey];

/** Holds every setting in memory, writes changes through, and tells those who live by them. */
@Injectable()
export class SettingsStore {
  readonly #logger = new Logger('SettingsStore');
  readonly #readers: SettingsReader[] = [];
  #values: SettingValues;

  constructor(
    private readonly db: Db,
    private readonly table: SettingsTable,
    private readonly audit: AuditLog,
    private readonly snapshots: SnapshotStore,
  ) {
    this.#values = table.defaults;
  }

  /** Reads what is kept. The module does this before anybody can ask. */
  async load(): Promise<this> {
    this.#values = await this.table.load();
    return this;
  }

  get<Key extends SettingKey>(key: Key): SettingValue<Key> {
    return this.#values[key];
  }

  /**
   * Changes these settings, all or none; resolves when it is durable and the readers know. Values must be checked
   * already ({@link readChange}); those that are equal change nothing.
   */
  async change(values: SettingChange, cause: Cause): Promise<void> {
    await this.db.write(async () => {
      const changed = this.#changed(withMailSecurity(this.#values, values));
      if (changed.size === 0) return;
      await this.table.save(changed);
      await this.audit.record(...settingDeeds(this.#values, changed, cause));
      this.db.afterCommit(() => this.#take(changed));
    });
  }

  /**
   * Like {@link change}, for somebody who need not know the secrets that are kept: refuses 422 what would lead one of
   * them elsewhere without giving it anew.
   */
  async changeAsClient(values: SettingChange, cause: Cause): Promise<void> {
    await this.db.write(async () => {
      assertSecretsGivenAnew(this.#values, withMailSecurity(this.#values, values));
      await this.change(values, cause);
    });
  }

  /** Every setting as it is now; the object is never changed. */
  get values(): SettingValues {
    return this.#values;
  }

  /** Factory default of every setting. */
  async reset(cause: Cause): Promise<void> {
    const writable = SETTING_KEYS.filter((key) => !settingRow(key).readOnly);
    await this.change(Object.fromEntries(writable.map((key) => [key, this.table.defaults[key]])), cause);
  }

  /** Tells what a read-only setting is now; kept in memory only. */
  report<Key extends ReportedKey>(key: Key, value: SettingValue<Key>): void {
    if (this.#values[key] !== value) this.#take(new Map([[key, value]]));
  }

  /** Calls the reader after each change with the keys that changed; `get` answers the new values then. */
  onChange(reader: SettingsReader): void {
    this.#readers.push(reader);
  }

  #changed(values: SettingChange): Map<SettingKey, SettingValue> {
    const entries = Object.entries(values) as [SettingKey, SettingValue][];
    return new Map(entries.filter(([key, value]) => this.#values[key] !== value));
  }

  #take(changed: ReadonlyMap<SettingKey, SettingValue>): void {
    this.#values = { ...this.#values, ...Object.fromEntries(changed) };
    this.snapshots.touch();
    const keys = new Set(changed.keys());
    for (const reader of this.#readers) {
      try {
        reader(keys);
      } catch (error) {
        this.#logger.error('A reader of the settings failed.', error instanceof Error ? error.stack : error);
      }
    }
  }
}
