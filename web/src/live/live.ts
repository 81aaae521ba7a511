import { useSyncExternalStore } from 'react';
import { queryClient, readAllAgain } from '../api/queries.js';
import { isHub } from '../api/role.js';
import { FleetStore } from './fleet-store.js';
import { LiveConnection, OLD_AFTER, type LiveStatus } from './live-connection.js';
import { LiveSeries } from './live-series.js';
import { LiveStore, type LiveList, type LiveMessage, type LiveOf } from './live-store.js';

/** The only store, its series and its connection; the session starts and stops them. */
export const live = new LiveStore();
/** The store in their place at a hub. */
export const fleet = new FleetStore();
export const liveSeries = new LiveSeries(live);
export const liveConnection = new LiveConnection(
  isHub ? fleet : live,
  () => void queryClient.invalidateQueries({ queryKey: ['/api/user'] }),
  () => void readAllAgain(),
);

/** The newest state of an object; renders only when the object changes. */
export function useLive<L extends LiveList>(list: L, id: string): LiveOf<L> | undefined {
  return useSyncExternalStore(
    (listener) => live.subscribe(`${list}/${id}`, listener),
    () => live.get(list, id),
  );
}

/**
 * One value of an object; renders only when the value changes: `useLiveValue('outlets', id, (o) => o?.state)`.
 * @param pick answers a primitive
 */
export function useLiveValue<L extends LiveList, T extends string | number | boolean | undefined>(
  list: L,
  id: string,
  pick: (object: LiveOf<L> | undefined) => T,
): T {
  return useSyncExternalStore(
    (listener) => live.subscribe(`${list}/${id}`, listener),
    () => pick(live.get(list, id)),
  );
}

/** The ids of a list in the server's order; undefined before the first message. */
export function useLiveIds(list: LiveList): readonly string[] | undefined {
  return useSyncExternalStore(
    (listener) => live.subscribe(list, listener),
    () => live.ids(list),
  );
}

/** A value computed from all objects at each message; renders only when it changes. `pick` answers a primitive. */
export function useLiveSummary<T extends string | number | boolean | undefined>(pick: () => T): T {
  return useSyncExternalStore((listener) => live.subscribe('all', listener), pick);
}

/** Id of the newest entry of the log that the user may see; renders when it changes. */
export const useNewestEntry = (): number | undefined =>
  useSyncExternalStore(
    (listener) => (isHub ? fleet.subscribe(listener) : live.subscribe('all', listener)),
    () => (isHub ? fleet : live).timeline,
  );

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

/**
 * False while the stream is lost, so that the screen may be out of date. True says nothing about the age of the values.
 */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => liveConnection.subscribe(listener),
    () => liveConnection.status.state === 'live',
  );
}

/** True while the controller answers and its hardware does not; renders only when that changes. */
export function useIsSilent(): boolean {
  return useSyncExternalStore(
    (listener) => liveConnection.subscribe(listener),
    () => liveConnection.status.state === 'live' && liveConnection.status.age > OLD_AFTER,
  );
}
