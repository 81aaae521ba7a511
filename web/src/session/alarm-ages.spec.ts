import { describe, expect, it } from '@jest/globals';
import { AlarmAges } from './alarm-ages.js';

const [tripped, lost] = [{ id: 'tripped 1' }, { id: 'lost A' }];

describe('the age of an alarm', () => {
  it('counts from the moment at which it came', () => {
    const ages = new AlarmAges();
    ages.note([], 100);
    ages.note([tripped], 110);
    ages.note([tripped, lost], 120);
    expect(ages.ageOf(tripped.id, 170)).toEqual({ seconds: 60, isLeast: false });
    expect(ages.ageOf(lost.id, 170)).toEqual({ seconds: 50, isLeast: false });
  });

  it('is the least that it can be for one that was there before', () => {
    const ages = new AlarmAges();
    ages.note([tripped], 100);
    expect(ages.ageOf(tripped.id, 130)).toEqual({ seconds: 30, isLeast: true });
  });

  it('is what the controller says, where it does', () => {
    const ages = new AlarmAges();
    ages.note([{ id: 'event 1', since: 10 }], 100);
    expect(ages.ageOf('event 1', 110)).toEqual({ seconds: 100, isLeast: false });
  });

  it('begins at zero for one that comes back', () => {
    const ages = new AlarmAges();
    ages.note([tripped], 100);
    ages.note([], 110);
    ages.note([tripped], 120);
    expect(ages.ageOf(tripped.id, 125)).toEqual({ seconds: 5, isLeast: false });
  });
});
