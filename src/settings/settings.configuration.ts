import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Cause } from '../common/cause.js';
import { ConfigSections, Secret, type ConfigSection } from '../common/configuration/config-sections.js';
import type { DocumentCheck } from '../common/configuration/document-check.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { FactoryResets } from '../common/factory-resets.js';
import { isMask } from './conf.view.js';
import { redirectedSecrets } from './secret-destinations.js';
import { checkValue, hasSetting, isSettingKey, settingRow } from './setting-value.js';
import type { SettingChange, SettingKey, SettingValue } from './setting-value.js';
import { SettingEntity } from './setting.entity.js';
import { SettingsStore } from './settings.store.js';
import { SettingsRepository } from './settings.repository.js';

type Settings = Partial<Record<SettingKey, SettingValue | Secret>>;

/** The settings in the configuration document and in a factory reset. */
@Injectable()
export class SettingsConfiguration implements OnModuleInit, ConfigSection<Settings> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly settings: SettingsStore,
    private readonly table: SettingsRepository,
    private readonly config: RuntimeConfig,
  ) {}

  onModuleInit(): void {
    this.sections.add('settings', this);
    this.resets.add('settings', { tables: [SettingEntity], reset: (cause) => this.settings.reset(cause) });
  }

  read(): Settings {
    return this.#contentOf((key) => this.settings.get(key));
  }

  toDocument(content: Settings): Settings {
    const differs = ([key, value]: [string, unknown]) =>
      !isDeepStrictEqual(value, this.table.defaults[key as SettingKey]);
    return Object.fromEntries(Object.entries(content).filter(differs));
  }

  check(given: unknown, check: DocumentCheck): Settings {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      check.problem('settings', 'settings must be an object.');
      return {};
    }
    const sent = new Map(Object.entries(given));
    for (const key of sent.keys()) {
      if (!isSettingKey(key)) check.problem(`settings.${key}`, `There is no setting ${key}.`);
      else if (!hasSetting(this.config.role, key))
        check.problem(`settings.${key}`, `A ${this.config.role} has no setting ${key}.`);
      else if (settingRow(key).readOnly) check.problem(`settings.${key}`, `${key} can only be read.`);
    }
    const carried = new Set<SettingKey>();
    const wanted = this.#contentOf((key) => this.#wanted(key, sent.get(key), check, carried));
    return this.#withoutRedirected({ ...wanted, ...agreeingTls(wanted) }, carried, check);
  }

  async apply(wanted: Settings, cause: Cause): Promise<void> {
    const values = this.table.writable.map((key) => [key, textOf(wanted[key])] as const);
    await this.settings.change(Object.fromEntries(values), cause);
  }

  /** Removes stored secrets that the document does not contain but would send elsewhere. */
  #withoutRedirected(wanted: Settings, carried: ReadonlySet<SettingKey>, check: DocumentCheck): Settings {
    const change = this.table.writable
      .filter((key) => settingRow(key).type !== 'secret' || carried.has(key))
      .map((key) => [key, textOf(wanted[key])]);
    const redirected = redirectedSecrets(this.settings.values, Object.fromEntries(change) as SettingChange);
    for (const { secret, movedBy } of redirected) {
      const message = `${secret} is not in the document and is removed, because ${movedBy} changes where it goes.`;
      check.warn(`settings.${secret}`, message);
    }
    const gone = new Set(redirected.map(({ secret }) => secret));
    return Object.fromEntries(Object.entries(wanted).filter(([key]) => !gone.has(key as SettingKey)));
  }

  #wanted(key: SettingKey, sent: unknown, check: DocumentCheck, secrets: Set<SettingKey>): SettingValue {
    const row = settingRow(key);
    const isSecret = row.type === 'secret';
    const given = isSecret && (sent === undefined || isMask(sent)) ? check.secret(`settings.${key}`) : sent;
    if (given === undefined && isSecret && !check.hasSecrets) return this.settings.get(key);
    if (isSecret) secrets.add(key);
    if (given === undefined) return this.table.defaults[key];
    const checked = checkValue(row, given);
    if ('value' in checked) return checked.value;
    check.problem(`settings.${key}`, `${key} must be ${checked.wrong}.`);
    return this.table.defaults[key];
  }

  /** The content of the section, without secrets that are not set. */
  #contentOf(valueOf: (key: SettingKey) => SettingValue): Settings {
    const entries = this.table.writable.map((key): [SettingKey, SettingValue | Secret | undefined] => {
      const value = valueOf(key);
      if (settingRow(key).type !== 'secret') return [key, value];
      return [key, value === '' ? undefined : new Secret(value as string)];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
}

/** The value of smtpTlsEnabled for a document with both settings: smtpSecurity decides. A hub has neither. */
const agreeingTls = ({ smtpSecurity }: Settings): Settings =>
  smtpSecurity === 'auto' || smtpSecurity === undefined ? {} : { smtpTlsEnabled: smtpSecurity !== 'none' };

const textOf = (value: SettingValue | Secret | undefined): SettingValue =>
  value instanceof Secret ? value.text : (value ?? '');
