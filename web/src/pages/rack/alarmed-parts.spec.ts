import { describe, expect, it } from '@jest/globals';
import { alarmedParts } from './alarmed-parts.js';

const alarms = [
  { tone: 'bad', places: ['1-1', '1-2'] },
  { tone: 'warn', places: ['1-2', '2'] },
] as const;

describe('the parts that have an alarm', () => {
  it('are marked with the worst of theirs', () => {
    expect([...alarmedParts(alarms, undefined)]).toEqual([
      ['1-1', 'bad'],
      ['1-2', 'bad'],
      ['2', 'warn'],
    ]);
  });

  it('have no colour while the alarms cannot be read again', () => {
    expect([...alarmedParts(alarms, 1_767_225_600)]).toEqual([
      ['1-1', 'past'],
      ['1-2', 'past'],
      ['2', 'past'],
    ]);
  });
});
