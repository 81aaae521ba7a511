import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../config/runtime-config.js';
import { configuredProfile, devicesOf } from './configured-profile.js';

const profiles = join(import.meta.dirname, '../../../packaging/profiles');
const at = (model: string, more: Record<string, string> = {}) =>
  configuredProfile(readConfig({ RACKFEED_MODEL: join(profiles, `${model}.json`), RACKFEED_DRIVER: 'snmp', ...more }));

describe('the profile of a PDU', () => {
  it('is that of the file, with the address and the serial number of the variables', () => {
    const own = at('snmp-synlink-16', { RACKFEED_PDU_ADDRESS: '192.0.2.99:1161', RACKFEED_PDU_SERIAL: '77' });
    expect(own.wiring?.links['pdu']).toMatchObject({ kind: 'snmp', host: '192.0.2.99', port: 1161, version: '2c' });
    expect(own.enclosureSerialNumber).toBe('77');
    expect(at('snmp-synlink-16').wiring?.links['pdu']).toMatchObject({ host: '192.0.2.22' });
  });

  it.each(['modbus-relay-8', 'gpio-4'])('takes no address where no link has a host: %s', (model) => {
    expect(() => at(model, { RACKFEED_PDU_ADDRESS: '192.0.2.9' })).toThrow(
      /RACKFEED_PDU_ADDRESS is for a PDU on the network/,
    );
  });

  it('names its devices, those on a Modbus bus by their units too', () => {
    for (const RACKFEED_PDU_ADDRESS of ['192.0.2.9', '192.0.2.9:161']) {
      const devices = devicesOf(at('snmp-synlink-16', { RACKFEED_PDU_ADDRESS }));
      expect([...devices]).toEqual(['snmp device at 192.0.2.9 port 161']);
    }
    const [board, meter] = [...devicesOf(at('modbus-relay-8-sdm120'))];
    expect(board).toMatch(/^modbus device at .*, unit 1$/);
    expect(meter).toMatch(/^modbus device at .*, unit 2$/);
  });
});
