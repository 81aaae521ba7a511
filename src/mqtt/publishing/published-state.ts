import type { Access } from '../../common/access.js';
import type { Millis } from '../../common/clock.js';
import type { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { SettingsStore } from '../../settings/settings.store.js';
import type { Outbox } from '../sending/outbox.js';
import { isPublished } from '../topics.js';
import { differs, type Content } from './content.js';
import { IntervalSlots } from './interval-slots.js';
import type { Publications, PublishedTopics } from './publications.js';

const NOTHING: PublishedTopics = { states: [], readings: [] };
/** Most topics of others that are emptied and not known to be empty yet. */
const MAX_FOREIGN = 1000;

/** The published part of the PDU: writes into the outbox what has changed or is due, and empties what is no longer shown. */
export class PublishedState {
  readonly #slots = new IntervalSlots();
  /** The content of the last message with readings, by topic. */
  readonly #last = new Map<string, Content>();
  #shown:
    { readonly access: Access | undefined; readonly groups: string; readonly topics: PublishedTopics } | undefined;
  #topics: ReadonlySet<string> = new Set();

  constructor(
    private readonly outbox: Outbox,
    private readonly publications: Publications,
    private readonly settings: SettingsStore,
    private readonly snapshots: SnapshotStore,
    private readonly prefix: string,
  ) {}

  /** A new connection: all readings are due. */
  restart(): void {
    this.#slots.clear();
    this.#last.clear();
  }

  /** @param access of the user of MQTT; undefined while there is none */
  collect(access: Access | undefined, uptime: Millis, address: () => string | undefined): void {
    const { states, readings } = this.#topicsOf(access, address);
    for (const { topic, rank, payload } of states) this.outbox.retain(`${this.prefix}/${topic}`, payload(), rank);
    const interval = this.settings.get('mqttPublishInterval');
    const deadBand = this.settings.get('mqttDeadband');
    let time: string | undefined;
    readings.forEach(({ topic, content }, place) => {
      const now = content();
      const before = this.#last.get(topic);
      const isDue = this.#slots.isDue(topic, place, readings.length, interval, uptime);
      if (!isDue && before && !differs(before, now, deadBand)) return;
      this.#last.set(topic, now);
      time ??= this.publications.time;
      this.outbox.retain(`${this.prefix}/${topic}`, JSON.stringify({ ...now, time }), 'reading', 0);
    });
  }

  /** A retained message of an earlier start: its topic is emptied if nothing is published there now. */
  onRetained(topic: string, below: string, payload: Buffer): void {
    if (payload.length === 0 || !isPublished(below) || below === 'status' || this.#topics.has(below)) return;
    this.emptyForeign(topic);
  }

  /** Empties a topic in which somebody else has left a message. */
  emptyForeign(topic: string): void {
    if (this.outbox.knownTopics < this.#topics.size + MAX_FOREIGN) this.outbox.empty(topic);
  }

  #topicsOf(access: Access | undefined, address: () => string | undefined): PublishedTopics {
    const groups = this.publications.groupIds;
    if (this.#shown && this.#shown.access === access && this.#shown.groups === groups) return this.#shown.topics;
    const topics = access && this.snapshots.hasSnapshot ? this.publications.of(access, address) : NOTHING;
    const now = new Set([...topics.states, ...topics.readings].map(({ topic }) => topic));
    for (const topic of this.#topics) {
      if (now.has(topic)) continue;
      this.outbox.empty(`${this.prefix}/${topic}`);
      this.#last.delete(topic);
    }
    this.#topics = now;
    this.#shown = { access, groups, topics };
    return topics;
  }
}
