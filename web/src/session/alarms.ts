import { useMemo } from 'react';
import { useApi } from '../api/queries.js';
import { alarmsOf, type Alarm } from '../components/alarms.js';
import { words } from '../language/words.js';
import { live, useLiveSummary } from '../live/live.js';
import { useSession } from './session.js';

const EVERY = 2_000;

/**
 * The active alarms that the role may see, the worst first: those from measurements, and the events that have
 * triggered. The header, the navigation, the tab and the pages all count these.
 */
export function useAlarms(): readonly Alarm[] {
  const { rights } = useSession();
  const measured = useLiveSummary(() => JSON.stringify(alarmsOf(live)));
  const { data: events } = useApi('/api/events', { every: EVERY, enabled: rights.can('viewEventActions') });
  return useMemo(() => {
    const triggered = (events ?? []).flatMap(({ id, name, triggered: isTriggered }): Alarm[] =>
      isTriggered ? [{ tone: 'warn', text: words.overview.eventTriggered(name), path: `/events/${id}` }] : [],
    );
    const all = [...(JSON.parse(measured) as Alarm[]), ...triggered];
    return [...all.filter(({ tone }) => tone === 'bad'), ...all.filter(({ tone }) => tone === 'warn')];
  }, [measured, events]);
}
