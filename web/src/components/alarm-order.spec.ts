import { describe, expect, it } from '@jest/globals';
import { unacknowledged, worstFirst } from './alarm-order.js';
import type { Alarm } from './alarms.js';

const anAlarm = (id: string, tone: Alarm['tone'], isAcknowledged = false): Alarm => ({
  ...{ id, tone, text: id, path: '/', places: [] },
  ...(isAcknowledged && { acknowledgement: { time: '2026-03-02T08:00:00Z' } }),
});
const idsOf = (alarms: readonly Alarm[]): string[] => alarms.map(({ id }) => id);

describe('the alarms', () => {
  const alarms = [
    anAlarm('known', 'bad', true),
    anAlarm('warm', 'warn'),
    anAlarm('tripped', 'bad'),
    anAlarm('known and warm', 'warn', true),
    anAlarm('lost', 'bad'),
  ];

  it('stand with the worst first, in their order, and after all of them those that somebody has acknowledged', () => {
    expect(idsOf(worstFirst(alarms))).toEqual(['tripped', 'lost', 'warm', 'known', 'known and warm']);
  });

  it('count while nobody has acknowledged them', () => {
    expect(idsOf(unacknowledged(alarms))).toEqual(['warm', 'tripped', 'lost']);
  });
});
