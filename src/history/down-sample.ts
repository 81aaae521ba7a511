import type { Samples, ObjectSamples } from './packing/samples.js';
import { samplesIn } from './packing/samples.js';
import { beginOf, dayOf, MINUTES, QUARTERS, slotAt } from './resolutions.js';

/** The quarters of an hour of minutes, in the slots of its day. Weighed by readings, so that a gap pulls at nothing. */
export function quartersOf(hour: number, minutes: ObjectSamples): ObjectSamples {
  const begin = beginOf(MINUTES, hour);
  const quarters: ObjectSamples = new Map();
  for (const [measure, samples] of minutes) {
    const target = samplesIn(quarters, measure, QUARTERS.slots);
    samples.each((slot, ...sample) => target.add(slotAt(QUARTERS, 1000 * (begin + slot * MINUTES.step)), ...sample));
  }
  return quarters;
}

/** Puts the quarters of one hour in the place of what a day has of it. */
export function replaceHour(day: ObjectSamples, hour: number, quarters: ObjectSamples): void {
  const perHour = (MINUTES.slots * MINUTES.step) / QUARTERS.step;
  const first = (hour - dayOf(hour) * 24) * perHour;
  for (const samples of day.values()) clear(samples, first, first + perHour);
  for (const [measure, samples] of quarters) samplesIn(day, measure, QUARTERS.slots).addAll(samples);
}

const clear = (samples: Samples, from: number, to: number): void => {
  samples.counts.fill(0, from, to);
};
