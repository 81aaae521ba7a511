import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SINGLE_PHASE_16 } from '../profiles/single-phase-16.js';
import { PduModel } from '../profiles/pdu-model.js';
import { PduDriver, type OutletSwitching } from '../pdu.driver.js';
import { emptyReadings } from '../snapshot.js';
import type { Readings } from '../snapshot.js';
import { TimeLimitedDriver } from './time-limits.js';

/** Hardware that answers only when the test lets it. */
class SilentDriver extends PduDriver {
  readonly name = 'silent';
  readonly model = new PduModel(SINGLE_PHASE_16);
  override readonly outlets: OutletSwitching = { setOutlets: () => new Promise(() => undefined) };
  reads = 0;
  answer: () => void = () => undefined;

  async open(): Promise<void> {}
  async close(): Promise<void> {}

  read(): Promise<Readings> {
    this.reads++;
    return new Promise((resolve) => (this.answer = () => resolve(emptyReadings(this.model))));
  }
}

describe('a driver within its time limits', () => {
  let hardware: SilentDriver;
  let driver: TimeLimitedDriver;

  beforeEach(() => {
    jest.useFakeTimers();
    hardware = new SilentDriver();
    driver = new TimeLimitedDriver(hardware);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('returns what the hardware answers in time, and leaves no timer', async () => {
    const reading = driver.read();
    hardware.answer();
    expect((await reading).outlets).toHaveLength(16);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('gives up a read after 500 ms', async () => {
    const reading = expect(driver.read()).rejects.toThrow('did not read within 500 ms');
    await jest.advanceTimersByTimeAsync(500);
    await reading;
  });

  it('does not read again while an earlier read still hangs, but afterwards', async () => {
    const first = expect(driver.read()).rejects.toThrow();
    await jest.advanceTimersByTimeAsync(500);
    await first;
    await expect(driver.read()).rejects.toThrow('earlier read');
    expect(hardware.reads).toBe(1);

    hardware.answer();
    await jest.advanceTimersByTimeAsync(0);
    const reading = driver.read();
    hardware.answer();
    expect((await reading).banks).toHaveLength(2);
    expect(hardware.reads).toBe(2);
  });

  it('reads again after hardware that threw', async () => {
    jest.spyOn(hardware, 'read').mockImplementationOnce(() => {
      throw new Error('unplugged');
    });
    await expect(driver.read()).rejects.toThrow('unplugged');
    const reading = driver.read();
    hardware.answer();
    await reading;
  });

  it('gives up a switching after 2 s', async () => {
    const switching = expect(driver.outlets?.setOutlets([])).rejects.toThrow('did not switch within 2000 ms');
    await jest.advanceTimersByTimeAsync(2000);
    await switching;
  });

  it('has only the abilities of its hardware', () => {
    expect([driver.outlets, driver.relayOutputs, driver.ioHub].map((ability) => ability !== undefined)).toEqual([
      true,
      false,
      false,
    ]);
    expect([driver.name, driver.model]).toEqual(['silent', hardware.model]);
  });
});
