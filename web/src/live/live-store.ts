import type { Schema } from '../api/client.js';

/** One message of the stream: the names and units of the API, and only the objects that the user's role may see. */
export interface LiveMessage {
  readonly device: { readonly uptime: number; readonly time: string; readonly readingAge?: number };
  readonly inlets: readonly Schema['InletView'][];
  readonly banks: readonly Schema['BankView'][];
  /** Device, labels and consumers only in the first message, and when they have changed; null or empty when they are gone. */
  readonly outlets: readonly Schema['OutletView'][];
  readonly sensors: readonly Schema['SensorView'][];
  readonly relayOutputs: readonly Schema['RelayOutputView'][];
  /** Id of the newest entry of the log that the user may see. */
  readonly timeline?: number;
}

export type LiveList = Exclude<keyof LiveMessage, 'device' | 'timeline'>;
export type LiveOf<L extends LiveList> = LiveMessage[L][number];
type LiveObject = LiveOf<LiveList>;
type Outlet = LiveMessage['outlets'][number];
type Listener = () => void;

const LISTS: readonly LiveList[] = ['inlets', 'banks', 'outlets', 'sensors', 'relayOutputs'];
const idOf = (object: LiveObject): string => ('sensorId' in object ? object.sensorId : object.id);

/**
 * The newest message of the stream, kept outside React: a component that shows one object is notified only when that
 * object has changed, and a list of ids stays the same array until an object appears or disappears.
 */
export class LiveStore {
  readonly #objects = new Map<string, LiveObject>();
  readonly #ids = new Map<LiveList, readonly string[]>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #details = new Map<string, Pick<Outlet, 'device' | 'labels' | 'consumers'>>();
  #device: LiveMessage['device'] | undefined;
  #timeline: number | undefined;

  /** @param isFirst true for the first message of a connection, which has the details of all outlets */
  receive(message: LiveMessage, isFirst = false): void {
    const changed: string[] = ['device'];
    this.#device = message.device;
    this.#timeline = message.timeline;
    if (isFirst) this.#details.clear();
    const outlets = message.outlets.map((outlet) => this.#withDetails(outlet));
    for (const list of LISTS) this.#update(list, list === 'outlets' ? outlets : message[list], changed);
    for (const key of changed) this.#notify(key);
    this.#notify('all');
  }

  /** Id of the newest entry of the log that the user may see; undefined before there is one. */
  get timeline(): number | undefined {
    return this.#timeline;
  }

  get device(): LiveMessage['device'] | undefined {
    return this.#device;
  }

  /** An object of a list by its id; the same reference as long as nothing in it changes. */
  get<L extends LiveList>(list: L, id: string): LiveOf<L> | undefined {
    return this.#objects.get(`${list}/${id}`);
  }

  /** The ids of a list, in the server's order; undefined before the first message. */
  ids(list: LiveList): readonly string[] | undefined {
    return this.#ids.get(list);
  }

  all<L extends LiveList>(list: L): LiveOf<L>[] {
    return (this.#ids.get(list) ?? []).flatMap((id) => this.get(list, id) ?? []);
  }

  /** @param key `device`, `all` (every message), a list's name (objects come or go), or `<list>/<id>` */
  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Removes all data, because another user may sign in. */
  clear(): void {
    this.#objects.clear();
    this.#details.clear();
    this.#device = undefined;
    this.#timeline = undefined;
    const keys = [...this.#listeners.keys()];
    this.#ids.clear();
    for (const key of keys) this.#notify(key);
  }

  /** The outlet with its device, labels and consumers, those of an earlier message if it has none. */
  #withDetails(outlet: Outlet): Outlet {
    const { device, labels, consumers, ...others } = outlet;
    if (device !== undefined || labels !== undefined || consumers !== undefined) {
      const isLabelled = labels !== undefined && Object.keys(labels).length > 0;
      this.#details.set(outlet.id, {
        ...(device && { device }),
        ...(isLabelled && { labels }),
        ...(consumers?.length && { consumers }),
      });
    }
    return { ...others, ...this.#details.get(outlet.id) };
  }

  #update(list: LiveList, objects: readonly LiveObject[], changed: string[]): void {
    for (const object of objects) {
      const key = `${list}/${idOf(object)}`;
      const before = this.#objects.get(key);
      if (before && isSame(before, object)) continue;
      this.#objects.set(key, object);
      changed.push(key);
    }
    const ids = objects.map(idOf);
    const known = this.#ids.get(list);
    if (known && isSame(known, ids)) return;
    for (const gone of known?.filter((id) => !ids.includes(id)) ?? []) {
      this.#objects.delete(`${list}/${gone}`);
      changed.push(`${list}/${gone}`);
    }
    this.#ids.set(list, ids);
    changed.push(list);
  }

  #notify(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}

/** Deep equality of plain data. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
