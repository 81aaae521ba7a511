/** Shows one story, named by the address: `?story=load-bar/lost`; without a name a list of all. */
import { applyLocale } from '../src/language/locale.js';
import { loadWords } from '../src/language/words.js';
import { replaceNetwork } from './network.js';
import type { Stories } from './story.js';

async function start(): Promise<void> {
  applyLocale();
  await loadWords(
    ...(['base', 'automation', 'capacity', 'energy', 'groups', 'history', 'log', 'network', 'palette'] as const),
    ...(['rack', 'relays', 'roles', 'simulator', 'system', 'users', 'wall'] as const),
  );
  const modules = import.meta.glob<{ readonly default: Stories }>('../src/**/*.stories.tsx');
  const all = new Map(
    await Promise.all(
      Object.entries(modules).map(async ([path, load]) => {
        const part = /([^/]+)\.stories\.tsx$/.exec(path)?.[1] ?? path;
        return [part, (await load()).default] as const;
      }),
    ),
  );
  const names = [...all].flatMap(([part, stories]) => Object.keys(stories).map((name) => `${part}/${name}`));
  Object.assign(globalThis, { storyNames: names });
  const wanted = new URLSearchParams(location.search).get('story') ?? '';
  const [part = '', name = ''] = wanted.split('/');
  const story = all.get(part)?.[name];
  if (story) replaceNetwork(story);
  const { render } = await import('./frame.js');
  render(story, names);
}

void start();
