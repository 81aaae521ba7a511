import type { HubSchema } from '../api/client.js';
import type { LiveSink } from './live-connection.js';

type Pdu = HubSchema['PduView'];

/** One message of the stream of a hub: the list of PDUs, or one of them. */
export interface FleetMessage {
  readonly device: LiveSink['device'] & object;
  /** Id of the newest entry of the log that the user may see. */
  readonly timeline?: number;
  /** True if `pdus` are all, and not those that have changed. */
  readonly all?: boolean;
  readonly pdus?: readonly Pdu[];
  /** The ids of PDUs that are gone. */
  readonly gone?: readonly string[];
  readonly lostSites?: readonly HubSchema['LostSiteView'][];
  /** Null for one that the user may not see, or that there is not. */
  readonly pdu?: Pdu | null;
  readonly outlets?: HubSchema['FleetOutletsView'];
  /** A text that is another one when the list of the commands to this PDU is. */
  readonly commands?: string;
}

/** One PDU with what the stream says of it. */
export interface LivePdu {
  readonly pdu: Pdu;
  readonly outlets: HubSchema['FleetOutletsView'];
  readonly commands: string;
}

/** The newest state of the fleet, kept outside React. */
export class FleetStore implements LiveSink {
  #device: FleetMessage['device'] | undefined;
  #timeline: number | undefined;
  #list: readonly Pdu[] | undefined;
  #lostSites: FleetMessage['lostSites'];
  #one: LivePdu | undefined;
  readonly #listeners = new Set<() => void>();

  receive(message: FleetMessage): void {
    const { device, timeline, all, pdus, gone = [], lostSites, pdu, outlets, commands } = message;
    this.#device = device;
    this.#timeline = timeline;
    if (pdus) this.#list = all ? pdus : merged(this.#list ?? [], pdus, new Set(gone));
    if (lostSites && JSON.stringify(lostSites) !== JSON.stringify(this.#lostSites)) this.#lostSites = lostSites;
    if (pdu !== undefined)
      this.#one = pdu && outlets && commands !== undefined ? { pdu, outlets, commands } : undefined;
    this.#notify();
  }

  get device(): FleetMessage['device'] | undefined {
    return this.#device;
  }

  get timeline(): number | undefined {
    return this.#timeline;
  }

  /** The id of the newest event of a PDU, or of all; undefined without one. */
  newestEvent(pdu?: string): number | undefined {
    let newest: number | undefined;
    for (const { id, newestEvent } of this.#list ?? []) {
      if ((pdu === undefined || id === pdu) && newestEvent !== null && newestEvent > (newest ?? 0))
        newest = newestEvent;
    }
    return newest;
  }

  /** The PDUs in the order of enrolment; the same array as long as nothing in it changes. Undefined before the first message. */
  get list(): readonly Pdu[] | undefined {
    return this.#list;
  }

  get lostSites(): FleetMessage['lostSites'] {
    return this.#lostSites;
  }

  /** Undefined before its first message. */
  one(id: string): LivePdu | undefined {
    return this.#one?.pdu.id === id ? this.#one : undefined;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Removes all data, because another user may sign in. */
  clear(): void {
    this.#device = this.#timeline = this.#list = this.#lostSites = this.#one = undefined;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The list with those that have changed in their places, those that are new at the end, and without those that are gone. */
function merged(list: readonly Pdu[], changed: readonly Pdu[], gone: ReadonlySet<string>): readonly Pdu[] {
  if (changed.length === 0 && gone.size === 0) return list;
  const left = new Map(changed.map((pdu) => [pdu.id, pdu]));
  const staying = list.flatMap((pdu) => {
    const now = left.get(pdu.id) ?? pdu;
    left.delete(pdu.id);
    return gone.has(pdu.id) ? [] : [now];
  });
  return [...staying, ...left.values()];
}
