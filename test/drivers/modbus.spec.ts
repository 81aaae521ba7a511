import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SerialPort } from 'serialport';
import { createDriver } from '../../src/hardware/drivers/index.js';
import type { PduDriver } from '../../src/hardware/pdu.driver.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../../src/hardware/profiles/profile.js';
import type { ModbusLinkProfile } from '../../src/hardware/drivers/modbus/modbus.bus.js';
import { describeDriver } from '../contract/driver.contract.js';
import { FaultyTcpLink, type LinkState } from '../support/servers/faulty-links.js';
import { freePort } from '../support/servers/free-port.js';
import { ModbusSlave, SerialLine } from '../support/hardware/modbus-slave.js';
import { describeWith } from '../support/process/programs.js';
import { untilRead } from '../support/hardware/until-read.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const FILE = join(import.meta.dirname, '../../packaging/profiles/modbus-relay-8-sdm120.json');

/** The example profile of a relay board (unit 1) and a meter (unit 2) on one bus, with this bus. */
function profileOn(link: Partial<ModbusLinkProfile>): ModelProfile {
  const profile = JSON.parse(readFileSync(FILE, 'utf8')) as ModelProfile;
  return { ...profile, wiring: { points: profile.wiring?.points ?? [], links: { bus: { kind: 'modbus', ...link } } } };
}

const clock = new VirtualClock();
const driverOf = (profile: ModelProfile): PduDriver =>
  createDriver({ name: 'modbus', model: new PduModel(profile), clock, dataDir: ':memory:' });
const pass = async (seconds: number): Promise<void> => clock.advance(seconds * 1000);

/** Registers of the meter. */
const VOLTAGE = 0x0000;
const POWER = 0x000c;
const ENERGY = 0x0156;

