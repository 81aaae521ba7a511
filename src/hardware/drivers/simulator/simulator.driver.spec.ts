import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aSimulator, largeProfile } from '../../../../test/support/hardware/simulator.js';
import type { Readings } from '../../snapshot.js';

const sum = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);
const outlet = ({ outlets }: Readings, index: number) => outlets[index - 1];

describe('an outlet', () => {
  it('that is switched off removes its load from bank, line and inlet', async () => {
    const rack = await aSimulator();
    await rack.load(1);
    const before = await rack.after(1);
    await rack.switch(1, 'OFF');
    const now = await rack.after(1);

    expect(outlet(now, 1)).toMatchObject({
      state: 'OFF',
      voltagePresent: false,
      current: 0,
      activePower: 0,
      powerFactor: 1,
    });
    expect(before.banks[0]?.current).toBeCloseTo(8, 1);
    expect(now.banks[0]?.current).toBeCloseTo(7, 1);
    expect(now.banks[1]?.current).toBeCloseTo(8, 1);
    expect(before.inlets[0]?.current).toBeCloseTo(16, 0);
    expect(now.inlets[0]?.current).toBeCloseTo(15, 0);
    expect(now.inlets[0]?.lines[0]?.current).toBeCloseTo(15, 0);
  });

  it('between two lines removes its load from both', async () => {
    const rack = await aSimulator({ model: 'three-phase-36' });
    await rack.load(0);
    await rack.load(6, 1, [1]);
    const on = await rack.after(1);
    expect(on.inlets[0]?.lines.map(({ current }) => Math.round(current ?? NaN))).toEqual([6, 6, 0]);
    expect(on.banks[0]?.voltage).toBeCloseTo(207.8, -1);
    expect(on.inlets[0]?.voltage).toBeCloseTo(120, -1);
    await rack.switch(1, 'OFF');
    const off = await rack.after(1);
    expect(off.inlets[0]?.lines.map(({ current }) => current)).toEqual([0, 0, 0]);
  });

  it('with a stuck relay is driven OFF and keeps its voltage and load', async () => {
    const rack = await aSimulator();
    await rack.load(1);
    await rack.driver.change(({ outlets }) => outlets.slice(0, 1).forEach((state) => (state.relayStuck = true)));
    await rack.switch(1, 'OFF');
    const reading = outlet(await rack.after(1), 1);
    expect(reading).toMatchObject({ state: 'OFF', voltagePresent: true });
    expect(reading?.current).toBeCloseTo(1, 1);
  });

  it('that does not exist is refused, and no other outlet of the call moves', async () => {
    const { driver } = await aSimulator();
    const changes = [
      { id: '1-1200578', state: 'OFF' as const },
      { id: '99-1', state: 'OFF' as const },
    ];
    await expect(driver.outlets?.setOutlets(changes)).rejects.toThrow('no outlet 99-1');
    expect(outlet(await driver.read(), 1)?.state).toBe('ON');
  });
});

describe('a breaker of a bank', () => {
  it('trips at about two minutes at 125 %: its outlets lose voltage, the other bank does not', async () => {
    const rack = await aSimulator();
    await rack.load(25 / 8, 1, [1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await rack.after(100)).banks[0]?.breakerClosed).toBe(true);
    const tripped = await rack.after(30);
    expect(tripped.banks[0]).toMatchObject({
      breakerClosed: false,
      voltage: 0,
      current: 0,
      activePower: 0,
      powerFactor: 1,
    });
    expect(tripped.banks[0]?.frequency).toBeUndefined();
    expect(outlet(tripped, 1)).toMatchObject({ state: 'ON', voltagePresent: false, voltage: 0, current: 0 });
    expect(tripped.banks[1]).toMatchObject({ breakerClosed: true });
    expect(outlet(tripped, 9)).toMatchObject({ voltagePresent: true });
  });

  it('trips at once on a short circuit, and stays tripped until it is closed', async () => {
    const rack = await aSimulator();
    await rack.load(160, 1, [1]);
    expect((await rack.driver.read()).banks[0]?.breakerClosed).toBe(false);
    await rack.load(1, 1, [1]);
    expect((await rack.after(3600)).banks[0]?.breakerClosed).toBe(false);
    await rack.driver.change(({ banks }) =>
      banks.forEach((bank) => Object.assign(bank, { breakerClosed: true, heat: 0 })),
    );
    expect(outlet(await rack.after(1), 1)?.voltagePresent).toBe(true);
  });

  it('trips at the same moment however rarely it is read', async () => {
    const [often, seldom] = [await aSimulator(), await aSimulator()];
    for (const rack of [often, seldom]) await rack.load(5);
    for (let second = 0; second < 600; second++) await often.after(1);
    await seldom.after(600);
    const energy = ({ banks }: Readings) => banks.map((bank) => Number(bank.energy?.toFixed(9)));
    expect(energy(await often.driver.read())).toEqual(energy(await seldom.driver.read()));
    expect((await seldom.driver.read()).banks.map(({ breakerClosed }) => breakerClosed)).toEqual([false, false]);
  });

  it('is not reported for a bank without one', async () => {
    const rack = await aSimulator({ model: 'switched-8' });
    await rack.load(100);
    expect((await rack.after(3600)).banks[0]?.breakerClosed).toBeUndefined();
  });
});

