import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_LOAD, planIn, withPlan } from './plan-address.js';

describe('the address of a plan', () => {
  const anId = fc.stringMatching(/^[1-9]\d{0,2}-\d{7}$/);
  const aPlan = fc.record({
    added: fc.array(fc.tuple(anId, fc.integer({ min: 1, max: MAX_LOAD }))).map((loads) => new Map(loads)),
    lostInlet: fc.option(fc.stringMatching(/^\d{7}[A-Z]?$/), { nil: undefined }),
  });

  it('gives the same plan to whoever opens it, and keeps what else it has', () => {
    fc.assert(
      fc.property(aPlan, (plan) => {
        const address = new URLSearchParams(withPlan(new URLSearchParams('range=1h'), plan).toString());
        expect(planIn(address)).toEqual(plan);
        expect(address.get('range')).toBe('1h');
        expect(withPlan(address, undefined).toString()).toBe('range=1h');
      }),
    );
  });

  it('is none without its members', () => expect(planIn(new URLSearchParams('range=1h'))).toBeUndefined());

  it('has no load that no outlet could have', () => {
    const added = (plan: string) => [...(planIn(new URLSearchParams({ plan }))?.added ?? [])];
    expect(added('1-1200578:0,2-1200578:-5,3-1200578:1e9,4-1200578:999999,x,5-1200578:450')).toEqual([
      ['5-1200578', 450],
    ]);
  });
});
