import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import { ConfigError } from '../../config/runtime-config.js';
import { PduModel } from '../profiles/pdu-model.js';
import { SWITCHED_8 } from '../profiles/switched-8.js';
import { createDriver, simulatorOf } from './index.js';
import { SimulatorDriver } from './simulator/simulator.driver.js';

const create = (name: string) =>
  createDriver({ name, model: new PduModel(SWITCHED_8), clock: new VirtualClock(), dataDir: ':memory:' });

describe('the table of drivers', () => {
  it('makes the simulator within its time limits', () => {
    const driver = create('simulator');
    expect([driver.name, driver.model.profile]).toEqual(['simulator', SWITCHED_8]);
    expect(driver).not.toBeInstanceOf(SimulatorDriver);
    expect(simulatorOf(driver)).toBeInstanceOf(SimulatorDriver);
  });

  it.each(['telepathy', 'constructor', ''])('refuses "%s" and names those it knows', (name) => {
    expect(() => create(name)).toThrow(ConfigError);
    expect(() => create(name)).toThrow(
      `RACKFEED_DRIVER must be one of simulator, modbus, snmp, gpio, composite or the path of a driver file; it is "${name}".`,
    );
  });
});
