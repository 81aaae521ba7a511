import { aMessage, HEBREW, LONG } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import type { PageRow } from '../pages.js';
import Palette from './palette.js';

const titles = ['rack', 'overview', 'outlets', 'groups', 'capacity', 'energy', 'history', 'timeline'] as const;
const pages = titles.map((title) => ({ path: `/${title}`, title, section: 'power' })) as unknown as PageRow[];

const palette = (query: string, names: readonly string[]): Story => ({
  message: aMessage(),
  api: {
    '/api/groups': names.map((groupName, place) => ({ id: String(place), groupName, outlets: [] })),
    '/api/events': names.map((name, place) => ({ id: place, name })),
  },
  show: () => {
    localStorage.setItem('rackfeed-palette-recent', query);
    return <Palette pages={pages} opened onClose={() => undefined} />;
  },
});

export default {
  live: palette('[]', []),
  'long-names': palette('["group 0","group 1","event 0"]', [LONG, HEBREW]),
} satisfies Stories;
