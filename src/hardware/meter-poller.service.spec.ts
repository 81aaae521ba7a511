import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { MeterPollerService } from './meter-poller.service.js';
import { PduDriver } from './pdu.driver.js';
import { PduModel } from './profiles/pdu-model.js';
import type { ModelProfile } from './profiles/profile.js';
import { emptyReadings } from './snapshot.js';
import type { Readings } from './snapshot.js';
import { SnapshotStore } from './snapshot.store.js';
import { Revision } from '../kernel/revision.js';
import { Ticks } from '../kernel/ticks.js';

const PROFILE: ModelProfile = {
  model: 'two-outlets',
  modelNumber: 'T2',
  enclosureSerialNumber: '1',
  controllerSerialNumber: 1,
  formFactor: '1U',
  phase: 'Single Phase',
  inletConfig: 'standard',
  inlets: [
    {
      plug: 'C14',
      lines: ['L1'],
      nominalVoltage: 230,
      nominalFrequency: 50,
      ratedCurrent: 10,
      lineConfiguration: 'L-N',
    },
  ],
  banks: [{ serial: '7', inlet: 0, lines: ['L1'] }],
  outlets: [
    { bank: 0, receptacle: 'IEC 60320 C13' },
    { bank: 0, receptacle: 'IEC 60320 C13' },
  ],
  outletSwitching: true,
  outletMetering: true,
  relayOutputs: 0,
  sensorPorts: {},
};

/** Hardware whose reads wait until the test answers them. */
class WaitingDriver extends PduDriver {
  readonly name = 'waiting';
  readonly model = new PduModel(PROFILE);
  readonly reads: { answer: () => void; fail: () => void }[] = [];

  async open(): Promise<void> {}
  async close(): Promise<void> {}

  read(): Promise<Readings> {
    return new Promise((resolve, reject) => {
      const answer = () => resolve(emptyReadings(this.model));
      this.reads.push({ answer, fail: () => reject(new Error('no answer')) });
    });
  }

  get last() {
    const read = this.reads.at(-1);
    if (!read) throw new Error('nothing was read yet');
    return read;
  }
}

/** Lets pending promise callbacks run. */
const flushPromises = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('the meter poller', () => {
  let driver: WaitingDriver;
  let store: SnapshotStore;
  let clock: VirtualClock;
  let poller: MeterPollerService;

  beforeEach(() => {
    Logger.overrideLogger(false);
    driver = new WaitingDriver();
    store = new SnapshotStore(new Ticks(), new Revision());
    clock = new VirtualClock();
    poller = new MeterPollerService(driver, store, clock);
  });

  it('never reads twice at once', async () => {
    void poller.poll();
    void poller.poll();
    void poller.poll();
    await flushPromises();
    expect(driver.reads).toHaveLength(1);
  });

  it('reads once more for all requests made during a cycle, and they wait for that read', async () => {
    const first = poller.poll();
    let served = 0;
    const waiting = [poller.poll(), poller.poll()].map((cycle) => cycle.then(() => served++));
    driver.last.answer();
    await first;
    await flushPromises();
    expect([driver.reads.length, served]).toEqual([2, 0]);
    driver.last.answer();
    await Promise.all(waiting);
    expect([driver.reads.length, served]).toEqual([2, 2]);
  });

  it('still runs the cycle requested during one that failed', async () => {
    const first = poller.poll();
    const second = poller.poll();
    driver.last.fail();
    await first;
    await flushPromises();
    driver.last.answer();
    await second;
    expect(store.current.fresh).toBe(true);
  });

  it('publishes frozen snapshots with increasing numbers', async () => {
    for (let cycle = 1; cycle <= 2; cycle++) {
      const polled = poller.poll();
      driver.last.answer();
      await polled;
    }
    expect(store.current.seq).toBe(2);
    expect(Object.isFrozen(store.current.outlets[0])).toBe(true);
    expect(Object.isFrozen(store.current.inlets[0]?.lines)).toBe(true);
  });

  it('keeps the last readings while the hardware does not answer, and shows their age', async () => {
    const good = poller.poll();
    driver.last.answer();
    await good;
    const readAt = store.current.readAt;
    clock.advance(3000);
    const silent = poller.poll();
    driver.last.fail();
    await silent;
    expect(store.current).toMatchObject({ fresh: false, readAt, uptime: readAt + 3000, seq: 2 });
    expect(poller.failures).toBe(1);
  });

  it('starts with every part of the model and no measurement when the hardware has never answered', async () => {
    const silent = poller.poll();
    driver.last.fail();
    await silent;
    expect(store.current.outlets).toEqual([{ id: '1-7' }, { id: '2-7' }]);
  });
});

describe('the readers of a snapshot', () => {
  it('run in the order of their priority, whatever order they registered in, and one that throws stops no other', () => {
    Logger.overrideLogger(false);
    const store = new SnapshotStore(new Ticks(), new Revision());
    const served: string[] = [];
    store.onTick('publish', () => served.push('stream'));
    store.onTick('relays', () => {
      served.push('power cycles');
      throw new Error('broken');
    });
    store.onTick('relays', () => served.push('other relays'));
    store.onTick('powerLoss', () => served.push('cold start'));
    const readings = emptyReadings(new PduModel(PROFILE));
    store.publish({ ...readings, seq: 1, takenAt: 0, uptime: 0, readAt: 0, fresh: true });
    expect(served).toEqual(['cold start', 'power cycles', 'other relays', 'stream']);
  });
});
