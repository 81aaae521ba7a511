import { aBank, aMessage, HEBREW, LONG, someOutlets } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import OutletsPage from './outlets-page.js';

const table = (count: number, change: object = {}): Story => ({
  message: aMessage({
    outlets: someOutlets(count, change),
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
  lost: { ...table(3), stream: 'lost' },
} satisfies Stories;
