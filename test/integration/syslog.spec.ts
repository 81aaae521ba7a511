import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Authority } from '../support/servers/certificates.js';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { someTargets } from '../support/modules/outbound-targets.js';
import { parseSyslog } from '../support/servers/syslog-parser.js';
import { SyslogServer } from '../support/servers/syslog-server.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { AuditBounds } from '../../src/audit/audit-bounds.js';
import { AuditEntryEntity } from '../../src/audit/audit-entry.entity.js';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import { readConfig } from '../../src/config/runtime-config.js';
import { SecretBox } from '../../src/database/secret-box.js';
import { Revision } from '../../src/kernel/revision.js';
import { Ticks } from '../../src/kernel/ticks.js';
import type { Cause } from '../../src/common/cause.js';
import type { SettingChange } from '../../src/settings/setting-value.js';
import { SettingEntity } from '../../src/settings/setting.entity.js';
import { SettingsStore } from '../../src/settings/settings.store.js';
import { SettingsRepository } from '../../src/settings/settings.repository.js';
import { SyslogService } from '../../src/syslog/syslog.service.js';

const alice: Cause = { kind: 'session', who: 'alice', userId: '2', address: '192.0.2.7' };
const config = { ...readConfig({}), dataDir: ':memory:' };

describe('the audit log on a syslog server', () => {
  let database: ModuleDatabase;
  let audit: AuditLogService;
  let settings: SettingsStore;
  let syslog: SyslogService;
  const servers: SyslogServer[] = [];

  beforeEach(async () => {
    database = await aDatabase([AuditEntryEntity, SettingEntity]);
    const clock = new VirtualClock();
    const ticks = new Ticks();
    audit = new AuditLogService(database.db, clock, new AuditBounds());
    const table = new SettingsRepository(database.db, new SecretBox(config), config);
    settings = await new SettingsStore(database.db, table, audit, new Revision()).load();
    syslog = new SyslogService(audit, settings, ticks, clock, someTargets(settings));
    syslog.onModuleInit();
  });
  afterEach(async () => {
    syslog.onApplicationShutdown();
    for (const server of servers.splice(0)) await server.stop();
    await database.close();
  });

  const serving = async (starting: Promise<SyslogServer>): Promise<SyslogServer> => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  const configure = (change: SettingChange) => settings.change(change, alice);
  const everything = { enableRemoteUserLogging: true, enableRemoteEventLogging: true } as const;
  const doing = (kind: string, who = 'alice') => audit.record({ kind, object: 'outlet:1-7', cause: { ...alice, who } });
  const kindsOf = (messages: readonly Buffer[]) => messages.map((message) => parseSyslog(message).messageId);

  it('arrives over UDP, entry by entry, as configured', async () => {
    const server = await serving(SyslogServer.udp());
    await configure({ syslogServerIp: `127.0.0.1:${server.port}`, enableRemoteEventLogging: true, hostName: 'pdu-7' });
    await doing('user.create');
    await doing('outlet.switch');
    await configure({ enableRemoteUserLogging: true });
    await doing('session.signIn');
    await server.received(2);
    expect(kindsOf(server.messages)).toEqual(['outlet.switch', 'session.signIn']);
    expect(server.messages.map((message) => parseSyslog(message).hostName)).toEqual(['pdu-7', 'pdu-7']);
    expect(parseSyslog(server.messages[0] ?? Buffer.alloc(0)).params).toMatchObject({
      id: '4',
      who: 'alice',
      object: 'outlet:1-7',
    });
  });

  it('arrives over TLS when the setting of the product family is on', async () => {
    const authority = new Authority();
    const server = await serving(SyslogServer.tls(authority.server('127.0.0.1')));
    const trusted = { enableRemoteTcpEncryptedLogging: true, syslogCaCert: authority.certificate };
    await configure({ syslogServerIp: `127.0.0.1:${server.port}`, ...everything, ...trusted });
    await doing('outlet.switch');
    await server.received(1);
    expect(kindsOf(server.messages)).toEqual(['outlet.switch']);
  });

  it('sends a last message to the old server when the server changes', async () => {
    const server = await serving(SyslogServer.tcp());
    await configure({ syslogServerIp: `127.0.0.1:${server.port}`, syslogProtocol: 'tcp', ...everything });
    await doing('outlet.switch');
    await server.received(1);
    await configure({ enableRemoteUserLogging: false });
    await doing('session.signIn');
    await doing('outlet.rename');
    await server.received(3);
    expect(kindsOf(server.messages)).toEqual(['outlet.switch', 'settings.change', 'outlet.rename']);
  });

  it('waits while the server is a target that is refused to actions, and arrives when it is allowed', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    const server = await serving(SyslogServer.tcp());
    await configure({ allowLocalTargets: false });
    await configure({ syslogServerIp: `127.0.0.1:${server.port}`, syslogProtocol: 'tcp', ...everything });
    await doing('outlet.switch');
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('allowLocalTargets is off'));
    expect(server.connections).toBe(0);
    await configure({ allowLocalTargets: true });
    await server.received(1);
    expect(kindsOf(server.messages)[0]).toBe('outlet.switch');
  });

  it('never delays the recorded change', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    // TEST-NET: no server answers.
    await configure({ syslogServerIp: '192.0.2.1', syslogProtocol: 'tcp', ...everything });
    for (let n = 0; n < 50; n++) await doing('outlet.switch');
    expect(await database.db.all(AuditEntryEntity)).toHaveLength(51);
  });

  it('contains nothing that was rolled back', async () => {
    const server = await serving(SyslogServer.udp());
    await configure({ syslogServerIp: `127.0.0.1:${server.port}`, ...everything });
    const failing = database.db.transaction(async () => {
      await doing('outlet.switch');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await doing('outlet.rename');
    await server.received(1);
    expect(kindsOf(server.messages)).toEqual(['outlet.rename']);
  });
});
