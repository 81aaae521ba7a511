import { useEffect } from 'react';
import { aMessage, HEBREW, LONG, someOutlets } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import type { PageRow } from '../pages.js';
import Palette from './palette.js';

const titles = ['rack', 'overview', 'outlets', 'groups', 'capacity', 'energy', 'history', 'timeline'] as const;
const pages = titles.map((title) => ({ path: `/${title}`, title, section: 'power' })) as unknown as PageRow[];

interface Parts {
  /** The names of groups and events. */
  readonly names?: readonly string[];
  /** Ids of the entries that were used last. */
  readonly recent?: readonly string[];
  /** The text that is typed into the field. */
  readonly query?: string;
  readonly outlets?: number;
}

const palette = ({ names = [], recent = [], query = '', outlets = 8 }: Parts = {}): Story => ({
  message: aMessage({ outlets: someOutlets(outlets) }),
  api: {
    '/api/groups': names.map((groupName, place) => ({ id: String(place), groupName, outlets: [] })),
    '/api/events': names.map((name, place) => ({ id: place, name })),
  },
  show: () => {
    localStorage.setItem('rackfeed-palette-recent', JSON.stringify(recent));
    return <Typed query={query} />;
  },
});

/** The palette after a query was typed as a user types. */
function Typed({ query }: { readonly query: string }) {
  useEffect(() => {
    const type = (): void => {
      const field = document.querySelector<HTMLInputElement>('[role=combobox]');
      if (!field) return void requestAnimationFrame(type); // the dialog is drawn after its page
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, query);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    if (query !== '') type();
  }, [query]);
  return <Palette pages={pages} opened onClose={() => undefined} />;
}

export default {
  live: palette(),
  recent: palette({ names: ['Storage', 'Hypervisors'], recent: ['group 0', 'event 1', 'group 1'] }),
  commands: palette({ query: 'turn off outlet' }),
  'outlets-48': palette({ query: 'reboot', outlets: 48 }),
  nothing: palette({ query: 'xyzzy' }),
  'long-names': palette({ names: [LONG, HEBREW], recent: ['group 0', 'group 1', 'event 0'] }),
  'long-names-found': palette({ names: [LONG, HEBREW], query: 'accounting' }),
  lost: { ...palette({ query: 'outlet' }), stream: 'lost' },
} satisfies Stories;
