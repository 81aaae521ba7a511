import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { A_CERTIFICATE } from '../../test/support/servers/certificates.js';
import { readConfig } from '../config/runtime-config.js';
import { SETTINGS } from './catalogue.js';
import { SETTING_GROUPS } from './setting-row.js';
import { checkValue, defaultOf, SETTING_KEYS, settingRow, type SettingKey } from './setting-value.js';

/** The accepted values of a setting, its extreme values, and refused ones. */
interface Case {
  readonly good: readonly unknown[];
  readonly edge: readonly unknown[];
  readonly bad: readonly unknown[];
}

const x = (count: number): string => 'x'.repeat(count);
const flag: Case = {
  good: [true, false],
  edge: [0, 1, '0', '1', 'TRUE', 'false'],
  bad: [2, 'yes', null, '', [true], {}],
};
const number = (good: number, min: number, max: number): Case => ({
  good: [good, String(good)],
  edge: [min, max, String(min), String(max)],
  bad: [min - 1, max + 1, good + 0.5, '', 'x', null, true, [good], Infinity],
});
const words = (...list: string[]): Case => ({
  good: list,
  edge: list.flatMap((word) => [word.toLowerCase(), word.toUpperCase()]),
  bad: ['other', '', null, 0, [list[0]]],
});
const text = (good: readonly string[], edge: readonly string[], ...bad: unknown[]): Case => ({
  good,
  edge,
  bad: [null, 5, true, ['a'], {}, 'two\nlines', 'a\u0000b', ...bad],
});
const address = text(
  ['192.0.2.7', '2001:db8::7'],
  ['', '0.0.0.0', 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'],
  'pdu',
  '192.0.2.300',
);
const port = number(8443, 1, 65535);
const networks = text(
  ['10.0.0.0/8', '192.0.2.7, 2001:db8::/32'],
  ['', '0.0.0.0/0', Array(32).fill('192.0.2.7').join()],
  'pdu',
  '10.0.0.0/33',
  Array(33).fill('192.0.2.7').join(),
);
const roleId = number(2, 0, 999_999_999);
const baud: Case = { good: [9600, '19200'], edge: [300, 921_600], bad: [9601, 0, 921_601, null, 'fast'] };

const certificates: Case = {
  good: [A_CERTIFICATE, A_CERTIFICATE.trim().replaceAll('\n', '\r\n')],
  edge: ['', A_CERTIFICATE.repeat(20)],
  bad: ['PEM', A_CERTIFICATE.slice(0, 80), `${A_CERTIFICATE}\u0000`, A_CERTIFICATE.repeat(40), null, 5],
};

const A_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const NIGHT = { name: 'Night', perKWh: 0.2, days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' };
const TARIFF = { currency: 'EUR', rates: [NIGHT], defaultPerKWh: 0.31, gramsCO2PerKWh: 380 };

const CASES: Record<SettingKey, Case> = {
  deviceName: text(['Rack 7', 'Kühlraum'], ['x', x(100), '😀'.repeat(100)], '', '  ', x(101)),
  neighbours: {
    good: ['PDU B = https://192.0.2.8/', 'A = http://a\nB = http://b'],
    edge: ['', Array(20).fill('B = http://b').join('\n')],
    bad: [
      'PDU B',
      'B = ftp://b',
      'B = https://name:word@b/',
      Array(21).fill('B = http://b').join('\n'),
      null,
      5,
      'a\u0000b',
    ],
  },
  setupSteps: text(['name time', 'finished'], ['', x(200)], x(201)),
  snmpContact: text(['Operations, extension 12'], ['', x(255)], x(256)),
  snmpLocation: text(['Row 4, rack 7'], ['', x(255)], x(256)),
  hostName: text(['pdu-7', 'pdu.example.com'], ['a', x(63)], '', x(64), '-a', '192.0.2.7', 'a b'),
  timezone: text(['Europe/Berlin', 'GMT+8'], ['GMT+14', 'GMT-12', 'UTC'], '', 'GMT+15', 'Mars/Olympus'),
  daylightsavings: flag,
  ntpEnabled: flag,
  ntpHost: text(['pool.ntp.org', '192.0.2.1'], ['', x(63)], 'a b', x(64), 'http://ntp'),
  ntpFallbackHosts: text(['192.0.2.1, ntp.example'], ['', x(63)], 'http://ntp', 'a_b'),
  assetTag: text(['PDU-0017'], ['', x(100)], x(101)),
  rackName: text(['R7'], ['', x(100)], x(101)),
  rackRow: text(['B'], ['', x(100)], x(101)),
  rackUnit: number(12, 0, 60),
  capacityDerating: number(80, 0, 100),
  macAddr: text(['3A:D2:21:D3:82:45'], [''], x(18)),

  globalRebootTime: number(10, 1, 3600),
  deviceSequentialPowerUpDelay: number(3, 0, 600),
  tariff: {
    good: [TARIFF, JSON.stringify(TARIFF), { ...TARIFF, gramsCO2PerKWh: null, currency: 'eur', defaultPerKWh: '0.3' }],
    edge: [
      {},
      null,
      { gramsCO2PerKWh: 380 },
      { currency: 'EUR', defaultPerKWh: 0 },
      { ...TARIFF, rates: [{ ...NIGHT, from: '00:00', to: '24:00' }] },
    ],
    bad: [
      '',
      5,
      [],
      { currency: 'EUR' },
      { rates: [NIGHT] },
      { ...TARIFF, currency: '€' },
      { ...TARIFF, defaultPerKWh: -1 },
      { ...TARIFF, rates: [{ ...NIGHT, days: [7] }] },
      { ...TARIFF, rates: [{ ...NIGHT, from: '24:00' }] },
      { ...TARIFF, rates: [NIGHT, NIGHT] },
      { ...TARIFF, rates: [NIGHT, { ...NIGHT, name: 'Early', days: [3], from: '05:59', to: '07:00' }] },
    ],
  },

  ipAssign: words('dhcp', 'static'),
  staticIp: address,
  subnetMask: text(['255.255.255.0'], ['', '255.255.255.255', '128.0.0.0'], '255.0.255.0', '24', '::1'),
  gatewayIp: address,
  primaryDns: address,
  secondaryDns: address,
  secondaryHostName: text(['backup'], ['', x(63)], '_', '192.0.2.7'),
  allowLocalTargets: flag,

  webEnabled: flag,
  webPort: port,
  webSslEnabled: flag,
  webSslPort: port,
  webRedirectHttp: flag,
  webHstsEnabled: flag,
  customSslCertEnabled: flag,
  customSslCertExists: flag,
  customSslKeyExists: flag,
  webAllowedHosts: text(
    ['pdu.example', 'pdu.example, 192.0.2.7 rack'],
    ['', x(63)],
    'pdu.example:80',
    'http://pdu',
    'a_b',
  ),
  webIdleTimeout: number(1800, 0, 86_400),
  webMaxUsers: number(4, 0, 128),
  webApiPasswordEnabled: flag,

  redfishEnabled: flag,
  redfishBasicAuth: words('enabled', 'unadvertised', 'disabled'),
  redfishChangePasswordAction: flag,
  redfishRetryInterval: number(30, 5, 3600),
  redfishOperatorRoleId: roleId,
  redfishReadOnlyRoleId: roleId,

  smtpServer: text(['mail.example.com', '192.0.2.25'], ['', x(63)], 'mail server', 'mail:587'),
  smtpPort: port,
  smtpTlsEnabled: flag,
  smtpSecurity: words('auto', 'none', 'starttls', 'tls'),
  smtpCaCert: certificates,
  smtpAuthRequired: flag,
  smtpUsername: text(['pdu'], ['', x(255)], x(256)),
  postSigningSecret: text([`whsec_${'A'.repeat(43)}=`], ['', `whsec_${'A'.repeat(32)}`], 'secret', `whsec_${x(28)}`),
  smtpPassword: text(['pass word'], ['', 'x', x(255)], x(256)),
  smtpFrom: text(
    ['pdu@example.com'],
    ['', `${x(64)}@${x(63)}.${x(63)}.${x(58)}`],
    'pdu',
    'a@b@c',
    'PDU <pdu@example.com>',
  ),

  snmpPort: number(1161, 1, 65535),
  snmpAllowedNetworks: text(
    ['192.0.2.0/24, 2001:db8::/32', '192.0.2.7'],
    ['', '0.0.0.0/0', Array.from({ length: 32 }, (_, place) => `10.0.${place}.0/24`).join(' ')],
    '192.0.2.0/33',
    'managers',
    Array.from({ length: 33 }, (_, place) => `10.0.${place}.0/24`).join(' '),
  ),
  snmpMinimumSecurity: words('authPriv', 'authNoPriv', 'noAuthNoPriv'),
  snmpInformEnabled: flag,
  snmpv12ReadRoleId: roleId,
  snmpv12WriteRoleId: roleId,
  snmpv12Enabled: flag,
  snmpv12ReadString: text(['watch'], ['', 'x', x(255)], x(256)),
  snmpv12WriteString: text(['change'], ['', 'x', x(255)], x(256)),
  snmpIdentity: words('synlink', 'netbooter', 'apc'),
  snmpSysDescr: text(['Rack PDU'], ['', x(255)], x(256)),
  snmpCompatMibs: flag,
  snmp3AuthPass: text(['authentication'], ['', x(8), x(255)], x(7), x(256)),
  snmp3PrivacyPass: text(['privacy pass'], ['', x(8), x(255)], x(7), x(256)),
  snmp3TrapAuthProtocol: words('SHA', 'MD5'),
  snmp3TrapPrivacyProtocol: words('AES', 'DES'),
  snmp3TrapSecurity: words('authPriv', 'authNoPriv', 'noAuthNoPriv'),
  snmp3TrapUser: text(['trapper'], ['', x(32)], x(33)),

  syslogServerIp: text(
    ['192.0.2.9', 'log.example:6514', '[::1]:514'],
    ['', 'a:1', 'a:65535'],
    'a:0',
    'a:65536',
    'a b',
    '[a]:1',
  ),
  enableRemoteUserLogging: flag,
  enableRemoteEventLogging: flag,
  enableRemoteTcpEncryptedLogging: flag,
  syslogProtocol: words('udp', 'tcp', 'tls'),
  syslogCaCert: certificates,

  sshEnabled: flag,
  sshPort: port,
  sshAllowedNetworks: text(['192.0.2.0/24', '2001:db8::/32, 127.0.0.1'], [''], 'pdu', '192.0.2.0/33'),
  sshIdleTimeout: number(600, 0, 86_400),
  sshPrompt: text(['SynLink> ', '# '], ['', x(32)], x(33)),
  sshBanner: { good: ['Authorised use only.', 'two\nlines'], edge: ['', x(1000)], bad: [x(1001), null, 5, 'a\u0000b'] },
  disableSshPassLogin: flag,
  disableSshKeyLogin: flag,
  telnetEnabled: flag,

  modbusEnabled: flag,
  modbusPort: port,
  modbusAllowedNetworks: networks,
  modbusReadRoleId: roleId,
  modbusWriteEnabled: flag,
  modbusWriteNetworks: networks,
  modbusWriteRoleId: roleId,

  autopingInterval: number(1000, 100, 3_600_000),
  autopingTimeout: number(1000, 100, 60_000),
  nutEnabled: flag,
  nutPort: port,
  nutName: text(['pdu', 'rack-7_a.b'], ['x', x(32)], '', x(33), 'a b', 'a@b', 'pdü'),
  nutAnonymousRead: flag,
  nutAnonymousRoleId: number(2, 0, 999_999_999),
  nutAllowedNetworks: text(
    ['10.0.0.0/8, 2001:db8::/32', '192.0.2.7'],
    ['', Array(32).fill('::/0').join(' ')],
    'rack',
    '10.0.0.0/33',
    Array(33).fill('::/0').join(' '),
  ),
  nutRequireTls: flag,
  nutFsdAllowed: flag,

  mqttEnabled: flag,
  mqttHost: text(['broker.example.com', '192.0.2.7'], ['', x(63)], 'a broker', 'mqtt://broker', 'broker:1883'),
  mqttPort: port,
  mqttTls: flag,
  mqttCaCert: certificates,
  mqttClientCert: certificates,
  mqttClientKey: {
    good: [A_KEY, A_KEY.trim().replaceAll('\n', '\r\n')],
    edge: [''],
    bad: ['PEM', A_CERTIFICATE, A_KEY.slice(0, 60), 'x'.repeat(16_385), null, 5],
  },
  mqttUsername: text(['pdu'], ['', x(255)], x(256)),
  mqttPassword: text(['pass word'], ['', 'x', x(255)], x(256)),
  mqttClientId: text(['rackfeed-1000036'], ['', 'x', x(64)], x(65), 'a b', 'a/b', 'ä'),
  mqttVersion: words('auto', '5', '3.1.1'),
  mqttTopicPrefix: text(['rackfeed/1000036'], ['', 'x', x(128)], x(129), '/a', 'a/', 'a/#', 'a/+/b', '$SYS/a'),
  mqttPublishInterval: number(10, 1, 3600),
  mqttDeadband: number(2, 0, 50),
  mqttKeepalive: number(30, 10, 600),
  mqttUserId: text(['2'], ['', '999999999'], '0', 'admin', '1234567890'),
  mqttCommandsEnabled: flag,
  mqttRequireTime: flag,
  mqttDiscoveryEnabled: flag,
  mqttDiscoveryPrefix: text(['homeassistant'], ['x', x(128)], '', x(129), 'a/+', '$x'),
  fleetAccess: words('none', 'read', 'switch'),

  actionsPerMinute: number(10, 1, 60),

  lcdOrientation: { good: [90, '180'], edge: [0, 270], bad: [45, -90, 360, null, 'up'] },
  lcdScreensaverTimeout: number(60, 0, 86_400),
  lcdScreensaverType: text(['power_info'], ['x', x(32)], '', x(33), 'two words'),
  lcdBacklightBrightness: number(2, 0, 10),
  lcdBackgroundColor: text(['black'], ['x', x(32)], '', x(33), '#000 000'),
  lcdOutletControlEnabled: flag,
  lcdNetworkControlEnabled: flag,
  lcdRebootControlEnabled: flag,
  lcdFlushControlEnabled: flag,

  portAMode: words('sensor', 'com', 'modem', 'disabled'),
  portAComBaud: baud,
  portAModemBaud: baud,
  usbComBaud: baud,
  usbModemBaud: baud,
  usbFwupdateControlEnabled: flag,
};

/** The defaults in the specification's table. */
const SPECIFIED = {
  deviceName: 'Rackfeed PDU',
  globalRebootTime: 5,
  deviceSequentialPowerUpDelay: 3,
  webIdleTimeout: 1800,
  webMaxUsers: 0,
  webApiPasswordEnabled: false,
  smtpPort: 587,
  snmpv12Enabled: false,
  sshEnabled: false,
  sshPort: 22,
  telnetEnabled: false,
  autopingInterval: 1000,
  autopingTimeout: 1000,
} as const;

const config = readConfig({});
const TYPES = { flag: 'boolean', number: 'number', word: 'string', text: 'string', secret: 'string', object: 'object' };

describe.each(SETTING_KEYS)('the setting %s', (key) => {
  const row = settingRow(key);

  it('accepts valid values, including the extreme ones', () => {
    for (const given of [...CASES[key].good, ...CASES[key].edge]) {
      expect({ given, checked: checkValue(row, given) }).toEqual({ given, checked: { value: expect.anything() } });
    }
  });

  it('normalises a value to a form that it accepts unchanged', () => {
    for (const given of [...CASES[key].good, ...CASES[key].edge]) {
      const checked = checkValue(row, given);
      if (!('value' in checked)) throw new Error(`refused ${String(given)}`);
      expect(typeof checked.value).toBe(TYPES[row.type]);
      expect(checkValue(row, checked.value)).toEqual(checked);
    }
  });

  it('refuses invalid values with a sentence', () => {
    for (const given of CASES[key].bad) {
      expect({ given, checked: checkValue(row, given) }).toEqual({
        given,
        checked: { wrong: expect.stringMatching(/^\w.*[^.]$/) },
      });
    }
  });

  it('has a valid default', () => {
    const fallback = defaultOf(key, config);
    expect(checkValue(row, fallback)).toEqual({ value: fallback });
  });
});

describe('the catalogue', () => {
  it('has the defaults of the specification', () => {
    const keys = Object.keys(SPECIFIED) as (keyof typeof SPECIFIED)[];
    expect(Object.fromEntries(keys.map((key) => [key, defaultOf(key, config)]))).toEqual(SPECIFIED);
  });

  it('returns words as documented, whatever their case when sent', () => {
    expect(checkValue(SETTINGS.snmp3TrapSecurity, 'AUTHNOPRIV')).toEqual({ value: 'authNoPriv' });
    expect(checkValue(SETTINGS.snmp3TrapAuthProtocol, 'sha')).toEqual({ value: 'SHA' });
  });

  it('lets actions reach the loopback with the simulator, not with real hardware', () => {
    expect(defaultOf('allowLocalTargets', { ...config, driver: 'simulator' })).toBe(true);
    expect(defaultOf('allowLocalTargets', { ...config, driver: 'modbus' })).toBe(false);
    expect(defaultOf('allowLocalTargets', { ...config, role: 'hub' })).toBe(false);
  });

  it('stores every password and community string as a secret', () => {
    expect(SETTING_KEYS.filter((key) => settingRow(key).type === 'secret')).toEqual([
      'smtpPassword',
      'snmpv12ReadString',
      'snmpv12WriteString',
      'snmp3AuthPass',
      'snmp3PrivacyPass',
      'mqttClientKey',
      'mqttPassword',
      'postSigningSecret',
    ]);
  });

  it('has a permission to read and one to write for every group', () => {
    const used = new Set(SETTING_KEYS.map((key) => settingRow(key).group));
    expect(new Set(Object.keys(SETTING_GROUPS))).toEqual(used);
  });
});
