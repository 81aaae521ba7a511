import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { AuditBounds } from '../../src/audit/audit-bounds.js';
import { AuditEntryEntity } from '../../src/audit/audit-entry.entity.js';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import { readConfig } from '../../src/config/runtime-config.js';
import { SecretBox } from '../../src/database/secret-box.js';
import { Revision } from '../../src/kernel/revision.js';
import type { Cause } from '../../src/common/cause.js';
import { SettingEntity } from '../../src/settings/setting.entity.js';
import { SettingsStore } from '../../src/settings/settings.store.js';
import { SettingsRepository } from '../../src/settings/settings.repository.js';

const alice: Cause = { kind: 'session', who: 'alice', userId: '2', address: '192.0.2.7' };
const config = { ...readConfig({}), dataDir: ':memory:' };

describe('the settings', () => {
  let database: ModuleDatabase;
  let revision: Revision;
  let box: SecretBox;
  let settings: SettingsStore;

  /** Starts the controller (again) on the same database. */
  const start = (driver = 'simulator'): Promise<SettingsStore> =>
    new SettingsStore(
      database.db,
      new SettingsRepository(database.db, box, { ...config, driver }),
      new AuditLogService(database.db, new VirtualClock(), new AuditBounds()),
      revision,
    ).load();
  const stored = () => database.db.all(SettingEntity);
  const log = () => database.db.all(AuditEntryEntity);

  beforeEach(async () => {
    database = await aDatabase([AuditEntryEntity, SettingEntity]);
    revision = new Revision();
    box = new SecretBox(config);
    settings = await start();
  });
  afterEach(() => database.close());

  it('have their defaults and store nothing at first', async () => {
    expect(settings.get('globalRebootTime')).toBe(5);
    expect(settings.get('smtpPassword')).toBe('');
    expect(await stored()).toEqual([]);
  });

  it('are typed: a number is a number, an enum one of its values', () => {
    const seconds: number = settings.get('globalRebootTime');
    const level: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv' = settings.get('snmp3TrapSecurity');
    expect([seconds, level]).toEqual([5, 'authPriv']);
  });

  it('survive a restart', async () => {
    await settings.change({ globalRebootTime: 17, deviceName: 'Rack 7', webApiPasswordEnabled: true }, alice);
    const again = await start();
    expect(again.get('globalRebootTime')).toBe(17);
    expect(again.get('deviceName')).toBe('Rack 7');
    expect(again.get('webApiPasswordEnabled')).toBe(true);
  });

  it('are stored only while they differ from their default', async () => {
    await settings.change({ globalRebootTime: 17, webPort: 81 }, alice);
    await settings.change({ globalRebootTime: 5 }, alice);
    expect(await stored()).toEqual([{ key: 'webPort', value: '81' }]);
  });

  it('store a secret encrypted and bound to its key', async () => {
    await settings.change({ smtpPassword: 'open sesame' }, alice);
    const [row] = await stored();
    expect(row?.value).not.toContain('sesame');
    await database.source.query(`UPDATE setting SET key = 'snmpv12ReadString'`);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    expect((await start()).get('snmpv12ReadString')).toBe('');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    await database.source.query(`UPDATE setting SET key = 'smtpPassword'`);
    expect((await start()).get('smtpPassword')).toBe('open sesame');
  });

  it('are in the audit log by group, without secrets', async () => {
    await settings.change({ globalRebootTime: 17, smtpPassword: 'open sesame', smtpServer: 'mail.example' }, alice);
    const entries = (await log()).map(({ kind, object, who, address, before, after }) => ({
      kind,
      object,
      who,
      address,
      before,
      after,
    }));
    const by = { kind: 'settings.change', who: 'alice', address: '192.0.2.7' };
    expect(entries).toEqual([
      { ...by, object: 'settings:power', before: '{"globalRebootTime":5}', after: '{"globalRebootTime":17}' },
      {
        ...by,
        object: 'settings:mail',
        before: '{"smtpServer":""}',
        after: '{"smtpPassword":"changed","smtpServer":"mail.example"}',
      },
    ]);
    expect(JSON.stringify(await log())).not.toContain('sesame');
  });

  it('change nothing, log nothing and notify nobody when the values are the same', async () => {
    let notified = 0;
    settings.onChange(() => notified++);
    const before = revision.value;
    await settings.change({ globalRebootTime: 5, deviceName: 'Rackfeed PDU' }, alice);
    expect([notified, revision.value, await log()]).toEqual([0, before, []]);
  });

  it('notify their listeners of a change, after the new values apply', async () => {
    const seen: unknown[] = [];
    settings.onChange((keys) => seen.push([[...keys], settings.get('webIdleTimeout')]));
    const before = revision.value;
    await settings.change({ webIdleTimeout: 60, webPort: 81, sshPort: 22 }, alice);
    expect(seen).toEqual([[['webIdleTimeout', 'webPort'], 60]]);
    expect(revision.value).toBeGreaterThan(before);
  });

  it('notify the other listeners when one fails', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    let notified = 0;
    settings.onChange(() => {
      throw new Error('broken');
    });
    settings.onChange(() => notified++);
    await settings.change({ webPort: 81 }, alice);
    expect([notified, settings.get('webPort'), error.mock.calls.length]).toEqual([1, 81, 1]);
    error.mockRestore();
  });

  it('are restored when their transaction is rolled back', async () => {
    let notified = 0;
    settings.onChange(() => notified++);
    const failing = database.db.transaction(async () => {
      await settings.change({ globalRebootTime: 17 }, alice);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([settings.get('globalRebootTime'), notified, await stored(), await log()]).toEqual([5, 0, [], []]);
  });

  it('do not change when they cannot be stored', async () => {
    await database.source.query('DROP TABLE setting');
    await expect(settings.change({ globalRebootTime: 17 }, alice)).rejects.toThrow(/no such table/);
    expect(settings.get('globalRebootTime')).toBe(5);
    expect(await log()).toEqual([]);
  });

  it('apply two concurrent changes one after the other', async () => {
    await Promise.all([
      settings.change({ webPort: 81 }, alice),
      settings.change({ webPort: 82, sshPort: 2222 }, alice),
    ]);
    expect([settings.get('webPort'), settings.get('sshPort')]).toEqual([82, 2222]);
    expect((await log()).map(({ before }) => before)).toEqual(['{"webPort":8080}', '{"webPort":81}', '{"sshPort":22}']);
  });

  it('ignore stored values that are unknown, damaged or now out of range', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await database.source.query(
      `INSERT INTO setting VALUES ('gone', '1'), ('webPort', '99999'), ('sshPort', '{'), ('macAddr', '"x"'), ('smtpPort', '25'), ('smtpPassword', '"plain"')`,
    );
    const again = await start();
    expect([again.get('webPort'), again.get('sshPort'), again.get('smtpPort'), again.get('smtpPassword')]).toEqual([
      8080,
      22,
      25,
      '',
    ]);
    expect(again.get('macAddr')).not.toBe('x');
    expect(warn).toHaveBeenCalledTimes(3);
    warn.mockRestore();
  });

  it('get their defaults by a factory reset, which is in the audit log', async () => {
    await settings.change({ webPort: 81, smtpPassword: 'open sesame' }, alice);
    await settings.reset(alice);
    expect([settings.get('webPort'), settings.get('smtpPassword'), await stored()]).toEqual([8080, '', []]);
    expect((await log()).at(-1)?.after).toBe('{"smtpPassword":"changed"}');
  });

  it('show the state that a module reports, and lose it at a restart', async () => {
    const seen: string[] = [];
    settings.onChange((keys) => seen.push(...keys));
    settings.report('customSslCertExists', true);
    settings.report('customSslCertExists', true);
    expect([settings.get('customSslCertExists'), seen]).toEqual([true, ['customSslCertExists']]);
    expect((await start()).get('customSslCertExists')).toBe(false);
  });

  it('let actions reach the loopback by default only with the simulator, but preserve a chosen value', async () => {
    expect((await start('modbus')).get('allowLocalTargets')).toBe(false);
    await settings.change({ allowLocalTargets: false }, alice);
    expect((await start()).get('allowLocalTargets')).toBe(false);
  });
});
