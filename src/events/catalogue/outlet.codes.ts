import { threshold } from './builders.js';
import { above, amps, below } from './quantities.js';
import type { EventRow } from './row.js';
import { meteredOutlet } from './model-objects.js';

/** Codes of single outlets. */
export const OUTLET_CODES: readonly EventRow[] = [
  threshold(45, 'Outlet Max Current Threshold', meteredOutlet, amps, above, 'current'),
  threshold(46, 'Outlet Min Current Threshold', meteredOutlet, amps, below, 'current'),
];
