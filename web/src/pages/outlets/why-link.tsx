import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { words } from '../../language/words.js';
import { useLiveSummary } from '../../live/live.js';
import { conditionNow } from './outlet-state.js';

/** The way to the explanation of an outlet that has no power. */
export function WhyLink({ id, name }: { readonly id: string; readonly name: string }) {
  const condition = useLiveSummary(() => conditionNow(id));
  if (condition === 'on' || condition === 'unknown' || condition === 'pendingOn') return null;
  return (
    <Anchor
      component={Link}
      to={`/outlets/${id}`}
      size="xs"
      c="inherit"
      underline="always"
      aria-label={words.outlets.whyOff(name)}
    >
      {words.outlets.why}
    </Anchor>
  );
}
