import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SettingsStore } from '../../src/settings/settings.store.js';
import type { SettingKey } from '../../src/settings/setting-value.js';
import { documentOf } from '../support/app/configured-pdu.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const PASSWORD = 'the corporate mail password';
const MAIL = {
  smtpServer: 'mail.example.com',
  smtpPort: 587,
  smtpTlsEnabled: true,
  smtpUsername: 'pdu',
  smtpPassword: PASSWORD,
};
const TRAPS = { snmp3TrapUser: 'trapper', snmp3AuthPass: 'an auth passphrase', snmp3PrivacyPass: 'a priv passphrase' };

let pdu: Pdu;
let admin: Client;
let network: Client;
beforeEach(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  network = await pdu.as({ viewNetworkSettings: true, modifyNetworkSettings: true });
});
afterEach(() => pdu.stop());

const stored = (key: SettingKey) => pdu.app.get(SettingsStore).get(key);

describe('the stored mail password', () => {
  beforeEach(async () => {
    expect((await admin.post('/api/conf', MAIL)).status).toBe(200);
  });

  it.each([
    ['another server', { smtpServer: 'mail.evil.example' }],
    ['no server, which is the first step to another', { smtpServer: '' }],
    ['another port', { smtpPort: 2525 }],
    ['no TLS', { smtpTlsEnabled: false }],
    ['no TLS, by its newer name', { smtpSecurity: 'none' }],
    ['another user name', { smtpUsername: 'somebody' }],
  ])('is not sent to %s', async (_, change) => {
    for (const body of [change, { ...change, smtpPassword: '--------' }]) {
      const answer = await network.post('/api/conf', body);
      expect([answer.status, answer.body.details]).toEqual([
        422,
        [{ field: 'smtpPassword', message: expect.stringContaining(Object.keys(change)[0] ?? '') }],
      ]);
    }
    for (const [key, value] of Object.entries(MAIL)) expect(stored(key as SettingKey)).toBe(value);
  });

  it('must be sent again with a new server, or removed', async () => {
    const moved = { smtpServer: 'mail.example.org', smtpPassword: 'another password' };
    expect((await network.post('/api/conf', moved)).status).toBe(200);
    expect([stored('smtpServer'), stored('smtpPassword')]).toEqual(['mail.example.org', 'another password']);
    expect((await network.post('/api/conf', { smtpServer: 'mail.example.net', smtpPassword: '' })).status).toBe(200);
    expect([stored('smtpServer'), stored('smtpPassword')]).toEqual(['mail.example.net', '']);
    expect((await network.post('/api/conf', { smtpServer: 'mail.example.com' })).status).toBe(200);
  });

  it('is preserved if its destination does not change, or TLS becomes stricter', async () => {
    const whole = (await network.get('/api/conf')).body as object;
    expect((await network.post('/api/conf', { ...whole, smtpFrom: 'pdu@example.com' })).status).toBe(200);
    expect((await network.post('/api/conf', { smtpSecurity: 'tls' })).status).toBe(200);
    expect(stored('smtpPassword')).toBe(PASSWORD);
  });

  it('may be set before the server', async () => {
    await admin.post('/api/conf', { smtpServer: '', smtpPassword: '' });
    expect((await network.post('/api/conf', { smtpPassword: PASSWORD })).status).toBe(200);
    expect((await network.post('/api/conf', { smtpServer: 'mail.example.com', smtpUsername: 'pdu' })).status).toBe(200);
  });

  it('is removed by a configuration document that changes the server without it', async () => {
    const document = await documentOf(admin);
    expect((await admin.post('/api/config/apply', document)).body.warnings).toEqual([]);
    expect(stored('smtpPassword')).toBe(PASSWORD);
    document.sections.settings['smtpServer'] = 'mail.example.net';
    const { status, body } = await admin.post('/api/config/apply', document);
    expect([status, stored('smtpServer'), stored('smtpPassword')]).toEqual([200, 'mail.example.net', '']);
    expect(body.warnings).toEqual([{ path: 'settings.smtpPassword', message: expect.stringContaining('smtpServer') }]);
  });
});

describe('the stored passphrases of SNMPv3 traps', () => {
  beforeEach(async () => {
    expect((await admin.post('/api/conf', TRAPS)).status).toBe(200);
  });

  it.each([
    [{ snmp3TrapUser: 'other' }],
    [{ snmp3TrapSecurity: 'authNoPriv' }],
    [{ snmp3TrapAuthProtocol: 'MD5' }],
    [{ snmp3TrapPrivacyProtocol: 'DES' }],
  ])('are not sent to %j', async (change) => {
    const answer = await network.post('/api/conf', change);
    expect([answer.status, answer.body.details.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['snmp3AuthPass', 'snmp3PrivacyPass'],
    ]);
    const again = { snmp3AuthPass: 'another passphrase', snmp3PrivacyPass: '' };
    expect((await network.post('/api/conf', { ...change, ...again })).status).toBe(200);
  });
});
