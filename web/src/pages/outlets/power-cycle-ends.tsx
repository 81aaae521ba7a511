import { useEffect, useState } from 'react';
import { objectName } from '../../components/object-name.js';
import { words } from '../../language/words.js';
import { live } from '../../live/live.js';
import { cycleEnd } from './outlet-reason.js';
import { conditionNow } from './outlet-state.js';

/**
 * The ends of the power cycles that this page has seen, for screen readers: each is said once, with what the outlet draws
 * again.
 */
export function PowerCycleEnds({ id }: { readonly id?: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const cycling = new Set<string>();
    return live.subscribe('all', () => {
      const watched = id === undefined ? (live.ids('outlets') ?? []) : [id];
      const ended = watched.flatMap((each) => endNow(each, cycling) ?? []);
      if (ended.length > 0) setSaid(ended.join(' '));
    });
  }, [id]);
  return (
    <span role="status" className="visually-hidden">
      {said}
    </span>
  );
}

/** The end of the power cycle of an outlet by this message, if it has ended. `cycling` are the ids of those in one. */
function endNow(id: string, cycling: Set<string>): string | undefined {
  const condition = conditionNow(id);
  if (condition === 'pendingOff' || condition === 'pendingOn') cycling.add(id);
  else if (cycling.has(id)) {
    const end = cycleEnd(live.get('outlets', id), condition, live.device);
    if (end !== undefined) cycling.delete(id);
    if (end) return words.outlets.reason.ofOutlet(objectName(id) ?? id, end);
  }
  return undefined;
}
