import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { readConfig } from '../config/runtime-config.js';
import { Access, PERMISSION_FLAGS, type PermissionFlag, type Permissions } from '../common/access.js';
import type { JsonObject } from '../common/body.js';
import { ApiError } from '../common/errors.js';
import { parseChange } from './conf.change.js';
import { confView } from './conf.view.js';
import { mayWrite, SETTING_GROUPS } from './setting-row.js';
import {
  checkValue,
  defaultOf,
  SETTING_KEYS,
  settingRow,
  type SettingKey,
  type SettingValue,
} from './setting-value.js';

const accessWith = (...flags: PermissionFlag[]): Access => {
  const entries = PERMISSION_FLAGS.map((flag) => [flag, flags.includes(flag)]);
  return new Access({ ...Object.fromEntries(entries), viewOutlets: [], modifyOutlets: [] } as Permissions, false);
};
const everything = accessWith(...PERMISSION_FLAGS);
const config = readConfig({});
const fallback = (key: SettingKey): SettingValue => defaultOf(key, config);

const refusal = (body: JsonObject, access = everything): ApiError => {
  try {
    parseChange(body, access);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('not refused');
};

describe('a change of the configuration', () => {
  it('accepts the known keys and ignores the others', () => {
    expect(parseChange({ deviceName: 'Rack 7', webPort: '81', color: 'red', toString: 1 }, everything)).toEqual({
      deviceName: 'Rack 7',
      webPort: 81,
    });
  });

  it('names every wrong key at once and changes nothing', () => {
    const { status, details } = refusal({ deviceName: '', webPort: 81, sshPort: 'x', smtpTlsEnabled: null });
    expect(status).toBe(422);
    expect(details?.map(({ field }) => field)).toEqual(['deviceName', 'sshPort', 'smtpTlsEnabled']);
  });

  it.each([
    [{}],
    [{ color: 'red' }],
    [{ macAddr: '00:00:00:00:00:01' }],
    [JSON.parse('{"__proto__":{"webPort":1}}') as JsonObject],
  ])('needs at least one key that can be written: %j', (body) => expect(refusal(body).code).toBe('NOTHING_TO_CHANGE'));

  it('ignores a masked secret of any length', () => {
    expect(parseChange({ smtpPassword: '--------', snmp3AuthPass: '---', webPort: 81 }, everything)).toEqual({
      webPort: 81,
    });
    expect(parseChange({ smtpPassword: '--------' }, everything)).toEqual({});
  });

  it('clears a secret with the empty string', () => {
    expect(parseChange({ snmp3AuthPass: '' }, everything)).toEqual({ snmp3AuthPass: '' });
  });

  it('accepts the whole response', () => {
    const values = (key: SettingKey): SettingValue => (settingRow(key).type === 'secret' ? 'a secret' : fallback(key));
    const answer = JSON.parse(JSON.stringify(confView(values, everything))) as JsonObject;
    const change = parseChange(answer, everything);
    for (const [key, value] of Object.entries(change)) expect([key, value]).toEqual([key, fallback(key as SettingKey)]);
    expect(Object.keys(change)).not.toContain('smtpPassword');
    expect(Object.keys(change)).not.toContain('macAddr');
  });

  it.each(SETTING_KEYS.filter((key) => !settingRow(key).readOnly))(
    'of %s needs the permission of its group, or of its second one',
    (key) => {
      const { group, alsoIn } = settingRow(key);
      const enough = [group, ...(alsoIn ? [alsoIn] : [])].map((each) => SETTING_GROUPS[each].write);
      const body = { [key]: fallback(key) };
      for (const write of enough) expect(() => parseChange(body, accessWith(write))).not.toThrow();
      const others = PERMISSION_FLAGS.filter((flag) => !enough.some((write) => write === flag));
      expect(refusal(body, accessWith(...others))).toMatchObject({ status: 403, code: 'NOT_ALLOWED' });
    },
  );

  it('of contact and location needs the permission of SNMP or that of the device', () => {
    const body = { snmpPort: 1161, snmpContact: 'Ann', snmpLocation: 'Row 4', snmpInformEnabled: true };
    expect(parseChange(body, accessWith('modifyNetworkSettings'))).toEqual(body);
    const device = accessWith('modifyGlobalDeviceSettings');
    expect(parseChange({ snmpContact: 'Ann', snmpLocation: 'Row 4' }, device)).toMatchObject({ snmpContact: 'Ann' });
    expect(refusal(body, device)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' });
  });

  it('is refused as a whole when one key may not be written, before its values are checked', () => {
    const access = accessWith('modifyGlobalDeviceSettings');
    expect(refusal({ deviceName: 'Rack 7', lcdOrientation: 90 }, access).status).toBe(403);
    expect(refusal({ deviceName: '', webPort: 'x' }, access).status).toBe(403);
    expect(refusal({ deviceName: '' }, access).status).toBe(422);
  });

  it('leaves every value valid or is refused, whatever JSON object is sent', () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const wire = fc.oneof(
      json,
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.constantFrom('--------', '', '0', 'true', 'GMT+99', '1e999'),
    );
    const keys = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom<string>(...SETTING_KEYS) },
      { weight: 1, arbitrary: fc.string() },
    );
    fc.assert(
      fc.property(fc.dictionary(keys, wire, { maxKeys: 6 }), fc.subarray([...PERMISSION_FLAGS]), (body, flags) => {
        const access = flags.length % 2 ? accessWith(...flags) : everything;
        try {
          for (const [key, value] of Object.entries(parseChange(body, access))) {
            const row = settingRow(key as SettingKey);
            expect(checkValue(row, value)).toEqual({ value });
            expect(mayWrite(row, access)).toBe(true);
            expect(row.readOnly).not.toBe(true);
          }
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          expect([403, 422]).toContain(error.status);
          if (error.code === 'VALIDATION_FAILED') expect(error.details?.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the configuration in a response', () => {
  it('leaves out the groups that the caller may not read', () => {
    const groupsOf = (...flags: PermissionFlag[]) => [
      ...new Set(
        Object.keys(confView(fallback, accessWith(...flags))).map((key) => settingRow(key as SettingKey).group),
      ),
    ];
    expect(groupsOf('viewGlobalDeviceSettings')).toEqual([
      ...['device', 'power'],
      'snmp', // contact and location
      ...['autoping', 'lcd', 'ports'],
    ]);
    expect(groupsOf('viewNetworkSettings')).toEqual([
      'network',
      'web',
      'mail',
      'snmp',
      'syslog',
      'ssh',
      'modbus',
      'nut',
      'mqtt',
      'fleet',
    ]);
    expect(groupsOf('modifyNetworkSettings')).toEqual([]);
  });

  it('shows a secret as a run of dashes, and as empty when it is not set', () => {
    const view = confView((key) => (key === 'smtpPassword' ? 'open sesame' : fallback(key)), everything);
    expect([view.smtpPassword, view.snmp3AuthPass]).toEqual(['--------', '']);
    expect(JSON.stringify(view)).not.toContain('sesame');
  });
});
