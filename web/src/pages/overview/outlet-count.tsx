import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { en } from '../../language/en.js';
import { live, useLiveSummary } from '../../live/live.js';
import { countPower } from '../outlets/outlet-condition.js';
import { conditionNow } from '../outlets/outlet-state.js';

/** How many outlets have power, and the way to them. */
export function OutletCount() {
  const text = useLiveSummary(countText);
  return (
    <Button component={Link} to="/outlets" variant="default">
      <span className="live">{text}</span>
    </Button>
  );
}

/** "23 powered · 12 without power · 1 off"; a model that does not know the states has just so many outlets. */
function countText(): string {
  const outlets = live.all('outlets').map((outlet) => ({ outlet, condition: conditionNow(outlet.id) }));
  const words = en.overview;
  if (outlets.every(({ condition }) => condition === 'unknown')) return words.outlets(outlets.length);
  const count = countPower(outlets);
  const others = (['dark', 'off', 'faulty', 'unknown'] as const).flatMap((kind) =>
    count[kind] === 0 ? [] : words[kind](count[kind]),
  );
  return [words.powered(count.powered), ...others].join(' · ');
}
