import { aBank, aMessage } from '../../stories/fixtures.js';
import type { Stories, Story } from '../../stories/story.js';
import { LoadBar } from './load-bar.js';

const bar = (currentRms: number | undefined, rated: number | undefined = 20): Story => ({
  message: aMessage({ banks: [aBank(1, { currentRms, ratedCurrent: rated })] }),
  show: () => (
    <LoadBar list="banks" id="1200578" label="Load of Bank 1" current={(bank) => bank?.currentRms} rated={rated} />
  ),
});

export default {
  live: bar(8.4),
  high: bar(17.2),
  over: bar(22.4),
  old: { ...bar(8.4), stream: 'old' },
  lost: { ...bar(17.2), stream: 'lost' },
  empty: bar(undefined),
  unrated: {
    ...bar(3.8),
    show: () => <LoadBar list="banks" id="1200578" label="Load" current={(b) => b?.currentRms} rated={undefined} />,
  },
} satisfies Stories;
