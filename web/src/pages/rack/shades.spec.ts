import { describe, expect, it } from '@jest/globals';
import type { PathPart } from './path-layout.js';
import { shadesOf } from './shades.js';

const inlet: PathPart = { id: 'I', kind: 'inlet', parents: [] };
const lines = ['L1', 'L2', 'L3'].map((id): PathPart => ({ id, kind: 'line', parents: ['I'] }));
const bank = (id: string, ...parents: string[]): PathPart => ({ id, kind: 'bank', parents });

describe('the shades of the phases', () => {
  it('are one for each line, and those of its banks and outlets', () => {
    const shadeOf = shadesOf([inlet, ...lines, bank('B', 'L2'), { id: '1-B', kind: 'outlet', parents: ['B'] }]);
    expect(['I', 'L1', 'L2', 'L3', 'B', '1-B'].map(shadeOf)).toEqual([0, 1, 2, 3, 2, 2]);
  });

  it('are three for the banks between two lines each', () => {
    const shadeOf = shadesOf([inlet, ...lines, bank('A', 'L1', 'L2'), bank('B', 'L2', 'L3'), bank('C', 'L1', 'L3')]);
    expect(['A', 'B', 'C'].map(shadeOf)).toEqual([1, 2, 3]);
  });

  it('begin with the first for the lines of a second inlet', () => {
    const second = ['M1', 'M2', 'M3'].map((id): PathPart => ({ id, kind: 'line', parents: ['J'] }));
    const shadeOf = shadesOf([inlet, ...lines, { id: 'J', kind: 'inlet', parents: [] }, ...second]);
    expect(['M1', 'M2', 'M3'].map(shadeOf)).toEqual([1, 2, 3]);
  });

  it('are one for each bank where there are no lines, and none for what a role does not see', () => {
    const shadeOf = shadesOf([inlet, bank('A', 'I'), bank('B', 'I')]);
    expect(['A', 'B', 'unseen'].map(shadeOf)).toEqual([1, 2, 0]);
  });
});
