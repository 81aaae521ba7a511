import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLog } from '../audit/audit-log.service.js';
import { EntryRights } from '../audit/entry-rights.js';
import { Db } from '../database/db.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { PermissionFlag } from '../kernel/access.js';
import { SETTING_GROUPS } from './setting-row.js';
import { Setting } from './setting.entity.js';
import { SettingsConfiguration } from './settings.configuration.js';
import { SettingsController } from './settings.controller.js';
import { SettingsStore } from './settings.store.js';
import { SettingsTable } from './settings.table.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Setting])],
  controllers: [SettingsController],
  providers: [
    SettingsTable,
    SettingsConfiguration,
    {
      // Loaded before it is injected anywhere: no room can see defaults where something else is kept.
      provide: SettingsStore,
      inject: [Db, SettingsTable, AuditLog, SnapshotStore],
      useFactory: (db: Db, table: SettingsTable, audit: AuditLog, snapshots: SnapshotStore) =>
        new SettingsStore(db, table, audit, snapshots).load(),
    },
  ],
  exports: [SettingsStore],
})
export class SettingsModule {
  constructor(rights: EntryRights) {
    const groups: Readonly<Record<string, { readonly read: PermissionFlag }>> = SETTING_GROUPS;
    rights.add('settings', (access, group) => groups[group] !== undefined && access.can(groups[group].read));
  }
}
