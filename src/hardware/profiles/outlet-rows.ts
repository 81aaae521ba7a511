import type { OutletProfile } from './profile.js';

/** `count` outlets of one kind on the bank at position `bank`. */
export const outletRows = (bank: number, count: number, receptacle: string): readonly OutletProfile[] =>
  Array.from({ length: count }, () => ({ bank, receptacle }));
