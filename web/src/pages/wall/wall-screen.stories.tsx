import { aBank, aMessage, LONG, someOutlets } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import './wall.css';
import { wallOptions } from './wall-options.js';
import { WallScreen } from './wall-screen.js';

const screen = (bank: object = {}, hasEnded = false): Story => ({
  isScreen: true,
  message: aMessage({
    outlets: someOutlets(48),
    banks: [1, 2, 3, 4, 5, 6].map((index) => aBank(index, index === 1 ? bank : {})),
  }),
  show: () => <WallScreen options={wallOptions('')} hasEnded={hasEnded} />,
});

export default {
  live: screen(),
  tripped: screen({ circuitBreakerClosed: false, bankName: LONG }),
  lost: { ...screen(), stream: 'lost' },
  ended: { ...screen({}, true), stream: 'lost' },
} satisfies Stories;
