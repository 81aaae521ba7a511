import { useState } from 'react';
import { HEBREW, LONG } from '../../stories/fixtures.js';
import type { Stories, Story } from '../../stories/story.js';
import { OrderedChoice } from './ordered-choice.js';

function Choice({ names, count }: { readonly names: readonly string[]; readonly count: number }) {
  const [value, setValue] = useState<readonly string[]>(names.slice(0, count).map((_, place) => String(place)));
  const choices = names.map((label, place) => ({ value: String(place), label }));
  return <OrderedChoice label="Outlets" choices={choices} value={value} onChange={setValue} />;
}
const choice = (names: readonly string[], count = 2): Story => ({ show: () => <Choice names={names} count={count} /> });
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${place + 1}. Outlet ${place + 1}`);

export default {
  few: choice(numbered(6)),
  'rows-48': choice(numbered(48), 48),
  none: choice(numbered(6), 0),
  empty: choice([]),
  'long-names': choice([LONG, LONG.toUpperCase(), HEBREW]),
} satisfies Stories;
