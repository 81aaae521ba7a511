import { useEffect, useMemo, useRef } from 'react';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import type { ChartMarker } from '../../components/time-chart.js';
import { deviceNow } from '../../live/device-now.js';
import { useNewestEntry } from '../../live/live.js';
import { useSession } from '../../session/session.js';

/** The kinds of entries that explain a load: switching, triggered events, breakers, mains, transfers. */
const KINDS = [
  ...['outlet.switch', 'event.trigger', 'bank.breakerTripped', 'bank.breakerClosed'],
  ...['inlet.mainsLost', 'inlet.mainsBack', 'inlet.transfer', 'sensor.disconnected'],
].join();
const MINUTE = 60_000;
const MOST = 500;

/** The seconds by which the time of the newest markers moves on at once. */
const QUARTER = 900;

type Entry = Pick<Schema['TimelineEntryView'], 'id' | 'time' | 'kind' | 'sentence'>;
/** The objects of an entry, as in the timeline. */
type Concerned = Pick<Schema['TimelineEntryView'], 'object'> & { details: { about?: { id: string } } };

const toneOf = (kind: string): ChartMarker['tone'] => {
  if (/Tripped|Lost|transfer/.test(kind)) return 'fault';
  return kind.startsWith('event.') || kind.startsWith('device.') ? 'event' : 'switching';
};

export const markerOf = ({ id, time, kind, sentence }: Entry): ChartMarker => ({
  id,
  at: Date.parse(time) / 1000,
  text: sentence,
  tone: toneOf(kind),
});

const NONE: readonly ChartMarker[] = [];
const MAIN = /^(inlet|line):/;

const concernedOf = ({ object, details }: Concerned): string[] => [
  object.id,
  ...(details.about ? [details.about.id] : []),
];

/** True for what happened to a bank, to an outlet of it or to what feeds it. */
export const concernsBank = (entry: Concerned, bankId: string): boolean =>
  concernedOf(entry).some(
    (id) => id === `bank:${bankId}` || MAIN.test(id) || (id.startsWith('outlet:') && id.endsWith(`-${bankId}`)),
  );

/**
 * The entries of the timeline that explain the chart of one object; undefined if the role may not read it.
 * @param object as in the timeline: outlet:1-1200578
 */
export function useMarkers(object: string | undefined, from: number, to: number): readonly ChartMarker[] | undefined {
  const enabled = useMayRead() && object !== undefined;
  const query = { object: object ?? '', from: String(from), to: String(to), kinds: KINDS, limit: MOST };
  const { data } = useApi('/api/timeline', { query, enabled, every: MINUTE, keepsAnswer: true });
  const markers = useMemo(() => {
    // The answer may be that of another object, until its own has come.
    const own = data?.entries.filter((entry) => object !== undefined && concernedOf(entry).includes(object));
    return own?.map(markerOf);
  }, [data, object]);
  return enabled ? (markers ?? NONE) : undefined;
}

/**
 * The newest entries that explain the load of the whole PDU, or of one bank; undefined if the role may not read them.
 * The charts of a page share one request; another follows each new entry.
 */
export function useNewestMarkers(seconds: number, bankId: string | undefined): readonly ChartMarker[] | undefined {
  const enabled = useMayRead();
  const from = Math.floor((deviceNow() - seconds) / QUARTER) * QUARTER;
  const query = { from: String(from), kinds: KINDS, limit: MOST };
  const { data, refetch, isFetching } = useApi('/api/timeline', { query, enabled, keepsAnswer: true });
  const newest = useNewestEntry();
  const asked = useRef(newest);
  useEffect(() => {
    // The answer to a request that is on its way may be without the newest entry.
    if (!enabled || isFetching || asked.current === newest) return;
    asked.current = newest;
    void refetch({ cancelRefetch: false });
  }, [enabled, isFetching, newest, refetch]);
  const markers = useMemo(
    () => data?.entries.filter((entry) => bankId === undefined || concernsBank(entry, bankId)).map(markerOf),
    [data, bankId],
  );
  return enabled ? (markers ?? NONE) : undefined;
}

function useMayRead(): boolean {
  const { rights } = useSession();
  return rights.can('viewLog') || rights.can('viewUsersList');
}
