import { describe, expect, it } from '@jest/globals';
import { Samples, samplesIn, SharedArrays, type ObjectSamples } from './samples.js';

const SLOTS = 60;

describe('the samples of ten thousand outlets', () => {
  it('share their memory, so that few arrays are collected', () => {
    const arrays = new SharedArrays(SLOTS);
    const all = Array.from({ length: 10_000 }, () => arrays.next().buffer);
    expect(new Set(all).size).toBeLessThan(200);
  });

  it('are each their own', () => {
    const arrays = new SharedArrays(SLOTS);
    const objects = Array.from({ length: 200 }, (): ObjectSamples => new Map());
    objects.forEach((object, place) => {
      const samples = samplesIn(object, 1, SLOTS, arrays);
      expect([samples.slots, samples.isEmpty]).toEqual([SLOTS, true]);
      for (const slot of [0, SLOTS - 1]) samples.add(slot, place + 1, place, place, place);
    });
    const found = objects.map((object) => {
      const slots: number[][] = [];
      object.get(1)?.each((...sample) => slots.push(sample));
      return slots;
    });
    expect(found).toEqual(
      objects.map((_, place) => [0, SLOTS - 1].map((slot) => [slot, place + 1, place, place, place])),
    );
  });

  it('of one object alone have memory of their own', () => {
    const samples = new Samples(SLOTS);
    samples.add(3, 1, 230, 229, 231);
    const other = new Samples(SLOTS);
    expect([samples.isEmpty, other.isEmpty]).toEqual([false, true]);
  });
});
