import type { Access } from '../../common/access.js';
import type { Millis } from '../../common/clock.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import type { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { SettingsStore } from '../../settings/settings.store.js';
import { announcedComponents } from '../discovery/announced-components.js';
import { componentsIn, type Discovery, type DiscoveryMessage } from '../discovery/discovery.service.js';
import type { Outbox } from '../sending/outbox.js';

const ONLINE = 'online';
/** Home Assistant is notified again within this time after its start: at once all devices of a house would come together. */
const FIRST_AGAIN: Millis = 1000;
const LAST_AGAIN: Millis = 5000;

/** The announcement of the PDU to Home Assistant: one retained message, which follows settings, names and rights. */
export class Announcement {
  #topic: string | undefined;
  #access: Access | undefined;
  #snapshot: Snapshot | undefined;
  #revision = -1;
  /** The platforms of the components that were announced last. */
  #announced: ReadonlyMap<string, string> = new Map();
  /** Set while an announcement is on its way that takes components away; the next one is without them. */
  #next: string | undefined;
  #againAt: Millis = Infinity;

  constructor(
    private readonly outbox: Outbox,
    private readonly discovery: Discovery,
    private readonly settings: SettingsStore,
    private readonly snapshots: SnapshotStore,
    private readonly prefix: string,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * Announces what has changed.
   * @param access of the user of MQTT; undefined while there is none
   * @param address of the controller
   */
  refresh(access: Access | undefined, address: string | undefined): void {
    const topic = this.#wantedTopic(access);
    if (this.#topic !== topic) {
      if (this.#topic !== undefined) this.outbox.empty(this.#topic, 'discovery');
      this.#topic = topic;
      this.#announced = new Map();
      this.#next = undefined;
      this.#revision = -1;
    }
    if (topic === undefined || access === undefined) return;
    if (this.#next !== undefined && !this.outbox.isUnacknowledged(topic)) {
      this.outbox.retain(topic, this.#next, 'discovery');
      this.#next = undefined;
    }
    if (this.#hasChanged(access)) this.#announce(topic, this.discovery.message(access, this.prefix, address));
  }

  /** The topic of the announcement, whether or not there is one. */
  get ownTopic(): string {
    return this.discovery.topic(this.settings.get('mqttDiscoveryPrefix'));
  }

  /**
   * The announcement of an earlier start, as the broker has retained it: components that there are no more go away, and all
   * of it where nothing is announced now.
   */
  onRetained(payload: Buffer, access: Access | undefined): void {
    const before = announcedComponents(payload);
    if (before.size === 0) return;
    if (!this.settings.get('mqttDiscoveryEnabled') || access === undefined) {
      this.outbox.empty(this.ownTopic, 'discovery');
    } else if (this.#topic !== undefined && [...before].some(([key, each]) => this.#announced.get(key) !== each)) {
      this.#announced = before;
      this.#revision = -1;
    }
  }

  /** True for the topic in which Home Assistant says that it has started. */
  isBirth(topic: string): boolean {
    return this.#topic !== undefined && topic === `${this.settings.get('mqttDiscoveryPrefix')}/status`;
  }

  onBirth(payload: Buffer, uptime: Millis): void {
    if (payload.length !== ONLINE.length || payload.toString('latin1') !== ONLINE) return;
    this.#againAt = uptime + FIRST_AGAIN + this.random() * (LAST_AGAIN - FIRST_AGAIN);
  }

  onTick(uptime: Millis): void {
    if (uptime < this.#againAt) return;
    this.#againAt = Infinity;
    if (this.#topic !== undefined) this.outbox.again(this.#topic);
  }

  #wantedTopic(access: Access | undefined): string | undefined {
    const isWanted = this.settings.get('mqttDiscoveryEnabled') && access !== undefined && this.snapshots.hasSnapshot;
    return isWanted ? this.discovery.topic(this.settings.get('mqttDiscoveryPrefix')) : undefined;
  }

  /** True if anything but readings has changed since the last call, as names and protections have. */
  #hasChanged(access: Access): boolean {
    const { current, revision } = this.snapshots;
    const readings = current === this.#snapshot ? 0 : 1;
    const hasChanged = access !== this.#access || revision !== this.#revision + readings;
    this.#snapshot = current;
    this.#revision = revision;
    this.#access = access;
    return hasChanged;
  }

  /** A component that goes away, or comes as another platform, is first announced by its old platform alone. */
  #announce(topic: string, message: DiscoveryMessage): void {
    const payload = JSON.stringify(message);
    const now = componentsIn(message);
    const gone = [...this.#announced].filter(([key, platform]) => now.get(key) !== platform);
    this.#announced = now;
    if (gone.length === 0) {
      if (this.#next === undefined) this.outbox.retain(topic, payload, 'discovery');
      else this.#next = payload;
      return;
    }
    const without = Object.fromEntries(gone.map(([key, platform]) => [key, { platform }]));
    const components = { ...message.components, ...without };
    this.outbox.retain(topic, JSON.stringify({ ...message, components }), 'discovery');
    this.#next = payload;
  }
}
