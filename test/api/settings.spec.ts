import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SettingsStore } from '../../src/settings/settings.store.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { sourceFiles } from '../support/source-files.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

const change = async (body: object, client = admin) => client.post('/api/conf', body);

/** The setting keys of the product family, by group. */
const PUBLIC_KEYS: Record<string, string> = {
  Device: 'deviceName hostName timezone daylightsavings ntpEnabled ntpHost macAddr',
  Power: 'globalRebootTime deviceSequentialPowerUpDelay',
  Network: 'ipAssign staticIp subnetMask gatewayIp primaryDns secondaryDns secondaryHostName',
  Web: 'webEnabled webPort webSslEnabled webSslPort webRedirectHttp customSslCertEnabled customSslCertExists customSslKeyExists webIdleTimeout webMaxUsers webApiPasswordEnabled',
  Mail: 'smtpServer smtpPort smtpTlsEnabled smtpAuthRequired smtpUsername smtpPassword smtpFrom',
  SNMP: 'snmpv12Enabled snmpv12ReadString snmpv12WriteString snmp3AuthPass snmp3PrivacyPass snmp3TrapAuthProtocol snmp3TrapPrivacyProtocol snmp3TrapSecurity snmp3TrapUser',
  Syslog: 'syslogServerIp enableRemoteUserLogging enableRemoteEventLogging enableRemoteTcpEncryptedLogging',
  'SSH, Telnet': 'sshEnabled sshPort sshIdleTimeout disableSshPassLogin disableSshKeyLogin telnetEnabled',
  AutoPing: 'autopingInterval autopingTimeout',
  'LCD, ports':
    'lcdOrientation lcdScreensaverTimeout lcdScreensaverType lcdBacklightBrightness lcdBackgroundColor lcdOutletControlEnabled lcdNetworkControlEnabled lcdRebootControlEnabled lcdFlushControlEnabled portAMode portAComBaud portAModemBaud usbComBaud usbModemBaud usbFwupdateControlEnabled',
};

describe('GET /api/conf', () => {
  it('answers every key of the product family', async () => {
    const { body } = await admin.get('/api/conf');
    const known = Object.values(PUBLIC_KEYS).flatMap((keys) => keys.split(' '));
    expect(known.filter((key) => !(key in body))).toEqual([]);
  });

  it('answers every key with its documented default', async () => {
    const { status, body } = await admin.get('/api/conf');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      deviceName: 'Rackfeed PDU',
      timezone: 'UTC',
      globalRebootTime: 5,
      deviceSequentialPowerUpDelay: 3,
      webIdleTimeout: 1800,
      webMaxUsers: 0,
      webApiPasswordEnabled: false,
      customSslCertExists: false,
      smtpPort: 587,
      snmpv12Enabled: false,
      sshEnabled: false,
      sshPort: 22,
      telnetEnabled: false,
      autopingInterval: 1000,
      autopingTimeout: 1000,
      allowLocalTargets: true,
    });
    expect(Object.values(body as object)).not.toContain(null);
  });

  it('shows a role only the groups that it may view', async () => {
    const device = await (await pdu.as({ viewGlobalDeviceSettings: true })).get('/api/conf');
    expect([device.body.deviceName, device.body.lcdOrientation, device.body.webPort]).toEqual([
      'Rackfeed PDU',
      90,
      undefined,
    ]);
    const network = await (await pdu.as({ viewNetworkSettings: true })).get('/api/conf');
    expect([network.body.deviceName, network.body.smtpPort]).toEqual([undefined, 587]);
  });

  it('is refused to a role that may view no group, and without a credential', async () => {
    expect((await (await pdu.as({ modifyNetworkSettings: true })).get('/api/conf')).status).toBe(403);
    expect((await pdu.request('GET', '/api/conf')).status).toBe(401);
  });
});

