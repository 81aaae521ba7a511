import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aRack } from '../../../test/support/modules/event-rack.js';

const BANK = '1200578';
const OTHER = '1200579';
const overload = (seconds = '3') => aRack().watching(31, ['any', '16', seconds]);

describe('an event that stands for any bank', () => {
  it('counts each bank by itself', () => {
    const rack = overload().bank(BANK, { current: 17 }).seconds(2);
    rack.bank(BANK, { current: 1 }).bank(OTHER, { current: 17 }).seconds(3);
    expect(rack.triggerCount).toBe(0);
    rack.seconds(1);
    expect(rack.occurrences.map(({ objectId }) => objectId)).toEqual([OTHER]);
  });

  it('triggers for each bank, whatever the others do, and is triggered while any of them is beyond', () => {
    const rack = overload('0').bank(BANK, { current: 17 }).seconds(1);
    rack.bank(OTHER, { current: 18 }).seconds(3);
    expect(rack.occurrences.map(({ objectId, reading }) => [objectId, reading?.value])).toEqual([
      [BANK, 17],
      [OTHER, 18],
    ]);
    rack.bank(BANK, { current: 1 }).seconds(1);
    expect([rack.triggerCount, rack.triggered, rack.numTicksBeyond]).toEqual([2, true, 3]);
    rack.bank(BANK, { current: 17 }).seconds(1);
    expect(rack.occurrences.at(-1)).toMatchObject({ objectId: BANK, heldSeconds: 0 });
    expect(rack.triggerCount).toBe(3);
    rack.bank(BANK, { current: 1 }).bank(OTHER, { current: 1 }).seconds(1);
    expect([rack.triggered, rack.numTicksBeyond]).toEqual([false, 0]);
  });

  it('triggers for all of them when they go beyond in the same second', () => {
    const rack = overload('2').bank(BANK, { current: 17 }).bank(OTHER, { current: 17 }).seconds(3);
    expect(rack.occurrences.map(({ objectId }) => objectId)).toEqual([BANK, OTHER]);
  });

  it('still knows after a restart which of them has triggered', () => {
    const rack = overload('0').bank(BANK, { current: 17 }).seconds(1).restart().seconds(1);
    expect(rack.triggerCount).toBe(1);
    rack.bank(OTHER, { current: 17 }).seconds(1);
    expect(rack.occurrences.map(({ objectId }) => objectId)).toEqual([BANK, OTHER]);
    rack.restart().bank(BANK, { current: 1 }).seconds(1);
    expect([rack.triggerCount, rack.triggered]).toEqual([2, true]);
  });
});

describe('an event whose hardware is silent', () => {
  it('keeps counting through one reading that is missing', () => {
    const rack = overload().bank(BANK, { current: 17 }).seconds(2);
    rack.bank(BANK, { current: undefined }).seconds(1);
    rack.bank(BANK, { current: 17 }).seconds(1);
    expect(rack.triggerCount).toBe(1);
  });

  it('does not count a long gap as time beyond', () => {
    const rack = overload('30').bank(BANK, { current: 17 }).seconds(2);
    rack.answering(false).seconds(600);
    rack.answering(true).seconds(1);
    expect([rack.triggerCount, rack.numTicksBeyond]).toEqual([0, 3]);
    rack.seconds(27);
    expect(rack.triggerCount).toBe(1);
  });

  it('neither triggers nor is reset by the last known readings', () => {
    const rack = overload('0').bank(BANK, { current: 17 }).seconds(1);
    rack.answering(false).bank(BANK, { current: 1 }).seconds(10);
    expect(rack.triggered).toBe(true);
    rack.answering(true).seconds(1);
    expect(rack.triggered).toBe(false);
  });
});

describe('an event over a restart', () => {
  it('that has triggered does not trigger again', () => {
    const rack = overload().bank(BANK, { current: 17 }).seconds(4).restart(3000);
    expect(rack.triggered).toBe(true);
    rack.seconds(60);
    expect(rack.triggerCount).toBe(1);
    rack.bank(BANK, { current: 1 }).seconds(1);
    rack.bank(BANK, { current: 17 }).seconds(4);
    expect(rack.triggerCount).toBe(2);
  });

  it('that has triggered for one bank is not held by another that cannot be read', () => {
    const rack = overload('0').bank(OTHER, { current: undefined }).bank(BANK, { current: 17 }).seconds(1).restart();
    rack.bank(BANK, { current: 1 }).seconds(1);
    expect(rack.triggered).toBe(false);
  });

  it('starts to count from zero', () => {
    const rack = overload().bank(BANK, { current: 17 }).seconds(3).restart().seconds(3);
    expect(rack.triggerCount).toBe(0);
    rack.seconds(1);
    expect(rack.triggerCount).toBe(1);
  });

  it('that waits for a change takes what it finds for how it was', () => {
    const rack = aRack().watching(64, ['B', 'ON']).seconds(2).restart();
    rack.sensor('B', { userSwitch: true }).seconds(5);
    expect(rack.triggerCount).toBe(0);
  });
});

describe('a tick', () => {
  it('in which nothing changes leaves the very same state', () => {
    const rack = overload().bank(BANK, { current: 17 }).seconds(10);
    const { state } = rack;
    rack.seconds(5);
    expect(rack.state).toBe(state);
  });

  it('that comes early, because a switching asked for a reading, counts no second more', () => {
    const rack = overload().bank(BANK, { current: 17 }).seconds(1);
    for (let extra = 0; extra < 20; extra++) rack.tick(100);
    expect([rack.triggerCount, rack.numTicksBeyond]).toEqual([0, 2]);
  });

  it('that comes a little early or late does not shift the trigger by a second', () => {
    const rack = overload().bank(BANK, { current: 17 });
    for (const elapsed of [1000, 980, 1010, 990]) rack.tick(elapsed);
    expect(rack.triggerCount).toBe(1);
  });

  it('agrees with a count by hand over any stream of readings', () => {
    const reading = fc.oneof(
      { weight: 5, arbitrary: fc.constant(17) },
      { weight: 2, arbitrary: fc.constant(3) },
      { weight: 1, arbitrary: fc.constantFrom(undefined, NaN, 16) },
    );
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 60 }), fc.integer({ min: 0, max: 5 }), (readings, sustain) => {
        const rack = aRack().watching(31, [BANK, '16', String(sustain)]);
        let [beyond, gap, count, triggered] = [-1, 0, 0, false];
        for (const current of readings) {
          rack.bank(BANK, { current }).seconds(1);
          if (current === undefined || Number.isNaN(current)) gap++;
          else if (current <= 16) [beyond, gap, triggered] = [-1, 0, false];
          else {
            beyond += beyond < 0 ? 1 : Math.min(gap + 1, 2);
            gap = 0;
            if (beyond >= sustain && !triggered) [count, triggered] = [count + 1, true];
          }
          expect([rack.triggerCount, rack.triggered]).toEqual([count, triggered]);
        }
      }),
    );
  });
});