describe('the transfer switch', () => {
  it('feeds the load from B while A is lost, and from A again when it is back', async () => {
    const rack = await aSimulator({ model: 'ats-8' });
    const seen = async () =>
      (await rack.after(1)).inlets.map(({ active, ready, voltage }) => [active, ready, voltage !== undefined]);
    expect(await seen()).toEqual([[true, true, true], [false, true, false]]); // prettier-ignore
    await rack.power(0, false);
    expect(await seen()).toEqual([[false, false, false], [true, true, true]]); // prettier-ignore
    const onB = await rack.driver.read();
    expect(onB.powerOnCount).toBe(1);
    expect(onB.outlets.every(({ voltagePresent }) => voltagePresent)).toBe(true);
    await rack.power(0, true);
    expect(await seen()).toEqual([[true, true, true], [false, true, false]]); // prettier-ignore
  });

  it('counts energy on the inlet that feeds', async () => {
    const rack = await aSimulator({ model: 'ats-8' });
    await rack.load(1);
    const a = (await rack.after(3600)).inlets.map(({ energy }) => energy);
    await rack.power(0, false);
    const b = (await rack.after(3600)).inlets.map(({ energy }) => energy);
    expect([a[1], b[0]]).toEqual([0, a[0]]);
    expect(b[1]).toBeCloseTo(1.84, 2);
  });
});

describe('the return of the mains', () => {
  it('is a cold start: counted, and every relay open', async () => {
    const rack = await aSimulator();
    await rack.power(0, false);
    const dark = await rack.after(5);
    expect(dark.powerOnCount).toBe(1);
    expect(dark.inlets[0]).toMatchObject({ voltage: 0, current: 0, powerFactor: 1 });
    expect(outlet(dark, 1)).toMatchObject({ state: 'ON', voltagePresent: false });
    await rack.power(0, true);
    const back = await rack.after(1);
    expect(back.powerOnCount).toBe(2);
    expect(back.outlets.every(({ state, voltagePresent }) => state === 'OFF' && voltagePresent === false)).toBe(true);
  });

  it('on one of two circuits is none: the other kept the PDU powered', async () => {
    const rack = await aSimulator({ model: 'dual-circuit-16' });
    await rack.power(0, false);
    const half = await rack.after(1);
    expect([outlet(half, 1)?.voltagePresent, outlet(half, 9)?.voltagePresent]).toEqual([false, true]);
    await rack.power(0, true);
    const whole = await rack.after(1);
    expect(whole.powerOnCount).toBe(1);
    expect(outlet(whole, 1)).toMatchObject({ state: 'ON', voltagePresent: true });
  });

  it('leaves outlets without relays on', async () => {
    const rack = await aSimulator({ model: 'metered-24' });
    await rack.power(0, false);
    await rack.power(0, true);
    expect((await rack.after(1)).outlets.every(({ state }) => state === 'ON')).toBe(true);
  });
});

