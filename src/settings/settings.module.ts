import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogService } from '../audit/audit-log.service.js';
import { EntryRights } from '../audit/entry-rights.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { Db } from '../database/db.js';
import { Revision } from '../kernel/revision.js';
import type { PermissionFlag } from '../common/access.js';
import { SETTING_GROUPS } from './setting-row.js';
import { SettingEntity } from './setting.entity.js';
import { SettingsConfiguration } from './settings.configuration.js';
import { SettingsController } from './settings.controller.js';
import { SettingsStore } from './settings.store.js';
import { SettingsRepository } from './settings.repository.js';
import { Diagnostics } from '../common/diagnostics.js';
import { confView } from './conf.view.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([SettingEntity])],
  controllers: [SettingsController],
  providers: [
    SettingsRepository,
    SettingsConfiguration,
    {
      // Loaded before it is injected anywhere, so that no module reads a default in place of a stored value.
      provide: SettingsStore,
      inject: [Db, SettingsRepository, AuditLogService, Revision],
      useFactory: (db: Db, table: SettingsRepository, audit: AuditLogService, revision: Revision) =>
        new SettingsStore(db, table, audit, revision).load(),
    },
  ],
  exports: [SettingsStore],
})
export class SettingsModule {
  constructor(rights: EntryRights, diagnostics: Diagnostics, settings: SettingsStore, { role }: RuntimeConfig) {
    diagnostics.add('settings', (access) => confView((key) => settings.get(key), access, role));
    const groups: Readonly<Record<string, { readonly read: PermissionFlag }>> = SETTING_GROUPS;
    rights.add('settings', (access, group) => groups[group] !== undefined && access.can(groups[group].read));
  }
}
