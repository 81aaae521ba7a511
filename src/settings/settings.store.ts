import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger } from '@nestjs/common';
import type { AuditRecord } from '../audit/audit-log.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { Db } from '../database/db.js';
import { Revision } from '../kernel/revision.js';
import type { SETTINGS } from './catalogue.js';
import { withMailSecurity } from './mail-security.js';
import { assertSecretsResent } from './secret-destinations.js';
import type { SettingChange } from './setting-value.js';
import { settingRow, type SettingKey, type SettingValue, type SettingValues } from './setting-value.js';
import { SettingsRepository } from './settings.repository.js';

/** The audit records of a change: one for each group, with the values before and after. */
export function settingAuditRecords(
  before: SettingValues,
  changed: ReadonlyMap<SettingKey, SettingValue>,
  cause: Cause,
): AuditRecord[] {
  const groups = new Set([...changed.keys()].map((key) => settingRow(key).group));
  return [...groups].map((group) => {
    const keys = [...changed.keys()].filter((key) => settingRow(key).group === group);
    const shown = keys.filter((key) => !isSecret(key));
    return {
      kind: 'settings.change',
      object: `settings:${group}`,
      cause,
      ...(shown.length > 0 && { before: Object.fromEntries(shown.map((key) => [key, before[key]])) }),
      after: Object.fromEntries(keys.map((key) => [key, isSecret(key) ? 'changed' : changed.get(key)])),
    };
  });
}

/** Its name for other hubs. */
const STORE = 'setting';

const isSecret = (key: SettingKey): boolean => settingRow(key).type === 'secret';

/**
 * Throws an ApiError if a client may not make this change; `after` has all values as they would be.
 * @param access of the client
 */
export type SettingsCheck = (change: SettingChange, after: SettingValues, access: Access) => void;

export type SettingsListener = (keys: ReadonlySet<SettingKey>) => void;

/** Stores what belongs to a change; its failure undoes the change. */
export type SettingsCompanion = (keys: ReadonlySet<SettingKey>) => Promise<void>;

/** The settings that a module reports and no client writes. */
export type ReportedKey = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { readonly readOnly: true } ? Key : never;
}[SettingKey];

/** Holds every setting in memory, writes changes through, and notifies its listeners. */
@Injectable()
export class SettingsStore {
  readonly #logger = new Logger('SettingsStore');
  readonly #listeners: SettingsListener[] = [];
  readonly #checks: SettingsCheck[] = [];
  readonly #companions: SettingsCompanion[] = [];
  #values: SettingValues;

  constructor(
    private readonly db: Db,
    private readonly table: SettingsRepository,
    private readonly audit: AuditLogService,
    private readonly revision: Revision,
  ) {
    this.#values = table.defaults;
  }

  /** Reads the stored values. The module does this before anybody can ask. */
  async load(): Promise<this> {
    this.db.follow(STORE, () => this.#reload());
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
    await this.db.transaction(async () => {
      const changed = this.#changed(withMailSecurity(this.#values, values));
      if (changed.size === 0) return;
      await this.table.save(changed);
      for (const store of this.#companions) await store(new Set(changed.keys()));
      await this.audit.record(...settingAuditRecords(this.#values, changed, cause));
      this.db.announce(STORE);
      this.db.afterCommit(() => this.#apply(changed));
    });
  }

  /**
   * Like {@link change}, for a client: refuses 422 a change that would send a stored secret elsewhere without entering it
   * again, and one that a check refuses.
   */
  async changeAsClient(values: SettingChange, caller: CallerWithAddress): Promise<void> {
    await this.db.transaction(async () => {
      this.assertAcceptable(values, caller.access);
      await this.change(values, causeOf(caller));
    });
  }

  /** Throws an ApiError if a client may not make this change; nothing is changed. */
  assertAcceptable(values: SettingChange, access: Access): void {
    assertSecretsResent(this.#values, withMailSecurity(this.#values, values));
    for (const check of this.#checks) check(values, { ...this.#values, ...values }, access);
  }

  /** Every setting as it is now; the object is never changed. */
  get values(): SettingValues {
    return this.#values;
  }

  /** Factory default of every setting. */
  async reset(cause: Cause): Promise<void> {
    await this.change(Object.fromEntries(this.table.writable.map((key) => [key, this.table.defaults[key]])), cause);
  }

  /** Sets the present value of a read-only setting, which is in memory only. */
  report<Key extends ReportedKey>(key: Key, value: SettingValue<Key>): void {
    if (this.#values[key] !== value) this.#apply(new Map([[key, value]]));
  }

  /** Registers a check of the changes of clients, for what a single value does not show. */
  addCheck(check: SettingsCheck): void {
    this.#checks.push(check);
  }

  /** Calls it in the transaction of each change that this process makes. */
  onStore(companion: SettingsCompanion): void {
    this.#companions.push(companion);
  }

  /** Calls the reader after each change with the keys that changed; `get` answers the new values then. */
  onChange(reader: SettingsListener): void {
    this.#listeners.push(reader);
  }

  /** Another hub has changed settings. */
  async #reload(): Promise<void> {
    const stored = await this.table.load();
    const changed = this.#changed(Object.fromEntries(this.table.writable.map((key) => [key, stored[key]])));
    if (changed.size > 0) this.#apply(changed);
  }

  #changed(values: SettingChange): Map<SettingKey, SettingValue> {
    const entries = Object.entries(values) as [SettingKey, SettingValue][];
    return new Map(entries.filter(([key, value]) => !isDeepStrictEqual(this.#values[key], value)));
  }

  #apply(changed: ReadonlyMap<SettingKey, SettingValue>): void {
    this.#values = { ...this.#values, ...Object.fromEntries(changed) };
    this.revision.touch();
    const keys = new Set(changed.keys());
    for (const reader of this.#listeners) {
      try {
        reader(keys);
      } catch (error) {
        this.#logger.error('A reader of the settings failed.', error instanceof Error ? error.stack : error);
      }
    }
  }
}