describe('POST /api/conf', () => {
  it('changes any subset and answers all settings', async () => {
    const { status, body } = await change({ deviceName: 'Rack 7', globalRebootTime: 9 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ deviceName: 'Rack 7', globalRebootTime: 9, sshPort: 22 });
    expect((await admin.get('/api/conf')).body).toEqual(body);
    expect(pdu.app.get(SettingsStore).get('globalRebootTime')).toBe(9);
  });

  it('accepts booleans as numbers and text, numbers as text, words in any case', async () => {
    const { body } = await change({
      webApiPasswordEnabled: 1,
      smtpTlsEnabled: 'false',
      webIdleTimeout: '60',
      snmp3TrapSecurity: 'AUTHNOPRIV',
    });
    expect(body).toMatchObject({
      webApiPasswordEnabled: true,
      smtpTlsEnabled: false,
      webIdleTimeout: 60,
      snmp3TrapSecurity: 'authNoPriv',
    });
    await change({ webApiPasswordEnabled: false, webIdleTimeout: 1800 });
  });

  it('accepts its whole answer back and changes nothing', async () => {
    await change({ smtpPassword: 'open sesame' });
    const before = await admin.get('/api/conf');
    const after = await change(before.body as object);
    expect([after.status, after.body]).toEqual([200, before.body]);
    expect(pdu.app.get(SettingsStore).get('smtpPassword')).toBe('open sesame');
  });

  it('never answers a secret, and clears one with the empty string', async () => {
    const set = await change({ snmp3AuthPass: 'a long passphrase' });
    expect(set.body.snmp3AuthPass).toMatch(/^-+$/);
    expect(JSON.stringify(set.body)).not.toContain('passphrase');
    expect((await change({ snmp3AuthPass: '' })).body.snmp3AuthPass).toBe('');
  });

  it('changes nothing if a value is invalid, and names each invalid one', async () => {
    const { status, body } = await change({
      deviceName: 'Rack 8',
      webPort: 0,
      sshPort: null,
      timezone: 'Mars/Olympus',
    });
    expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(body.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'sshPort',
      'timezone',
      'webPort',
    ]);
    expect((await admin.get('/api/conf')).body.deviceName).toBe('Rack 7');
  });

  it.each([
    [{}],
    [{ color: 'red' }],
    [{ macAddr: '00:00:00:00:00:00', customSslCertExists: true }],
    ['[]'],
    ['"x"'],
    ['{'],
    [''],
  ])('refuses %j, which changes nothing', async (body) =>
    expect((await admin.post('/api/conf', body)).status).toBe(422),
  );

  it('ignores read-only keys and accepts the others', async () => {
    const { body } = await change({ customSslCertExists: true, deviceName: 'Rack 7' });
    expect([body.customSslCertExists, body.deviceName]).toEqual([false, 'Rack 7']);
  });

  it('requires the permission of each key’s group, before its value is validated', async () => {
    const lcd = await pdu.as({ viewGlobalDeviceSettings: true, modifyLcdSettings: true });
    expect((await change({ lcdOrientation: 180 }, lcd)).body.lcdOrientation).toBe(180);
    expect((await change({ lcdOrientation: 0, deviceName: 'mine' }, lcd)).status).toBe(403);
    expect((await change({ lcdOrientation: 0, portAMode: 7 }, lcd)).status).toBe(403);
    expect((await change({ lcdOrientation: 45 }, lcd)).status).toBe(422);
    expect((await admin.get('/api/conf')).body).toMatchObject({ lcdOrientation: 180, deviceName: 'Rack 7' });
  });

  it('answers a role without the settings that it may not read', async () => {
    const ports = await pdu.as({ modifyPortSettings: true });
    const { status, body } = await change({ portAMode: 'com' }, ports);
    expect([status, body]).toEqual([200, {}]);
  });

  it('is refused to a role that may write nothing', async () => {
    const reader = await pdu.as({ viewGlobalDeviceSettings: true, viewNetworkSettings: true });
    expect((await change({ deviceName: 'mine' }, reader)).status).toBe(403);
  });

  it('is in the audit log, without secrets', async () => {
    await change({ smtpUsername: 'pdu', smtpPassword: 'another secret' });
    const { body } = await admin.get('/api/log?kind=settings.change&object=settings:mail&limit=1');
    expect(body.entries[0]).toMatchObject({
      who: 'admin',
      via: 'session',
      before: { smtpUsername: '' },
      after: { smtpUsername: 'pdu', smtpPassword: 'changed' },
      result: 'ok',
    });
  });
});

