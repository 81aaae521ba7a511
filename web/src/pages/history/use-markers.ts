import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import type { ChartMarker } from '../../components/time-chart.js';
import { useSession } from '../../session/session.js';

/** The kinds of entries that explain a load: switching, triggered events, breakers, mains, transfers. */
const KINDS = [
  ...['outlet.switch', 'event.trigger', 'bank.breakerTripped', 'bank.breakerClosed'],
  ...['inlet.mainsLost', 'inlet.mainsBack', 'inlet.transfer', 'sensor.disconnected'],
].join();
const MINUTE = 60_000;
const MOST = 500;

type Entry = Pick<Schema['TimelineEntryView'], 'id' | 'time' | 'kind' | 'sentence'>;

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

/**
 * The entries of the timeline that explain a chart; undefined if the role may not read it.
 * @param object as in the timeline: outlet:1-1200578
 */
export function useMarkers(object: string | undefined, from: number, to: number): readonly ChartMarker[] | undefined {
  const { rights } = useSession();
  const enabled = object !== undefined && (rights.can('viewLog') || rights.can('viewUsersList'));
  const query = {
    ...(object !== undefined && { object }),
    from: String(from),
    to: String(to),
    kinds: KINDS,
    limit: MOST,
  };
  const { data } = useApi('/api/timeline', { query, enabled, every: MINUTE });
  return enabled ? (data?.entries.map(markerOf) ?? NONE) : undefined;
}

const NONE: readonly ChartMarker[] = [];
