import type { Schema } from '../api/client.js';

/** One message of the stream: REST names and units, only what the reader's role may see. */
export interface LiveMessage {
  readonly device: { readonly uptime: number; readonly time: string; readonly readingAge?: number };
  readonly inlets: readonly Schema['InletView'][];
  readonly banks: readonly Schema['BankView'][];
  readonly outlets: readonly Schema['OutletView'][];
  readonly sensors: readonly Schema['SensorView'][];
  readonly relayOutputs: readonly Schema['RelayOutputView'][];
}

export type LiveList = Exclude<keyof LiveMessage, 'device'>;
export type LiveOf<L extends LiveList> = LiveMessage[L][number];
type Thing = LiveOf<LiveList>;
type Listener = () => void;

const LISTS: readonly LiveList[] = ['inlets', 'banks', 'outlets', 'sensors', 'relayOutputs'];
const idOf = (thing: Thing): string => ('sensorId' in thing ? thing.sensorId : thing.id);

/**
 * The newest picture that the stream sent, outside React: whoever shows one thing is told only when that thing has
 * changed, and a list of ids stays the same object until a thing comes or goes.
 */
export class LiveStore {
  readonly #things = new Map<string, Thing>();
  readonly #ids = new Map<LiveList, readonly string[]>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #device: LiveMessage['device'] | undefined;

  receive(message: LiveMessage): void {
    const changed: string[] = ['device'];
    this.#device = message.device;
    for (const list of LISTS) this.#take(list, message[list], changed);
    for (const key of changed) this.#tell(key);
    this.#tell('all');
  }

  get device(): LiveMessage['device'] | undefined {
    return this.#device;
  }

  /** A thing of a list, the same object as long as nothing of it changes. */
  thing<L extends LiveList>(list: L, id: string): LiveOf<L> | undefined {
    return this.#things.get(`${list}/${id}`);
  }

  /** The ids of a list, in the server's order; undefined before the first message. */
  ids(list: LiveList): readonly string[] | undefined {
    return this.#ids.get(list);
  }

  all<L extends LiveList>(list: L): LiveOf<L>[] {
    return (this.#ids.get(list) ?? []).flatMap((id) => this.thing(list, id) ?? []);
  }

  /** @param key `device`, `all` (every message), a list's name (things come or go), or `<list>/<id>` */
  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Forgets everything: somebody else signs in. */
  clear(): void {
    this.#things.clear();
    this.#device = undefined;
    const keys = [...this.#listeners.keys()];
    this.#ids.clear();
    for (const key of keys) this.#tell(key);
  }

  #take(list: LiveList, things: readonly Thing[], changed: string[]): void {
    for (const thing of things) {
      const key = `${list}/${idOf(thing)}`;
      const before = this.#things.get(key);
      if (before && isSame(before, thing)) continue;
      this.#things.set(key, thing);
      changed.push(key);
    }
    const ids = things.map(idOf);
    const known = this.#ids.get(list);
    if (known && isSame(known, ids)) return;
    for (const gone of known?.filter((id) => !ids.includes(id)) ?? []) {
      this.#things.delete(`${list}/${gone}`);
      changed.push(`${list}/${gone}`);
    }
    this.#ids.set(list, ids);
    changed.push(list);
  }

  #tell(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}

/** Equal in value: plain data only. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
