import { aBank, aMessage, HEBREW, LONG } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import { AlarmsPanel } from './alarms-panel.js';

const panel = (change: object): Story => ({
  message: aMessage({ banks: [aBank(1, change), aBank(2, { ...change, bankName: HEBREW })] }),
  api: { '/api/alarms': { alarms: [], total: 0, unacknowledged: 0 } },
  show: () => <AlarmsPanel />,
});

const anAlarm = (id: string, more: object) => ({
  ...{ id, eventId: 1, eventName: 'Bank over 12 A', object: 'bank 1200578', objectId: '1200578', objectKind: 'bank' },
  since: '2026-03-02T07:58:12Z',
  reading: { label: 'current', value: 16.42, limit: 12, unit: 'A', direction: 'above' },
  ...more,
});

export default {
  none: panel({}),
  overload: panel({ currentRms: 23 }),
  tripped: panel({ circuitBreakerClosed: false }),
  'long-names': panel({ circuitBreakerClosed: false, bankName: LONG }),
  old: { ...panel({ currentRms: 23 }), stream: 'old' },
  acknowledged: {
    ...panel({ currentRms: 23 }),
    api: {
      '/api/alarms': {
        alarms: [
          anAlarm('1', {}),
          anAlarm('2', { acknowledgement: { time: '2026-03-02T07:59:00Z', who: 'anna', note: LONG } }),
          anAlarm('3', { acknowledgement: { time: '2026-03-02T07:59:00Z' } }),
        ],
        total: 3,
        unacknowledged: 1,
      },
    },
  },
  'tripped-6': {
    ...panel({}),
    message: aMessage({ banks: [1, 2, 3, 4, 5, 6].map((index) => aBank(index, { circuitBreakerClosed: false })) }),
  },
  lost: { ...panel({ currentRms: 23 }), stream: 'lost' },
} satisfies Stories;
