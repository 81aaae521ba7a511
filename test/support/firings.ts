import type { Firing } from '../../src/actions/firing.js';

/** Bank 1 beyond its limit, unless said otherwise. */
export const aFiring = (change: Partial<Firing> = {}): Firing => ({
  eventId: 7,
  eventName: 'Bank 1 overloaded',
  code: 31,
  params: ['1200578', '16', '3'],
  at: Date.parse('2026-03-02T08:00:03Z'),
  object: 'Bank 1',
  objectKind: 'bank',
  objectId: '1200578',
  reading: { label: 'Current', value: 17.25, unit: 'A', limit: 16 },
  heldSeconds: 3,
  actionIds: [1],
  depth: 0,
  ...change,
});
