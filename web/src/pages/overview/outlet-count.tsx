import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { words } from '../../language/words.js';
import { live, useLiveSummary } from '../../live/live.js';
import { countPower } from '../../components/outlet-condition.js';
import { conditionNow } from '../outlets/outlet-state.js';

/** The number of outlets with power, as a link to them. */
export function OutletCount() {
  const text = useLiveSummary(countText);
  return (
    <Button component={Link} to="/outlets" variant="default">
      <span className="live">{text}</span>
    </Button>
  );
}

/** "23 powered · 12 without power · 1 off"; just the number of outlets for a model that does not know their states. */
function countText(): string {
  const outlets = live.all('outlets').map((outlet) => ({ outlet, condition: conditionNow(outlet.id) }));
  const texts = words.overview;
  if (outlets.every(({ condition }) => condition === 'unknown')) return texts.outlets(outlets.length);
  const count = countPower(outlets);
  const others = (['unpowered', 'off', 'faulty', 'unknown'] as const).flatMap((kind) =>
    count[kind] === 0 ? [] : texts[kind](count[kind]),
  );
  return [texts.powered(count.powered), ...others].join(' · ');
}
