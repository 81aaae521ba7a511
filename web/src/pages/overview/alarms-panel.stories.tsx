import { aBank, aMessage, HEBREW, LONG } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import { AlarmsPanel } from './alarms-panel.js';

const anAlarm = (kind: string, more: object = {}) => ({
  ...{ id: `${kind}-1`, kind, severity: kind === 'highLoad' ? 'warning' : 'critical', since: '2026-03-02T07:58:12Z' },
  ...{ object: 'bank 1200578', objectId: '1200578', objectKind: 'bank' },
  ...more,
});

const AMPS = { label: 'current', unit: 'A', direction: 'reached' };
const OVERLOAD = anAlarm('overload', { reading: { ...AMPS, value: 23, limit: 20 }, ratedCurrent: 20 });
const EVENT = {
  ...{ eventId: 1, eventName: 'Bank over 12 A' },
  reading: { ...AMPS, value: 16.42, limit: 12, direction: 'above' },
};
const ACKNOWLEDGED = { time: '2026-03-02T07:59:00Z' };

const panel = (alarms: readonly object[], change: object = {}): Story => ({
  message: aMessage({ banks: [aBank(1, change), aBank(2, { ...change, bankName: HEBREW })] }),
  api: {
    '/api/alarms': {
      alarms,
      total: alarms.length,
      unacknowledged: alarms.filter((alarm) => !('acknowledgement' in alarm)).length,
    },
  },
  show: () => <AlarmsPanel />,
});

export default {
  none: panel([]),
  overload: panel([OVERLOAD], { currentRms: 23 }),
  tripped: panel([
    anAlarm('breakerTripped'),
    anAlarm('breakerTripped', { id: '2', object: 'bank 1200579', objectId: '1200579' }),
  ]),
  'long-names': panel([anAlarm('breakerTripped')], { bankName: LONG }),
  old: { ...panel([OVERLOAD], { currentRms: 23 }), stream: 'old' },
  acknowledged: panel([
    OVERLOAD,
    anAlarm('event', EVENT),
    anAlarm('breakerTripped', { acknowledgement: { ...ACKNOWLEDGED, who: 'anna', note: LONG } }),
    anAlarm('event', { ...EVENT, id: '3', acknowledgement: ACKNOWLEDGED }),
  ]),
  'each-kind': panel([
    anAlarm('breakerTripped'),
    anAlarm('inletLost', { object: 'inlet I1-1000036', objectId: 'I1-1000036', objectKind: 'inlet' }),
    anAlarm('relayFault', { object: 'outlet 1-1200578', objectId: '1-1200578', objectKind: 'outlet' }),
    anAlarm('noPower', { outletIds: ['1-1200578', '2-1200578'] }),
    anAlarm('highLoad', { reading: { ...AMPS, value: 17, limit: 16 }, ratedCurrent: 20 }),
  ]),
  lost: { ...panel([OVERLOAD], { currentRms: 23 }), stream: 'lost' },
} satisfies Stories;
