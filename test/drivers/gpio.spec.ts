import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GpioTools } from '../../src/hardware/drivers/gpio/gpio-tools.js';
import { isRunning, release } from '../../src/hardware/drivers/gpio/line-holder.js';
import { createDriver } from '../../src/hardware/drivers/index.js';
import { TIME_LIMITS } from '../../src/hardware/drivers/time-limits.js';
import type { PduDriver } from '../../src/hardware/pdu.driver.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../../src/hardware/profiles/profile.js';
import { describeDriver } from '../contract/driver.contract.js';
import { eventually } from '../support/time/time-limits.js';
import { GpioBench } from '../support/hardware/gpio-bench.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const clock = new VirtualClock();
const pass = async (seconds: number): Promise<void> => clock.advance(seconds * 1000);
/** The replacements of libgpiod's programs are processes, and start as slowly as the machine starts processes. */
const limits = {
  read: scaledTimeLimit(TIME_LIMITS.read),
  switch: scaledTimeLimit(TIME_LIMITS.switch),
  program: scaledTimeLimit(TIME_LIMITS.program),
};
const RELAYS = [5, 6, 13, 19];
const CONTACTS = [20, 21];

const EXAMPLE = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../packaging/profiles/gpio-4.json'), 'utf8'),
) as ModelProfile;
/** The hub has no relays, which the driver contract would switch. */
const RELAYS_ONLY: ModelProfile = {
  ...EXAMPLE,
  sensorPorts: {},
  wiring: { links: EXAMPLE.wiring?.links ?? {}, points: (EXAMPLE.wiring?.points ?? []).slice(0, 1) },
};

function driverOf({ wiring, ...profile }: ModelProfile, chip: string): PduDriver {
  const wired = {
    ...profile,
    wiring: { points: wiring?.points ?? [], links: { pins: { kind: 'gpio' as const, chip } } },
  };
  return createDriver({ name: 'gpio', model: new PduModel(wired), clock, dataDir: ':memory:', limits });
}

for (const version of [1, 2] as const) {
  const aBench = (): GpioBench => {
    const bench = new GpioBench(version);
    for (const line of RELAYS) bench.line(line, 'input', 1); // pulled up: the board's relays are off
    for (const line of CONTACTS) bench.line(line, 'input', 0);
    return bench;
  };

  describeDriver(`relays on pins, by libgpiod ${version}`, () => {
    const bench = aBench();
    return {
      driver: driverOf(RELAYS_ONLY, bench.chip),
      again: () => driverOf(RELAYS_ONLY, bench.chip),
      pass,
      dispose: () => bench.dispose(),
    };
  });

  describe(`relays on pins, by libgpiod ${version}`, () => {
    let bench: GpioBench;
    let driver: PduDriver;
    const states = async () => (await driver.read()).outlets.map(({ state }) => state);
    const id = (place: number): string => driver.model.outlets[place]?.id ?? '';

    beforeEach(() => {
      bench = aBench();
      driver = driverOf(EXAMPLE, bench.chip);
    });
    afterEach(async () => {
      await driver.close();
      bench.dispose();
    });

    it('are requested with their present level: a start moves no relay', async () => {
      bench.line(13, 'input', 0); // this relay is held on
      await driver.open();
      expect(await states()).toEqual(['OFF', 'OFF', 'ON', 'OFF']);
      expect(bench.changes.toSorted()).toEqual(['13 z>0', '19 z>1', '5 z>1', '6 z>1']);
    });

    it('stay driven when the controller ends, and are found again unchanged', async () => {
      await driver.open();
      await driver.outlets?.setOutlets([{ id: id(1), state: 'ON' }]);
      const before = [bench.changes, RELAYS.map((line) => bench.holder(line))];
      await driver.close();
      driver = driverOf(EXAMPLE, bench.chip);
      await driver.open();
      expect(await states()).toEqual(['OFF', 'ON', 'OFF', 'OFF']);
      expect([bench.changes, RELAYS.map((line) => bench.holder(line))]).toEqual(before);
    });

    it('move in one step, and no other line moves', async () => {
      await driver.open();
      const before = bench.changes.length;
      await driver.outlets?.setOutlets([{ id: id(0), state: 'ON' }]);
      await driver.outlets?.setOutlets([{ id: id(0), state: 'ON' }]);
      expect(bench.changes.slice(before)).toEqual(['5 1>0']);
    });

    it('are requested again, unchanged, when the driving process has ended', async () => {
      await driver.open();
      const holder = bench.holder(6) ?? 0;
      process.kill(holder, 'SIGKILL');
      bench.line(6, 'input', 1);
      await eventually(async () => {
        await pass(1);
        await driver.read().catch(() => undefined);
        return bench.holder(6) !== holder;
      });
      await eventually(async () => (await states())[1] === 'OFF');
      expect(bench.changes.filter((change) => change.startsWith('6 '))).toEqual(['6 z>1', '6 z>1']);
    });

    it('leave contacts readable', async () => {
      bench.line(21, 'input', 1);
      await driver.open();
      expect((await driver.read()).sensors[0]).toMatchObject({
        connected: true,
        inputs: [
          { index: 1, state: 'LO' },
          { index: 2, state: 'HI' },
        ],
      });
    });

    it(`leave an output that nobody drives ${version === 1 ? 'untouched until it is switched' : 'at its level'}`, async () => {
      bench.line(19, 'output', 0);
      await driver.open();
      expect((await states())[3]).toBe(version === 1 ? undefined : 'ON');
      expect(bench.changes.filter((change) => change.startsWith('19'))).toEqual([]);
      await driver.outlets?.setOutlets([{ id: id(3), state: 'OFF' }]);
      expect([(await states())[3], bench.changes.at(-1)]).toEqual(['OFF', '19 0>1']);
    });
  });
}

describe('relays on pins, without the programs of libgpiod', () => {
  it('have no readings, and the reason is logged', async () => {
    const { PATH } = process.env;
    process.env.PATH = '/nonexistent';
    try {
      await expect(driverOf(EXAMPLE, 'gpiochip0').open()).rejects.toThrow('Debian package gpiod');
    } finally {
      process.env.PATH = PATH;
    }
  });
});

describe('another process with the id of a driving process that has ended', () => {
  it('is not taken for it, and not ended in its place', async () => {
    const other = spawn('sleep', ['600']);
    await once(other, 'spawn');
    const holder = { pid: other.pid ?? 0, line: 5, level: 1 } as const;
    expect(isRunning(holder)).toBe(false);
    await release(new GpioTools('gpiochip0', limits.program), holder);
    expect(other.signalCode).toBeNull();
    other.kill();
    await once(other, 'exit');
  });
});
