import { describe, expect, it } from '@jest/globals';
import { aRack } from '../../../test/support/modules/event-rack.js';
import { EVENT_CODES } from '../../events/catalogue/index.js';
import { SINGLE_EVENTS } from '../../fleet-wire/single-events.js';
import { FACTS } from './event-source.js';

describe('the events that a hub never waits for the end of', () => {
  it('are the facts that are raised and never end, one of an earlier release, and the moments of schedules', () => {
    const facts = Object.values(FACTS);
    const single = facts.filter(({ code }) => !facts.some((each) => each.code === code && !each.raised));
    const { model } = aRack();
    const schedules = EVENT_CODES.filter((row) => {
      if (!row.fits(model)) return false;
      const { kind } = row.compile(['1', '1', '1'], model);
      return kind === 'calendar' || kind === 'interval';
    });
    const codes = [...single.map(({ code }) => code), 'OUTLET_FAULT', ...schedules.map(({ code }) => `EVENT_${code}`)];
    expect(codes.sort()).toEqual([...SINGLE_EVENTS].sort());
  });
});
