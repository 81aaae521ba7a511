import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ConfigError, readConfig } from './runtime-config.js';

const problems = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({ PATH: '/usr/bin' })).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      model: 'single-phase-16',
      driver: 'simulator',
      adminPassword: undefined,
      simulatorControl: false,
      logLevel: 'info',
      logFormat: 'text',
    });
  });

  it.each([
    ['RACKFEED_HOST', '::1', 'host', '::1'],
    ['RACKFEED_HOST', 'pdu.rack-3.local', 'host', 'pdu.rack-3.local'],
    ['RACKFEED_PORT', '0', 'port', 0],
    ['RACKFEED_PORT', '65535', 'port', 65535],
    ['RACKFEED_SIMULATOR_CONTROL', 'TRUE', 'simulatorControl', true],
    ['RACKFEED_SIMULATOR_CONTROL', 'off', 'simulatorControl', false],
    ['RACKFEED_LOG_LEVEL', 'DEBUG', 'logLevel', 'debug'],
    ['RACKFEED_LOG_FORMAT', 'json', 'logFormat', 'json'],
    ['RACKFEED_SUPERVISOR', 'systemd', 'supervisor', 'systemd'],
    ['RACKFEED_FIRMWARE_TRIAL_SECONDS', '90', 'firmwareTrial', 90],
    ['RACKFEED_HOST_ADAPTER', process.execPath, 'hostAdapter', process.execPath],
    [
      'RACKFEED_TRUSTED_PROXIES',
      '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
      'trustedProxies',
      ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    ],
    ['RACKFEED_BASE_PATH', '/pdu', 'basePath', '/pdu'],
    ['RACKFEED_ROLE', 'HUB', 'role', 'hub'],
    ['RACKFEED_FLEET_PORT', '0', 'fleetPort', 0],
    [
      'RACKFEED_FLEET_HOST',
      'hub.example, 192.0.2.4,2001:db8::4',
      'fleetHosts',
      ['hub.example', '192.0.2.4', '2001:db8::4'],
    ],
    ['RACKFEED_BASE_PATH', '/rack-3/pdu_2.v1', 'basePath', '/rack-3/pdu_2.v1'],
    ['RACKFEED_ADMIN_PASSWORD', ' spaces count ', 'adminPassword', ' spaces count '],
    ['RACKFEED_HUB', 'hub.example.com', 'hub', { host: 'hub.example.com', port: 8883 }],
    ['RACKFEED_HUB', '[2001:db8::7]:9883', 'hub', { host: '2001:db8::7', port: 9883 }],
    ['RACKFEED_PDU_ADDRESS', '192.0.2.7', 'pduAddress', { host: '192.0.2.7', port: undefined }],
    ['RACKFEED_PDU_ADDRESS', 'pdu-7.example:1161', 'pduAddress', { host: 'pdu-7.example', port: 1161 }],
    ['RACKFEED_PDU_SERIAL', '3000110', 'pduSerial', '3000110'],
  ])('takes %s=%j', (name, text, key, value) => {
    expect(readConfig({ [name]: text })).toHaveProperty(key, value);
  });

  it.each([
    ['RACKFEED_PORT', '65536'],
    ['RACKFEED_PORT', '80 80'],
    ['RACKFEED_PORT', '-1'],
    ['RACKFEED_PORT', 'http'],
    ['RACKFEED_HOST', '256.1.1.1'],
    ['RACKFEED_HOST', 'http://pdu'],
    ['RACKFEED_SIMULATOR_CONTROL', 'maybe'],
    ['RACKFEED_LOG_LEVEL', 'loud'],
    ['RACKFEED_SUPERVISOR', 'init'],
    ['RACKFEED_FIRMWARE_TRIAL_SECONDS', '0'],
    ['RACKFEED_FIRMWARE_LIMIT_MIB', '257'],
    ['RACKFEED_HOST_ADAPTER', '/nowhere/adapter'],
    ['RACKFEED_HOST_ADAPTER', '/etc'],
    ['RACKFEED_HOST_ADAPTER', '/etc/passwd'],
    ['RACKFEED_TRUSTED_PROXIES', 'proxy.example'],
    ['RACKFEED_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['RACKFEED_TRUSTED_PROXIES', '10.0.0.1/8/8'],
    ['RACKFEED_TRUSTED_PROXIES', ','],
    ['RACKFEED_BASE_PATH', 'pdu'],
    ['RACKFEED_BASE_PATH', '/'],
    ['RACKFEED_BASE_PATH', '/pdu/'],
    ['RACKFEED_BASE_PATH', '//pdu'],
    ['RACKFEED_BASE_PATH', '/racks/../pdu'],
    ['RACKFEED_BASE_PATH', '/./pdu'],
    ['RACKFEED_BASE_PATH', '/p%64u'],
    ['RACKFEED_BASE_PATH', '/pdu?a=1'],
    ['RACKFEED_BASE_PATH', '/pdu"><script>'],
    ['RACKFEED_BASE_PATH', '/pdu\n'],
    ['RACKFEED_BASE_PATH', '/api'],
    ['RACKFEED_BASE_PATH', '/API/pdu'],
    ['RACKFEED_BASE_PATH', `/${'a'.repeat(200)}`],
    ['RACKFEED_ROLE', 'agent'],
    ['RACKFEED_FLEET_PORT', '65536'],
    ['RACKFEED_FLEET_HOST', ','],
    ['RACKFEED_FLEET_HOST', 'hub.example:8883'],
    ['RACKFEED_FLEET_HOST', Array.from({ length: 33 }, (_, place) => `192.0.2.${place}`).join()],
    ['RACKFEED_HUB', 'mqtts://hub'],
    ['RACKFEED_HUB', 'hub:65536'],
    ['RACKFEED_PROT', '8080'],
    ['RACKFEED_PDU_ADDRESS', 'snmp://pdu'],
    ['RACKFEED_PDU_SERIAL', 'A-7'],
    ['RACKFEED_PDUS', '/etc/rackfeed/pdus.json'],
  ])('refuses %s=%j and names the variable', (name, text) => {
    expect(problems({ [name]: text })).toEqual([expect.stringContaining(name)]);
  });

  it('gives a collector its list in its data folder, and this machine alone to listen on', () => {
    const collector = { RACKFEED_ROLE: 'collector', RACKFEED_DATA_DIR: '/srv/racks' };
    expect(readConfig(collector)).toMatchObject({ host: '127.0.0.1', pdus: '/srv/racks/pdus.json' });
    const given = readConfig({ ...collector, RACKFEED_HOST: '0.0.0.0', RACKFEED_PDUS: '/etc/racks.json' });
    expect(given).toMatchObject({ host: '0.0.0.0', pdus: '/etc/racks.json' });
  });

  it('takes the token of a hub together with the hub, and shows it in no message', () => {
    const token = `rf1.${'a'.repeat(32)}.${'b'.repeat(43)}`;
    expect(readConfig({ RACKFEED_HUB: 'hub', RACKFEED_HUB_TOKEN: token }).hubToken).toBe(token);
    expect(problems({ RACKFEED_HUB_TOKEN: token })).toEqual([expect.stringContaining('RACKFEED_HUB')]);
    const shortened = problems({ RACKFEED_HUB: 'hub', RACKFEED_HUB_TOKEN: token.slice(1) });
    expect(shortened).toEqual([expect.stringMatching(/^RACKFEED_HUB_TOKEN must be [^…]*; it is "…"\.$/)]);
  });

  it('ignores the variables that Kubernetes sets for a Service with the same name', () => {
    const links = {
      RACKFEED_SERVICE_HOST: '10.0.0.5',
      RACKFEED_SERVICE_PORT: '8080',
      RACKFEED_SERVICE_PORT_HTTP: '8080',
      RACKFEED_PORT: 'tcp://10.0.0.5:8080',
      RACKFEED_PORT_8080_TCP: 'tcp://10.0.0.5:8080',
      RACKFEED_PORT_8080_TCP_PROTO: 'tcp',
      RACKFEED_PORT_8080_TCP_PORT: '8080',
      RACKFEED_PORT_8080_TCP_ADDR: '10.0.0.5',
      RACKFEED_WEB_SERVICE_HOST: '10.0.0.6',
      RACKFEED_WEB_PORT: 'udp://[fd00::6]:53',
      RACKFEED_WEB_PORT_53_UDP_ADDR: 'fd00::6',
    };
    expect(readConfig(links).port).toBe(8080);
    expect(readConfig({ ...links, RACKFEED_PORT: '9000' }).port).toBe(9000);
  });

  it.each([
    ['RACKFEED_WEB_PORT', '9000'],
    ['RACKFEED_PORT', 'tcp:10.0.0.5'],
    ['RACKFEED_SERVICE', '10.0.0.5'],
    ['RACKFEED_PORT_TCP', '8080'],
    ['RACKFEED_HOST', 'tcp://10.0.0.5:8080'],
  ])('does not take %s=%j for one of these', (name, text) => {
    expect(problems({ [name]: text })).toEqual([expect.stringContaining(name)]);
  });

  it('reports unknown variables to a caller that accepts them with a warning, and still refuses wrong ones', () => {
    const warnings: string[] = [];
    const warn = (warning: string): void => void warnings.push(warning);
    expect(readConfig({ RACKFEED_FUTURE: 'x', RACKFEED_PORT: '9000' }, warn).port).toBe(9000);
    expect(warnings).toEqual([expect.stringMatching(/^RACKFEED_FUTURE is not a variable of Rackfeed/)]);
    expect(() => readConfig({ RACKFEED_FUTURE: 'x', RACKFEED_PORT: 'y' }, warn)).toThrow(/^RACKFEED_PORT [^\n]*$/);
  });

  it('names every wrong variable, a line each', () => {
    expect(problems({ RACKFEED_PORT: 'x', RACKFEED_HOST: 'a b' })).toHaveLength(2);
  });

  it('takes the role in any case, as for itself so for the variables of that role', () => {
    const RACKFEED_DATABASE_URL = 'postgres://rackfeed:x@db.example/rackfeed';
    expect(problems({ RACKFEED_ROLE: 'HUB', RACKFEED_DATABASE_URL })).toEqual([]);
    expect(problems({ RACKFEED_ROLE: 'Collector', RACKFEED_PDUS: '/etc/racks.json' })).toEqual([]);
    expect(problems({ RACKFEED_DATABASE_URL })).toEqual([expect.stringContaining('is for a hub')]);
  });

  it('takes an empty variable as absent', () => {
    expect(readConfig({ RACKFEED_PORT: '' }).port).toBe(8080);
  });

  it('gives a usable port or a named refusal, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), (text) => {
        const found = problems({ RACKFEED_PORT: text });
        if (found.length > 0) expect(found[0]).toContain('RACKFEED_PORT');
        else expect(readConfig({ RACKFEED_PORT: text }).port).toBeLessThanOrEqual(65535);
      }),
    );
  });
});
