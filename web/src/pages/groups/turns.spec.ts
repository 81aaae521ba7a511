import { describe, expect, it } from '@jest/globals';
import type { Schema } from '../../api/client.js';
import { turnsOf } from './turns.js';

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

describe('who of a group waits for his turn', () => {
  it('is nobody while no sequence runs, whatever is off', () => {
    expect([...turnsOf(aGroup(['ON', 'OFF']))]).toEqual([]);
  });

  it('is who is off, one after another', () => {
    const turns = turnsOf(aGroup(['ON', 'OFF', 'OFF'], { step: 2, of: 3, next: 1.5 }));
    expect([...turns]).toEqual([
      ['b', 1.5],
      ['c', 6.5],
    ]);
  });

  it('passes over what was on from the start', () => {
    const turns = turnsOf(aGroup(['ON', 'OFF', 'OFF', 'ON'], { step: 3, of: 4, next: 0 }));
    expect([...turns.keys()]).toEqual(['b', 'c']);
  });

  it('is not who was turned off by hand before it', () => {
    const turns = turnsOf(aGroup(['OFF', 'ON', 'OFF'], { step: 3, of: 3, next: 4 }));
    expect([...turns]).toEqual([['c', 4]]);
  });
});
