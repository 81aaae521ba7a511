import { useEffect, useMemo } from 'react';
import type { Schema } from '../api/client.js';
import { queryClient, useApi } from '../api/queries.js';
import { TRIGGERED, unacknowledged, worstFirst } from '../components/alarm-order.js';
import { alarmsOf, type Alarm } from '../components/alarms.js';
import { objectName } from '../components/object-name.js';
import { useOnChange } from '../components/use-on-change.js';
import { words } from '../language/words.js';
import { live, useLiveSummary, useNewestEntry } from '../live/live.js';
import { deviceNow } from '../live/device-now.js';
import { alarmAges } from './alarm-age-now.js';
import { useSession } from './session.js';

const PATH = '/api/alarms';
const EVERY = 2_000;

let calculated: { readonly of: typeof live.device; readonly text: string } = { of: undefined, text: '[]' };

/** The alarms from the newest measurements, calculated once for each message, whoever counts them. */
function measuredNow(): string {
  if (live.device === undefined) return '[]';
  if (calculated.of !== live.device) calculated = { of: live.device, text: JSON.stringify(alarmsOf(live)) };
  return calculated.text;
}

interface Alarms {
  /** The worst first, those that somebody has acknowledged last. */
  readonly alarms: readonly Alarm[];
  /** Number of those that nobody has acknowledged, also where the list has not all of them. */
  readonly count: number;
}

/**
 * The active alarms that the role may see: those from measurements, and the events that have triggered. The header, the
 * navigation, the tab and the pages all count these.
 */
function useActive(): Alarms {
  const { rights } = useSession();
  const measured = useLiveSummary(measuredNow);
  const { data } = useApi(PATH, { every: EVERY, enabled: rights.can('viewEventActions') });
  const active = useMemo(() => {
    const ofEvents = (data?.alarms ?? []).map(alarmOf);
    const alarms = worstFirst([...(JSON.parse(measured) as Alarm[]), ...ofEvents]);
    const unlisted = (data?.unacknowledged ?? 0) - unacknowledged(ofEvents).length;
    return { alarms, count: unacknowledged(alarms).length + unlisted };
  }, [measured, data]);
  const hasMessage = useLiveSummary(() => live.device !== undefined);
  useEffect(() => {
    if (hasMessage) alarmAges.note(active.alarms, deviceNow());
  }, [active, hasMessage]);
  return active;
}

export const useAlarms = (): readonly Alarm[] => useActive().alarms;

/** The alarms that nobody has acknowledged: how many there are, and the worst. */
export function useUnacknowledged(): { readonly count: number; readonly worst: Alarm | undefined } {
  const { alarms, count } = useActive();
  return { count, worst: unacknowledged(alarms)[0] };
}

/** Reads the alarms again as soon as the stream says that there is a new entry in the log, as for an acknowledgement. */
export function useNewestAlarms(): void {
  useOnChange(useNewestEntry(), () => void queryClient.invalidateQueries({ queryKey: [PATH] }));
}

function alarmOf({
  id,
  eventId,
  eventName,
  object,
  objectId,
  objectKind,
  since,
  reading,
  acknowledgement,
}: Schema['AlarmView']): Alarm {
  const isOfController = objectKind === 'system' || objectKind === 'network';
  return {
    tone: TRIGGERED,
    text: words.overview.eventTriggered(eventName, isOfController ? '' : (objectName(objectId) ?? object)),
    path: `/events/${eventId}`,
    key: `event ${id}`,
    places: [objectId],
    id,
    ...(since !== undefined && { since: Math.floor(Date.parse(since) / 1000) }),
    ...(reading && { reading }),
    ...(acknowledgement && { acknowledgement }),
  };
}
