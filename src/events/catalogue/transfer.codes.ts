import type { InletReading } from '../../hardware/snapshot.js';
import type { Watch } from '../engine/compiled-rule.js';
import type { EventRow } from './row.js';
import { inlet } from './model-objects.js';

/** In a transfer switch inlet A, the first, is the primary source and B the secondary one. */
const PRIMARY = 0;
const SECONDARY = 1;

const transfer = (
  code: number,
  name: string,
  position: number,
  ask: (reading: InletReading) => boolean | undefined,
): EventRow => ({
  code,
  name,
  params: [],
  fits: ({ profile }) => profile.inletConfig === 'ats',
  compile: (_, model) => {
    const watches = inlet.all(model).map(({ object, read }): Watch => {
      const holds: Watch['holds'] = ({ now }) => {
        const reading = read(now);
        return reading === undefined ? undefined : ask(reading);
      };
      return { object, holds };
    });
    return { kind: 'change', measured: true, watches: watches.slice(position, position + 1) };
  },
});

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

/** Codes of a transfer switch. */
export const TRANSFER_CODES: readonly EventRow[] = [
  transfer(55, 'ATS Switched to Secondary', SECONDARY, ({ active }) => active),
  transfer(56, 'ATS Switched to Primary', PRIMARY, ({ active }) => active),
  transfer(57, 'Secondary Power Source Lost', SECONDARY, ({ ready }) => not(ready)),
  transfer(58, 'Secondary Power Source Restored', SECONDARY, ({ ready }) => ready),
];
