import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { aSimulator } from '../../../../test/support/hardware/simulator.js';
import { VirtualClock } from '../../../../test/support/time/virtual-clock.js';
import { SimulationFile } from './simulation-file.js';

const HOUR = 3600;

describe('the simulated PDU, across a restart of the controller', () => {
  let dataDir: string;
  let file: string;
  let warn: jest.SpiedFunction<Logger['warn']>;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-simulator-'));
    file = join(dataDir, 'simulator.json');
    warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    warn.mockRestore();
    rmSync(dataDir, { recursive: true });
  });

  it('keeps an acknowledged switching, even when the process is killed right after', async () => {
    const killed = await aSimulator({ dataDir });
    await killed.switch(3, 'OFF');
    await killed.driver.relayOutputs?.setRelayOutput('R2-1000036', 'ON');
    await killed.driver.ioHub?.setHubRelay('B', 2, 'CLOSE');

    const { driver } = await aSimulator({ dataDir });
    const { outlets, relayOutputs, sensors } = await driver.read();
    expect(outlets.map(({ state }, place) => (state === 'OFF' ? place + 1 : 0)).filter(Boolean)).toEqual([3]);
    expect(relayOutputs.map(({ state }) => state)).toEqual(['OFF', 'ON']);
    expect(sensors[1]).toMatchObject({ relays: expect.arrayContaining([{ index: 2, state: 'CLOSE' }]) });
  });

  it('keeps loads, faults, breakers and sensors as they were', async () => {
    const before = await aSimulator({ dataDir });
    await before.load(160, 0.7, [1]);
    await before.driver.change(({ sensors, outlets }) => {
      sensors.forEach((sensor) => (sensor.connected = false));
      outlets.forEach((outlet) => (outlet.relayStuck = true));
    });
    await before.after(1);
    const stored = structuredClone(before.driver.currentState());
    await before.driver.close();
    const after = await aSimulator({ dataDir, clock: before.clock });
    expect(after.driver.currentState()).toEqual(stored);
    expect(after.driver.currentState().banks.map(({ breakerClosed }) => breakerClosed)).toEqual([false, true]);
    expect(after.driver.currentState().outlets[0]).toMatchObject({ loadAmps: 160, powerFactor: 0.7, relayStuck: true });
    expect(after.driver.currentState().sensors.map(({ connected }) => connected)).toEqual([false, false]);
  });

  it('goes on using energy', async () => {
    const clock = new VirtualClock();
    const before = await aSimulator({ dataDir, clock });
    await before.load(1);
    await before.driver.close();
    const later = new VirtualClock();
    later.setWall(clock.now() + 2 * HOUR * 1000);
    const after = await aSimulator({ dataDir, clock: later });
    expect((await after.driver.read()).inlets[0]?.energy).toBeCloseTo(2 * 1.92, 2);
  });

  it('uses none, and loses none, when the wall clock was set back meanwhile', async () => {
    const clock = new VirtualClock();
    const before = await aSimulator({ dataDir, clock });
    await before.after(HOUR);
    const energy = before.driver.currentState().inlets[0]?.energy;
    await before.driver.close();
    const after = await aSimulator({ dataDir, clock: new VirtualClock('1970-01-01T00:00:00Z') });
    expect((await after.driver.read()).inlets[0]?.energy).toBe(energy);
  });

  it('uses a month at most when the wall clock leapt ahead', async () => {
    const before = await aSimulator({ dataDir, clock: new VirtualClock('1970-01-01T00:00:00Z') });
    await before.load(1);
    await before.driver.close();
    const after = await aSimulator({ dataDir });
    expect((await after.driver.read()).inlets[0]?.energy).toBeCloseTo(30 * 24 * 1.92, 0);
  });

  it('never shows less energy after a kill than before it', async () => {
    const saves = jest.spyOn(SimulationFile.prototype, 'save');
    const clock = new VirtualClock();
    const killed = await aSimulator({ dataDir, clock });
    let last = 0;
    for (let second = 0; second < 90; second++) last = (await killed.after(1)).inlets[0]?.energy ?? 0;
    await Promise.all(saves.mock.results.map(({ value }) => value));
    saves.mockRestore();
    const later = new VirtualClock();
    later.setWall(clock.now());
    const after = await aSimulator({ dataDir, clock: later });
    expect((await after.driver.read()).inlets[0]?.energy).toBeGreaterThanOrEqual(last - 1e-9);
  });

  it('is written once a minute and not with each reading', async () => {
    const { after } = await aSimulator({ dataDir });
    const saves = jest.spyOn(SimulationFile.prototype, 'save');
    const written: number[] = [];
    for (let second = 1; second <= 180; second++) {
      await after(1);
      if (saves.mock.calls.length > written.length) written.push(second);
    }
    await Promise.all(saves.mock.results.map(({ value }) => value));
    saves.mockRestore();
    expect(written).toEqual([60, 120, 180]);
  });

  it('is readable by its owner only, and leaves no temporary files', async () => {
    const { driver } = await aSimulator({ dataDir });
    await driver.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['simulator.json']);
  });

  it('is not stored when the data folder is :memory:', async () => {
    const { driver } = await aSimulator();
    await driver.close();
    expect(existsSync('simulator.json')).toBe(false);
  });

  it.each([
    ['empty', ''],
    ['cut off', '{"model":"single-phase-16","pla'],
    [
      'of another form',
      '{"model":"single-phase-16","enclosureSerialNumber":"1000036","keptAt":0,"plant":{"outlets":[]}}',
    ],
    ['without its time', '{"model":"single-phase-16","enclosureSerialNumber":"1000036"}'],
    ['no object', '7'],
  ])('starts from defaults with all relays ON and a warning when its file is %s', async (_, content) => {
    writeFileSync(file, content);
    const { driver } = await aSimulator({ dataDir });
    expect((await driver.read()).outlets.every(({ state }) => state === 'ON')).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(readFileSync(`${file}.unusable`, 'utf8')).toBe(content);
  });

  it("starts from the model's defaults with a warning when its file is another model's", async () => {
    const before = await aSimulator({ dataDir });
    await before.switch(1, 'OFF');
    await before.driver.close();
    const { driver } = await aSimulator({ dataDir, model: 'switched-8' });
    expect((await driver.read()).outlets.map(({ state }) => state)).toEqual(Array(8).fill('ON'));
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('takes the default for a key that an older release did not write', async () => {
    const before = await aSimulator({ dataDir });
    await before.switch(1, 'OFF');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { plant: Record<string, unknown> };
    delete stored.plant.bus;
    writeFileSync(file, JSON.stringify(stored));
    const { driver } = await aSimulator({ dataDir });
    expect((await driver.read()).outlets[0]?.state).toBe('OFF');
    expect(warn).not.toHaveBeenCalled();
  });

  it('opens with any content of its file, and never with a needless OFF', async () => {
    const content = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .jsonValue()
        .map((plant) => JSON.stringify({ model: 'switched-8', enclosureSerialNumber: '1000070', keptAt: 0, plant })),
    );
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        writeFileSync(file, text);
        const { driver } = await aSimulator({ dataDir, model: 'switched-8' });
        expect((await driver.read()).outlets.every(({ state }) => state === 'ON')).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('does not acknowledge a switching that it could not store', async () => {
    const rack = await aSimulator({ dataDir });
    rmSync(dataDir, { recursive: true });
    await expect(rack.switch(1, 'OFF')).rejects.toThrow('ENOENT');
    writeFileSync(dataDir, ''); // afterEach removes it
  });

  it('stores each of many simultaneous switchings', async () => {
    const rack = await aSimulator({ dataDir });
    await Promise.all(Array.from({ length: 16 }, (_, place) => rack.switch(place + 1, 'OFF')));
    const { driver } = await aSimulator({ dataDir });
    expect((await driver.read()).outlets.every(({ state }) => state === 'OFF')).toBe(true);
  });
});
