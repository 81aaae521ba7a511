import { useSyncExternalStore } from 'react';
import { queryClient } from '../api/queries.js';
import { LiveConnection, type LiveStatus } from './live-connection.js';
import { LiveSeries } from './live-series.js';
import { LiveStore, type LiveList, type LiveMessage, type LiveOf } from './live-store.js';

/** The one store, its series and its connection; the session starts and stops them. */
export const live = new LiveStore();
export const liveSeries = new LiveSeries(live);
export const liveConnection = new LiveConnection(live, () => {
  void queryClient.invalidateQueries({ queryKey: ['/api/user'] });
});

/** The newest state of one thing; renders only when that thing changes. */
export function useLive<L extends LiveList>(list: L, id: string): LiveOf<L> | undefined {
  return useSyncExternalStore(
    (listener) => live.subscribe(`${list}/${id}`, listener),
    () => live.thing(list, id),
  );
}

/**
 * One fact of one thing; renders only when the fact itself changes: `useLiveFact('outlets', id, (o) => o?.state)`.
 * @param pick answers a primitive
 */
export function useLiveFact<L extends LiveList, T extends string | number | boolean | undefined>(
  list: L,
  id: string,
  pick: (thing: LiveOf<L> | undefined) => T,
): T {
  return useSyncExternalStore(
    (listener) => live.subscribe(`${list}/${id}`, listener),
    () => pick(live.thing(list, id)),
  );
}

/** The ids of a list in the server's order; undefined before the first message. */
export function useLiveIds(list: LiveList): readonly string[] | undefined {
  return useSyncExternalStore(
    (listener) => live.subscribe(list, listener),
    () => live.ids(list),
  );
}

/** A fact over everything, worked out at each message; renders only when it changes. Answers a primitive. */
export function useLiveSummary<T extends string | number | boolean | undefined>(pick: () => T): T {
  return useSyncExternalStore((listener) => live.subscribe('all', listener), pick);
}

/** The device's uptime and time; renders every second. */
export function useLiveDevice(): LiveMessage['device'] | undefined {
  return useSyncExternalStore(
    (listener) => live.subscribe('device', listener),
    () => live.device,
  );
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => liveConnection.subscribe(listener),
    () => liveConnection.status,
  );
}

/** False while the stream is not there: nothing on the screen is known to be so any more. Tells nothing of the age. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => liveConnection.subscribe(listener),
    () => liveConnection.status.state === 'live',
  );
}
