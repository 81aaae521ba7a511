import { aBank, aMessage, HEBREW, LONG } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import { AlarmsPanel } from './alarms-panel.js';

const panel = (change: object): Story => ({
  message: aMessage({ banks: [aBank(1, change), aBank(2, { ...change, bankName: HEBREW })] }),
  api: { '/api/events': [] },
  show: () => <AlarmsPanel />,
});

export default {
  none: panel({}),
  overload: panel({ currentRms: 23 }),
  tripped: panel({ circuitBreakerClosed: false }),
  'long-names': panel({ circuitBreakerClosed: false, bankName: LONG }),
  old: { ...panel({ currentRms: 23 }), stream: 'old' },
  lost: { ...panel({ currentRms: 23 }), stream: 'lost' },
} satisfies Stories;
