import { SimulatorDriver } from '../../../src/hardware/drivers/simulator/simulator.driver.js';
import type { OutletState } from '../../../src/hardware/drivers/simulator/simulated-pdu.js';
import { loadProfile } from '../../../src/hardware/profiles/index.js';
import { PduModel } from '../../../src/hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../../../src/hardware/profiles/profile.js';
import { VirtualClock } from '../time/virtual-clock.js';

export interface SimulatorTestOptions {
  readonly model?: string | ModelProfile;
  readonly clock?: VirtualClock;
  readonly dataDir?: string;
  readonly seed?: number;
}

/** An open simulator with a clock that the test moves. */
export async function aSimulator(options: SimulatorTestOptions = {}) {
  const { model = 'single-phase-16', clock = new VirtualClock(), dataDir = ':memory:', seed } = options;
  const profile = typeof model === 'string' ? loadProfile(model) : model;
  const driver = new SimulatorDriver({
    model: new PduModel(profile),
    clock,
    dataDir,
    ...(seed !== undefined && { seed }),
  });
  await driver.open();
  return { driver, clock, ...hands(driver, clock) };
}

/** Changes of a rack in tests. */
const hands = (driver: SimulatorDriver, clock: VirtualClock) => ({
  /** Plugs the same load into every outlet, or into those given by index. */
  load: (loadAmps: number, powerFactor = 1, indexes?: readonly number[]) =>
    driver.change(({ outlets }) =>
      outlets.forEach((outlet: OutletState, position) => {
        if (!indexes || indexes.includes(position + 1)) Object.assign(outlet, { loadAmps, powerFactor });
      }),
    ),
  /** Turns the mains of the inlet at this position on or off. */
  power: (position: number, powered: boolean) =>
    driver.change(({ inlets }) => {
      const inlet = inlets[position];
      if (inlet) inlet.powered = powered;
    }),
  switch: async (index: number, state: 'ON' | 'OFF') => {
    const id = driver.model.outlet(String(index))?.id ?? '';
    await driver.outlets?.setOutlets([{ id, state }]);
  },
  after: (seconds: number) => {
    clock.advance(seconds * 1000);
    return driver.read();
  },
});

/** A profile of `count` outlets, 12 to a bank. */
export const largeProfile = (count: number): ModelProfile => ({
  ...loadProfile('single-phase-16'),
  model: `large-${count}`,
  banks: Array.from({ length: Math.ceil(count / 12) }, (_, bank) => ({
    serial: String(1_300_000 + bank),
    inlet: 0,
    lines: ['L1'],
    breaker: 100,
  })),
  outlets: Array.from({ length: count }, (_, outlet) => ({
    bank: Math.floor(outlet / 12),
    receptacle: 'IEC 60320 C13',
  })),
});
