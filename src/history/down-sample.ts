import { samplesIn, type ObjectSamples } from '../readings-format/samples.js';
import { beginOf, dayOf, MINUTES, QUARTERS, slotAt } from './resolutions.js';

/**
 * Quarter-hour samples from an hour of minutes, in the slots of its day. Weighted by readings, so that gaps do not
 * count.
 */
export function quartersOf(hour: number, minutes: ObjectSamples): ObjectSamples {
  const begin = beginOf(MINUTES, hour);
  const quarters: ObjectSamples = new Map();
  for (const [measure, samples] of minutes) {
    const target = samplesIn(quarters, measure, QUARTERS.slots);
    samples.each((slot, ...sample) => target.add(slotAt(QUARTERS, 1000 * (begin + slot * MINUTES.step)), ...sample));
  }
  return quarters;
}

/** Replaces the quarters of one hour in a day. */
export function replaceHour(day: ObjectSamples, hour: number, quarters: ObjectSamples): void {
  const perHour = (MINUTES.slots * MINUTES.step) / QUARTERS.step;
  const first = (hour - dayOf(hour) * 24) * perHour;
  for (const samples of day.values()) samples.clear(first, first + perHour);
  for (const [measure, samples] of quarters) samplesIn(day, measure, QUARTERS.slots).addAll(samples);
}
