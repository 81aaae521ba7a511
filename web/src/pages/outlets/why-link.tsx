import { Link } from 'react-router';
import { words } from '../../language/words.js';
import { useLiveSummary } from '../../live/live.js';
import { conditionNow } from './outlet-state.js';

/** The way to the explanation of an outlet that has no power. */
export function WhyLink({ id, name }: { readonly id: string; readonly name: string }) {
  const condition = useLiveSummary(() => conditionNow(id));
  if (condition === 'on' || condition === 'unknown' || condition === 'pendingOn') return null;
  return (
    <Link className="why-link" to={`/outlets/${id}`} aria-label={words.outlets.whyOff(name)}>
      {words.outlets.why}
    </Link>
  );
}
