import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PduDriver } from '../../src/hardware/pdu.driver.js';
import type { Readings } from '../../src/hardware/snapshot.js';

/** A driver to be examined, not open yet. */
export interface DriverUnderTest {
  /** From `createDriver` or `loadDriver`, so that a call which outlasts its time limit rejects. */
  readonly driver: PduDriver;
  /** The same hardware, reached by a fresh driver, as after a restart of the controller. */
  again(): PduDriver | Promise<PduDriver>;
  /** Lets time pass for the hardware. */
  pass(seconds: number): Promise<void>;
  /** Removes what the test made. */
  dispose(): void | Promise<void>;
}

/** The positions that RelayControlService can change, and that therefore nothing else may. */
const positionsOf = ({ outlets, relayOutputs, sensors }: Readings) => ({
  outlets: outlets.map(({ state }) => state),
  relayOutputs: relayOutputs.map(({ state }) => state),
  hubs: sensors.map((sensor) => (sensor.kind === 'dio_hub' ? [sensor.relays, sensor.vdcOutput] : [])),
});

const energiesOf = ({ inlets, banks, outlets }: Readings) =>
  [...inlets, ...banks, ...outlets].map(({ energy }) => energy);

/** Every number in the readings, with where it stands. */
function numbersIn(value: unknown, at = ''): [string, number][] {
  if (typeof value === 'number') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => numbersIn(member, `${at}.${key}`));
}

/** The contract of every driver, tested with one piece of hardware (or its stand-in). */
export function describeDriver(name: string, make: () => DriverUnderTest | Promise<DriverUnderTest>): void {
  describe(`the driver of ${name}`, () => {
    let subject: DriverUnderTest;
    let driver: PduDriver;

    beforeEach(async () => {
      subject = await make();
      driver = subject.driver;
      await driver.open();
    });
    afterEach(async () => {
      await driver.close();
      await subject.dispose();
    });

    it('reads the parts of its model in their order', async () => {
      const { model } = driver;
      const readings = await driver.read();
      const ids = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id);
      expect(ids(readings.inlets)).toEqual(ids(model.inlets));
      expect(ids(readings.banks)).toEqual(ids(model.banks));
      expect(ids(readings.outlets)).toEqual(ids(model.outlets));
      expect(ids(readings.relayOutputs)).toEqual(ids(model.relayOutputs));
      expect(readings.inlets.map(({ lines }) => ids(lines))).toEqual(model.inlets.map(({ lineIds }) => ids(lineIds)));
      expect(readings.sensors.map(({ port, kind }) => [port, kind])).toEqual(
        model.sensors.map(({ port, kind }) => [port, kind]),
      );
    });

    it('gives a new object with each reading: one that was handed out never changes', async () => {
      const first = await driver.read();
      const copy = structuredClone(first);
      await subject.pass(5);
      await driver.read();
      expect(first).toEqual(copy);
    });

    it('leaves out what it does not know, and makes up no number', async () => {
      const readings = await driver.read();
      for (const [at, value] of numbersIn(readings)) expect([at, Number.isFinite(value)]).toEqual([at, true]);
      expect(JSON.stringify(readings)).not.toContain('null');
      if (!driver.model.profile.outletMetering) {
        const metered = readings.outlets.flatMap(({ current, activePower, energy }) => [current, activePower, energy]);
        expect(metered.every((value) => value === undefined)).toBe(true);
      }
    });

    it('has the abilities of its model and no others', () => {
      const { outletSwitching, relayOutputs } = driver.model.profile;
      const hub = driver.model.sensors.some(({ kind }) => kind === 'dio_hub');
      expect([driver.outlets, driver.relayOutputs, driver.ioHub].map((ability) => ability !== undefined)).toEqual([
        outletSwitching,
        relayOutputs > 0,
        hub,
      ]);
    });

    it('never lets energy fall', async () => {
      let before = energiesOf(await driver.read());
      for (const seconds of [1, 0, 60, 3600]) {
        await subject.pass(seconds);
        const now = energiesOf(await driver.read());
        now.forEach((energy, place) => {
          if (energy !== undefined) expect(energy).toBeGreaterThanOrEqual(before[place] ?? 0);
        });
        before = now;
      }
    });

    it('reads outlets as they were set, and moves no other', async () => {
      const { outlets } = driver;
      if (!outlets) return;
      const all = driver.model.outlets.map(({ id }) => id);
      for (const state of ['OFF', 'ON', 'OFF', 'ON'] as const) {
        const some = all.filter((_, place) => place % 3 === 0);
        const others = positionsOf(await driver.read()).outlets.filter((_, place) => place % 3 !== 0);
        await outlets.setOutlets(some.map((id) => ({ id, state })));
        const readings = await driver.read();
        for (const outlet of readings.outlets.filter(({ id }) => some.includes(id))) {
          const { id, voltagePresent = state === 'ON' } = outlet; // few models measure behind the relay
          expect([id, outlet.state, voltagePresent]).toEqual([id, state, state === 'ON']);
        }
        expect(readings.outlets.map(({ state: now }) => now).filter((_, place) => place % 3 !== 0)).toEqual(others);
      }
    });

    it('reads relay outputs and hub relays as they were set', async () => {
      for (const { id } of driver.relayOutputs ? driver.model.relayOutputs : []) {
        for (const state of ['ON', 'OFF'] as const) {
          await driver.relayOutputs?.setRelayOutput(id, state);
          expect((await driver.read()).relayOutputs.find((relay) => relay.id === id)?.state).toBe(state);
        }
      }
      for (const { port } of driver.model.sensors.filter(({ kind }) => kind === 'dio_hub')) {
        await driver.ioHub?.setHubRelay(port, 2, 'CLOSE');
        await driver.ioHub?.setVdcOutput(port, true);
        const hub = (await driver.read()).sensors.find((sensor) => sensor.port === port);
        expect(hub).toMatchObject({ vdcOutput: true, relays: expect.arrayContaining([{ index: 2, state: 'CLOSE' }]) });
      }
    });

    it('refuses to switch what is not there', async () => {
      if (driver.outlets) await expect(driver.outlets.setOutlets([{ id: '0-0', state: 'OFF' }])).rejects.toThrow();
      if (driver.relayOutputs) await expect(driver.relayOutputs.setRelayOutput('R0-0', 'ON')).rejects.toThrow();
    });

    it('moves nothing by reading, closing and opening, and keeps counting', async () => {
      await driver.outlets?.setOutlets(
        driver.model.outlets.filter((_, place) => place % 2 === 0).map(({ id }) => ({ id, state: 'OFF' })),
      );
      const before = await driver.read();
      await driver.close();
      driver = await subject.again();
      await driver.open();
      const after = await driver.read();
      expect(positionsOf(after)).toEqual(positionsOf(before));
      expect(after.powerOnCount).toBe(before.powerOnCount);
      energiesOf(after).forEach((energy, place) => {
        if (energy !== undefined) expect(energy).toBeGreaterThanOrEqual(energiesOf(before)[place] ?? 0);
      });
    });
  });
}
