import { describe, expect, it } from '@jest/globals';
import type { Schema } from '../../api/client.js';
import { remainingSteps } from './remaining-steps.js';

type Group = Schema['GroupView'];

/** @param states one for each outlet: a, b, c … in the order of the group */
const aGroup = (states: readonly ('ON' | 'OFF')[], sequence?: Group['sequence']): Group => ({
  id: '1',
  groupName: 'Servers',
  groupRebootSequenceDelay: 5,
  outlets: states.map((state, place) => ({
    id: 'abcdef'.charAt(place),
    outletName: '',
    outletIndex: place + 1,
    bankId: 1,
    pwrOnState: 'ON',
    state,
  })),
  ...(sequence && { sequence }),
});

describe('the remaining steps of a sequence', () => {
  it('are none while no sequence runs, even with outlets off', () => {
    expect([...remainingSteps(aGroup(['ON', 'OFF']))]).toEqual([]);
  });

  it('are the outlets that are off, one after another', () => {
    const steps = remainingSteps(aGroup(['ON', 'OFF', 'OFF'], { step: 2, of: 3, next: 1.5 }));
    expect([...steps]).toEqual([
      ['b', 1.5],
      ['c', 6.5],
    ]);
  });

  it('leave out the outlets that were on from the start', () => {
    const steps = remainingSteps(aGroup(['ON', 'OFF', 'OFF', 'ON'], { step: 3, of: 4, next: 0 }));
    expect([...steps.keys()]).toEqual(['b', 'c']);
  });

  it('leave out an outlet that was turned off by hand before', () => {
    const steps = remainingSteps(aGroup(['OFF', 'ON', 'OFF'], { step: 3, of: 3, next: 4 }));
    expect([...steps]).toEqual([['c', 4]]);
  });
});
