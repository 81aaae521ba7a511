import { describe, expect, it } from '@jest/globals';
import { A_CERTIFICATE } from '../../test/support/servers/certificates.js';
import { readConfig } from '../config/runtime-config.js';
import type { SettingsStore } from '../settings/settings.store.js';
import { defaultOf, type SettingChange, type SettingKey, type SettingValue } from '../settings/setting-value.js';
import { isForwarded, syslogTarget } from './syslog-target.js';

const config = readConfig({});
const settings = (change: SettingChange): Pick<SettingsStore, 'get'> => ({
  get: <Key extends SettingKey>(key: Key) => (change[key] ?? defaultOf(key, config)) as SettingValue<Key>,
});

describe('the syslog target', () => {
  it('is none until a server is named', () => {
    expect(syslogTarget(settings({ enableRemoteUserLogging: true, syslogProtocol: 'tls' }))).toBeUndefined();
  });

  it.each([
    [{ syslogServerIp: '192.0.2.9' }, { host: '192.0.2.9', port: 514, protocol: 'udp' }],
    [
      { syslogServerIp: 'log.example:5514', syslogProtocol: 'tcp' },
      { host: 'log.example', port: 5514, protocol: 'tcp' },
    ],
    [
      { syslogServerIp: 'log.example', syslogProtocol: 'tls' },
      { host: 'log.example', port: 6514, protocol: 'tls' },
    ],
    [
      { syslogServerIp: '[::1]:99', enableRemoteTcpEncryptedLogging: true },
      { host: '::1', port: 99, protocol: 'tls' },
    ],
    [
      {
        syslogServerIp: '::1',
        enableRemoteTcpEncryptedLogging: true,
        syslogProtocol: 'udp',
        syslogCaCert: A_CERTIFICATE,
      },
      { host: '::1', port: 6514, protocol: 'tls', trusted: A_CERTIFICATE },
    ],
  ] as const)('of %j', (change, target) => expect(syslogTarget(settings(change))).toEqual(target));
});

describe('a forwarded audit record', () => {
  const users = settings({ enableRemoteUserLogging: true });
  const events = settings({ enableRemoteEventLogging: true });

  it.each(['session.signIn', 'user.create', 'role.change', 'settings.change'])('%s is what a user does', (kind) => {
    expect([isForwarded(kind, users), isForwarded(kind, events), isForwarded(kind, settings({}))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['outlet.switch', 'relay.fault', 'event.trigger', 'users.x'])('%s is what happens to the PDU', (kind) => {
    expect([isForwarded(kind, users), isForwarded(kind, events), isForwarded(kind, settings({}))]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