describeWith('pymodbus', 'Modbus, against Debian’s pymodbus', () => {
  describeDriver('a relay board and a meter over Modbus TCP', async () => {
    const port = await freePort();
    const slave = await ModbusSlave.overTcp(port);
    await slave.show(ENERGY, 12.5);
    const profile = profileOn({ host: '127.0.0.1', port });
    return { driver: driverOf(profile), again: () => driverOf(profile), pass, dispose: () => slave.stop() };
  });

  describeDriver('a relay board and a meter over Modbus RTU', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-rtu-'));
    const line = await SerialLine.between(folder);
    const slave = await ModbusSlave.onSerialLine(line.slave);
    const profile = profileOn({ path: line.master });
    const dispose = async (): Promise<void> => {
      await slave.stop();
      await line.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    return { driver: driverOf(profile), again: () => driverOf(profile), pass, dispose };
  });

  describe('on a faulty cable', () => {
    let slave: ModbusSlave;
    let cable: FaultyTcpLink;
    let driver: PduDriver;
    const first = (): string => driver.model.outlets[0]?.id ?? '';

    beforeEach(async () => {
      const port = await freePort();
      slave = await ModbusSlave.overTcp(port);
      cable = await FaultyTcpLink.to(port);
      await slave.show(VOLTAGE, 231.5);
      await slave.show(POWER, 1150.25);
      await slave.show(ENERGY, 42.5);
      driver = driverOf(profileOn({ host: '127.0.0.1', port: cable.port, timeout: 500 }));
      await driver.open();
    });
    afterEach(async () => {
      await driver.close();
      await cable.stop();
      await slave.stop();
    });

    it('the meter is read as documented, which moves no relay', async () => {
      const [inlet] = (await untilRead(driver, clock, ({ inlets }) => inlets[0]?.energy !== undefined)).inlets;
      expect(inlet).toMatchObject({ voltage: 231.5, activePower: 1150.25, energy: 42.5, current: 0, frequency: 0 });
      expect(slave.moves).toEqual([]);
    });

    it('a relay is written once, and read back', async () => {
      await driver.outlets?.setOutlets([{ id: first(), state: 'ON' }]);
      await untilRead(driver, clock, ({ outlets }) => outlets[0]?.state === 'ON');
      expect(slave.moves).toEqual(['coil 0 1']);
    });

    it.each<LinkState>(['cut', 'mute', 'late', 'garbled'])(
      '(%s) readings are missing, no relay moves, and everything recovers without intervention',
      async (state) => {
        await driver.outlets?.setOutlets([{ id: first(), state: 'ON' }]);
        cable.setState(state);
        await driver.read(); // the last readings are still valid
        await expect(driver.outlets?.setOutlets([{ id: first(), state: 'OFF' }])).rejects.toThrow();
        await pass(3);
        await expect(driver.read()).rejects.toThrow('nothing answers');
        const moves = slave.moves.length;

        cable.setState('sound');
        await pass(60);
        const readings = await untilRead(
          driver,
          clock,
          ({ inlets, outlets }) => inlets[0]?.voltage !== undefined && outlets[0]?.state !== undefined,
        );
        expect(readings.inlets[0]?.voltage).toBe(231.5);
        // The command may have arrived before its answer was lost: it was sent once, and the reading shows the result.
        expect(slave.moves.slice(1).length).toBeLessThanOrEqual(1);
        expect(readings.outlets[0]?.state).toBe(slave.moves.at(-1) === 'coil 0 1' ? 'ON' : 'OFF');
        expect(slave.moves.length).toBe(moves);
      },
    );

    it('a command that has waited too long for the bus is not sent any more', async () => {
      cable.setState('mute');
      const reading = driver.read(); // holds the bus until its request has timed out
      const command = driver.outlets?.setOutlets([{ id: first(), state: 'ON' }]);
      await pass(2);
      cable.setState('sound');
      await expect(command).rejects.toThrow();
      await reading.catch(() => undefined);
      await pass(60);
      await untilRead(driver, clock, ({ outlets }) => outlets[0]?.state === 'OFF');
      expect(slave.moves).toEqual([]);
    });

    it('a meter that has no value for a moment keeps its reading, and then has none', async () => {
      await untilRead(driver, clock, ({ inlets }) => inlets[0]?.voltage === 231.5);
      await slave.show(VOLTAGE, Number.NaN);
      const { inlets } = await driver.read();
      expect(inlets[0]?.voltage).toBe(231.5);
      const later = await untilRead(driver, clock, (readings) => readings.inlets[0]?.voltage === undefined);
      expect(later.inlets[0]?.activePower).toBe(1150.25);
      await slave.show(VOLTAGE, 231.5);
      await untilRead(driver, clock, (readings) => readings.inlets[0]?.voltage === 231.5);
    });

    it('energy does not decrease when the meter is replaced', async () => {
      await untilRead(driver, clock, ({ inlets }) => inlets[0]?.energy === 42.5);
      await slave.show(ENERGY, 0.25);
      await untilRead(driver, clock, ({ inlets }) => inlets[0]?.energy === 42.75);
    });
  });

  describe('with a unit that is dead', () => {
    it('the others are still read each second, and the dead one is reported', async () => {
      const port = await freePort();
      const slave = await ModbusSlave.overTcp(port);
      const profile = profileOn({ host: '127.0.0.1', port, timeout: 300 });
      const points = (profile.wiring?.points ?? []).map((point) =>
        'unit' in point && point.unit === 1 ? { ...point, unit: 9 } : point,
      );
      const driver = driverOf({ ...profile, wiring: { links: profile.wiring?.links ?? {}, points } });
      for (let second = 1; second <= 12; second++) {
        await slave.show(VOLTAGE, 200 + second);
        await pass(1);
        const { outlets } = await untilRead(driver, clock, ({ inlets }) => inlets[0]?.voltage === 200 + second);
        expect(outlets.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => undefined));
      }
      await driver.close();
      await slave.stop();
    });
  });

  describe('on a serial line with noise', () => {
    it('a frame with a wrong checksum is ignored', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rackfeed-noise-'));
      const line = await SerialLine.between(folder);
      const noisy = new SerialPort({ path: line.slave, baudRate: 9600 });
      let asked = 0;
      noisy.on('data', () => {
        asked++;
        noisy.write(Buffer.from([1, 1, 1, 0xff, 0, 0])); // all relays on, but the checksum is wrong
      });
      const driver = driverOf(profileOn({ path: line.master, timeout: scaledTimeLimit(80) }));
      await expect(driver.open()).rejects.toThrow('nothing answers');
      expect(asked).toBeGreaterThan(0);
      await driver.close();
      await new Promise<void>((resolve) => noisy.close(() => resolve()));
      await line.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  });
});