describe('the tariff', () => {
  const NIGHT = { name: 'Night', perKWh: 0.21, days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' };
  const DAY = { name: 'Day', perKWh: 0.34, days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' };
  const TARIFF = { currency: 'EUR', rates: [DAY, NIGHT], defaultPerKWh: 0.29, gramsCO2PerKWh: 380 };

  it('is empty by default, and is answered as it was set', async () => {
    expect((await admin.get('/api/conf')).body.tariff).toEqual({ currency: '', rates: [] });
    const { status, body } = await change({ tariff: TARIFF });
    expect([status, body.tariff]).toEqual([200, TARIFF]);
  });

  it('is in the audit log as it was before and as it is after', async () => {
    await change({ tariff: TARIFF }); // no change, no record
    await change({ tariff: { ...TARIFF, defaultPerKWh: 0.3 } });
    const { body } = await admin.get('/api/log?kind=settings.change&object=settings:power&limit=1');
    expect(body.entries[0]).toMatchObject({
      before: { tariff: TARIFF },
      after: { tariff: { ...TARIFF, defaultPerKWh: 0.3 } },
    });
  });

  it('is refused with a sentence that names both rates if they overlap, and stays as it was', async () => {
    const { status, body } = await change({ tariff: { ...TARIFF, rates: [DAY, { ...NIGHT, from: '19:30' }] } });
    expect([status, body.details]).toEqual([
      422,
      [
        {
          field: 'tariff',
          message:
            'tariff must be an object whose rates do not overlap: "Day" and "Night" both hold on Monday at 19:30.',
        },
      ],
    ]);
    expect((await admin.get('/api/conf')).body.tariff).toEqual({ ...TARIFF, defaultPerKWh: 0.3 });
  });

  it('needs the permissions for the settings of the device', async () => {
    const network = await pdu.as({ viewNetworkSettings: true, modifyNetworkSettings: true });
    expect((await network.get('/api/conf')).body).not.toHaveProperty('tariff');
    expect((await change({ tariff: {} }, network)).status).toBe(403);
  });

  it('is part of the configuration document', async () => {
    const { body: document } = await admin.get('/api/config/export');
    expect(document.sections.settings.tariff).toEqual({ ...TARIFF, defaultPerKWh: 0.3 });
    await change({ tariff: {} });
    expect((await admin.get('/api/config/export')).body.sections.settings).not.toHaveProperty('tariff');
    expect((await admin.post('/api/config/apply', document)).status).toBe(200);
    expect((await admin.get('/api/conf')).body.tariff).toEqual({ ...TARIFF, defaultPerKWh: 0.3 });
    const overlapping = structuredClone(document);
    overlapping.sections.settings.tariff.rates[0].from = '05:00';
    const refused = await admin.post('/api/config/plan', overlapping);
    expect(JSON.stringify(refused.body)).toContain('both hold on Monday at 05:00');
    await change({ tariff: null });
  });
});

describe('GET /api/conf/catalogue', () => {
  /** Keys stored for clients of the product family but without effect; a version that serves one removes it here. */
  const UNSERVED = [
    ...['webEnabled', 'webPort'], // HTTP listens as the environment says
    'telnetEnabled',
    ...(PUBLIC_KEYS['LCD, ports'] ?? '').split(' '),
  ];
  interface Info {
    readonly key: string;
    readonly served: boolean;
    readonly write?: string;
  }
  const catalogue = async (client = admin): Promise<Info[]> => (await client.get('/api/conf/catalogue')).body as Info[];

  it('describes each setting, and who may read and write it', async () => {
    const list = await catalogue();
    expect(list.map(({ key }) => key)).toEqual(Object.keys((await admin.get('/api/conf')).body as object));
    const of = (key: string) => list.find((each) => each.key === key);
    expect(of('webIdleTimeout')).toEqual({
      key: 'webIdleTimeout',
      group: 'web',
      type: 'number',
      about: 'A session without a request ends after this time; 0: never.',
      default: 1800,
      min: 0,
      max: 86_400,
      unit: 's',
      read: 'viewNetworkSettings',
      write: 'modifyNetworkSettings',
      served: true,
    });
    expect(of('lcdOrientation')).toMatchObject({ oneOf: [0, 90, 180, 270], write: 'modifyLcdSettings', served: false });
    expect(of('syslogProtocol')).toMatchObject({ type: 'word', words: ['udp', 'tcp', 'tls'] });
    expect(of('macAddr')).not.toHaveProperty('write');
  });

  it('shows a role the groups that it may read, and a role without any 403', async () => {
    const keys = async (permissions: object) => (await catalogue(await pdu.as(permissions))).map(({ key }) => key);
    const network = await keys({ viewNetworkSettings: true });
    expect([network.includes('webPort'), network.includes('deviceName')]).toEqual([true, false]);
    expect((await (await pdu.as({ viewPortInfo: true })).get('/api/conf/catalogue')).status).toBe(403);
  });

  it('says correctly of each setting whether it has an effect', async () => {
    const unserved = (await catalogue()).filter(({ served }) => !served).map(({ key }) => key);
    expect(unserved.sort()).toEqual([...UNSERVED].sort());
    const src = join(import.meta.dirname, '../../src');
    const code = sourceFiles(src, /(?<!\.spec|settings\/catalogue)\.ts$/)
      .map(({ text }) => text)
      .join('\n');
    const served = (await catalogue()).filter((info) => info.served && info.write !== undefined);
    const unread = served.filter(({ key }) => !new RegExp(`['.\\s{]${key}\\b`).test(code));
    expect(unread.map(({ key }) => key)).toEqual([]);
  });
});
