import { useEffect, useMemo } from 'react';
import { useApi } from '../api/queries.js';
import { alarmsOf, type Alarm } from '../components/alarms.js';
import { words } from '../language/words.js';
import { live, useLiveSummary } from '../live/live.js';
import { deviceNow } from '../live/device-now.js';
import { alarmAges } from './alarm-age-now.js';
import { useSession } from './session.js';

const EVERY = 2_000;

let calculated: { readonly of: typeof live.device; readonly text: string } = { of: undefined, text: '[]' };

/** The alarms from the newest measurements, calculated once for each message, whoever counts them. */
function measuredNow(): string {
  if (live.device === undefined) return '[]';
  if (calculated.of !== live.device) calculated = { of: live.device, text: JSON.stringify(alarmsOf(live)) };
  return calculated.text;
}

/**
 * The active alarms that the role may see, the worst first: those from measurements, and the events that have
 * triggered. The header, the navigation, the tab and the pages all count these.
 */
export function useAlarms(): readonly Alarm[] {
  const { rights } = useSession();
  const measured = useLiveSummary(measuredNow);
  const { data: events } = useApi('/api/events', { every: EVERY, enabled: rights.can('viewEventActions') });
  const alarms = useMemo(() => {
    const triggered = (events ?? []).flatMap(
      ({ id, name, params, triggered: isTriggered, numTicksBeyond }): Alarm[] => {
        if (!isTriggered) return [];
        const alarm = { text: words.overview.eventTriggered(name), path: `/events/${id}`, key: `event ${id}` } as const;
        const age = numTicksBeyond === undefined ? {} : { age: numTicksBeyond };
        return [{ tone: 'warn', ...alarm, ...age, places: params.filter((param) => param !== '' && isObject(param)) }];
      },
    );
    const all = [...(JSON.parse(measured) as Alarm[]), ...triggered];
    return [...all.filter(({ tone }) => tone === 'bad'), ...all.filter(({ tone }) => tone === 'warn')];
  }, [measured, events]);
  const hasMessage = useLiveSummary(() => live.device !== undefined);
  useEffect(() => {
    if (hasMessage) alarmAges.note(alarms, deviceNow());
  }, [alarms, hasMessage]);
  return alarms;
}

/** True for the id of an object in the stream, among the parameters of an event. */
const isObject = (id: string): boolean =>
  (['inlets', 'banks', 'outlets'] as const).some((list) => live.get(list, id) !== undefined) ||
  live.all('inlets').some(({ inletLines }) => inletLines?.some((line) => line.id === id) ?? false);
