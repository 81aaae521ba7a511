import { beforeAll, describe, expect, it } from '@jest/globals';
import { distinctName } from './inlet-name.js';
import { loadWords } from '../language/words.js';

beforeAll(() => loadWords('base'));

describe('the name of an object among others', () => {
  const inlets = [
    { id: 'I1', name: 'NEMA L5-20P Inlet' },
    { id: 'I2', name: 'NEMA L5-20P Inlet' },
    { id: 'I3', name: 'Feed from the roof' },
  ];

  it('has its number only where two are called the same', () => {
    expect(inlets.map(({ id }) => distinctName(inlets, id))).toEqual([
      'NEMA L5-20P Inlet (no. 1)',
      'NEMA L5-20P Inlet (no. 2)',
      'Feed from the roof',
    ]);
  });

  it('is its id if the object is unknown', () => {
    expect(distinctName(inlets, 'I9')).toBe('I9');
  });
});