describe('the meters', () => {
  it.each(['single-phase-16', 'three-phase-36', 'ats-8', 'dual-circuit-16', 'metered-24'])(
    'of %s agree with each other: outlets make banks, banks make inlets',
    async (model) => {
      const thousandths = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 1000);
      const load = fc.tuple(thousandths(0, 2000), thousandths(500, 1000));
      const loads = fc.array(load, { minLength: 36, maxLength: 36 });
      await fc.assert(
        fc.asyncProperty(loads, async (list) => {
          const rack = await aSimulator({ model });
          await rack.driver.change(({ outlets }) =>
            outlets.forEach((state, position) => ([state.loadAmps = 0, state.powerFactor = 1] = list[position] ?? [])),
          );
          const { inlets, banks, outlets } = await rack.after(1);
          for (const { position, id } of rack.driver.model.banks) {
            const own = rack.driver.model.outlets.filter(({ bankId }) => bankId === id);
            const power = sum(own.map((one) => outlets[one.position]?.activePower));
            expect(Math.abs(power - (banks[position]?.activePower ?? NaN))).toBeLessThanOrEqual(power * 0.01);
          }
          const power = sum(banks.map(({ activePower }) => activePower));
          expect(Math.abs(power - sum(inlets.map(({ activePower }) => activePower)))).toBeLessThanOrEqual(power * 0.01);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('count the energy of outlets, banks and inlets alike', async () => {
    const rack = await aSimulator();
    await rack.load(1);
    const { inlets, banks, outlets } = await rack.after(3600);
    expect(inlets[0]?.energy).toBeCloseTo(1.92, 6);
    expect(sum(banks.map(({ energy }) => energy))).toBeCloseTo(1.92, 6);
    expect(sum(outlets.map(({ energy }) => energy))).toBeCloseTo(1.92, 6);
  });

  it('show a believable rack at the first start: all on, no bank above 60 % of its rating', async () => {
    for (const model of [
      'single-phase-16',
      'three-phase-36',
      'ats-8',
      'dual-circuit-16',
      'switched-8',
      'metered-24',
      'inlet-metered',
    ]) {
      const { driver } = await aSimulator({ model });
      const { banks, outlets } = await driver.read();
      expect(outlets.every(({ state, voltagePresent }) => state === 'ON' && voltagePresent)).toBe(true);
      banks.forEach(({ current = 0 }, position) => {
        const rating = driver.model.banks[position]?.breaker ?? driver.model.inlets[0]?.ratedCurrent ?? 0;
        expect([model, current > 0.5, current < 0.6 * rating]).toEqual([model, true, true]);
      });
    }
  });

  it('measure no outlet on a model without outlet metering', async () => {
    const { driver } = await aSimulator({ model: 'switched-8' });
    const [first] = (await driver.read()).outlets;
    expect([first?.state, first?.voltagePresent]).toEqual(['ON', true]);
    expect([first?.current, first?.activePower, first?.energy]).toEqual([undefined, undefined, undefined]);
  });
});

describe('a very large model', () => {
  it('is read whole', async () => {
    const { driver, after } = await aSimulator({ model: largeProfile(10_000) });
    const { outlets, banks } = await after(1);
    expect([outlets.length, banks.length, driver.model.banks.length]).toEqual([10_000, 834, 834]);
  });
});

describe('an accessory', () => {
  it('that is unplugged has no values', async () => {
    const { driver } = await aSimulator();
    await driver.change(({ sensors }) => sensors.forEach((sensor) => (sensor.connected = false)));
    expect((await driver.read()).sensors).toEqual([
      { port: 'A', kind: 'temp_hum', connected: false },
      { port: 'B', kind: 'dio_hub', connected: false, relays: [], inputs: [] },
    ]);
    await expect(driver.ioHub?.setHubRelay('B', 1, 'CLOSE')).rejects.toThrow('no I/O hub on port B');
  });

  it('switches its relays and its supply', async () => {
    const { driver } = await aSimulator();
    await driver.ioHub?.setHubRelay('B', 6, 'CLOSE');
    await driver.ioHub?.setVdcOutput('B', true);
    const hub = (await driver.read()).sensors[1];
    expect(hub).toMatchObject({ vdcOutput: true, userSwitch: false });
    expect(hub?.kind === 'dio_hub' && hub.relays.map(({ state }) => state)).toEqual([
      'OPEN',
      'OPEN',
      'OPEN',
      'OPEN',
      'OPEN',
      'CLOSE',
    ]);
    await expect(driver.ioHub?.setHubRelay('B', 7, 'CLOSE')).rejects.toThrow('no hub relay 7');
    await expect(driver.ioHub?.setHubRelay('A', 1, 'CLOSE')).rejects.toThrow('no I/O hub on port A');
  });
});

describe('the bus', () => {
  it('that fails answers neither reads nor switching, and moves nothing', async () => {
    const rack = await aSimulator();
    await rack.driver.change(({ bus }) => (bus.failing = true));
    await expect(rack.driver.read()).rejects.toThrow('does not answer');
    await expect(rack.switch(1, 'OFF')).rejects.toThrow('does not answer');
    await rack.driver.change(({ bus }) => (bus.failing = false));
    expect(outlet(await rack.driver.read(), 1)?.state).toBe('ON');
  });

  it('that is slow answers late', async () => {
    const { driver } = await aSimulator();
    await driver.change(({ bus }) => (bus.latencyMs = 20));
    const begun = performance.now();
    await driver.read();
    expect(performance.now() - begun).toBeGreaterThan(15);
  });
});

describe('the abilities', () => {
  it.each([
    ['single-phase-16', true, true, true],
    ['three-phase-36', true, false, false],
    ['dual-circuit-16', true, false, true],
    ['metered-24', false, false, false],
    ['inlet-metered', false, false, false],
  ])('of %s are outlets %s, relay outputs %s, I/O hub %s', async (model, outlets, relayOutputs, ioHub) => {
    const { driver } = await aSimulator({ model });
    expect([driver.outlets, driver.relayOutputs, driver.ioHub].map((ability) => ability !== undefined)).toEqual([
      outlets,
      relayOutputs,
      ioHub,
    ]);
  });

  it('include a relay output that may be stuck', async () => {
    const { driver } = await aSimulator();
    await driver.relayOutputs?.setRelayOutput('R1-1000036', 'ON');
    await driver.change(({ relayOutputs }) => relayOutputs.forEach((relay) => (relay.relayStuck = true)));
    await driver.relayOutputs?.setRelayOutput('R1-1000036', 'OFF');
    expect((await driver.read()).relayOutputs.map(({ state }) => state)).toEqual(['ON', 'OFF']);
    await expect(driver.relayOutputs?.setRelayOutput('R9-1', 'ON')).rejects.toThrow('no relay output R9-1');
  });
});
