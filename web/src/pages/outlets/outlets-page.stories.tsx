import { aBank, anOutlet, aMessage, HEBREW, LONG, someOutlets } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import OutletsPage from './outlets-page.js';

/** The user of the stories may switch 48 outlets. */
const NOT_PERMITTED = 49;

const table = (count: number, change: object = {}): Story => listOf(someOutlets(count, change));

const listOf = (outlets: ReturnType<typeof someOutlets>): Story => ({
  message: aMessage({
    outlets,
    banks: [1, 2, 3, 4, 5, 6].map((index) => aBank(index)),
  }),
  api: { '/api/groups': [], '/api/capacity': { nodes: [], derating: 0.8 } },
  show: () => <OutletsPage />,
});

export default {
  'rows-48': table(48),
  empty: table(0),
  'long-names': table(3, { outletName: LONG, device: { name: LONG, reachable: false } }),
  protected: table(3, { outletName: HEBREW, protection: 'locked' }),
  'without-buttons': listOf([
    anOutlet(1, { protection: 'locked' }),
    anOutlet(2, { protection: 'rebootOnly' }),
    anOutlet(NOT_PERMITTED),
    anOutlet(4),
  ]),
  lost: { ...table(3), stream: 'lost' },
} satisfies Stories;
