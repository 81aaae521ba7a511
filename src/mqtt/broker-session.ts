import { Logger } from '@nestjs/common';
import { activeCaller } from '../auth/callers/active-caller.js';
import { withAddress, type Access, type CallerWithAddress } from '../common/access.js';
import type { Clock, Millis } from '../common/clock.js';
import { withTimeLimit } from '../common/time-limit.js';
import { yieldNow } from '../common/time-slices.js';
import type { SnapshotStore } from '../hardware/snapshot.store.js';
import type { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import { LogThrottle } from '../protocols/log-throttle.js';
import type { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import type { SettingsStore } from '../settings/settings.store.js';
import type { UsersService } from '../users/users.service.js';
import type { BrokerConnection, Message, Received } from './broker/broker-connection.js';
import { BrokerLink } from './broker/broker-link.js';
import type { BrokerSettings } from './broker/broker-settings.js';
import { TOO_LONG, type Loss } from './broker/refusals.js';
import type { CommandResult, MqttCommands } from './commands/mqtt-commands.js';
import type { Discovery } from './discovery/discovery.service.js';
import type { LinkStatus } from './mqtt-status.js';
import { Announcement } from './publishing/announcement.js';
import type { EventMessage } from './publishing/event-messages.js';
import type { Publications } from './publishing/publications.js';
import { PublishedState } from './publishing/published-state.js';
import type { Outbox } from './sending/outbox.js';
import { Sender } from './sending/sender.js';
import { Subscriptions } from './subscriptions.js';
import { answerTopic, belowPrefix, commandTopic } from './topics.js';

const OFFLINE = 'offline';
const ONLINE = 'online';
/** Time for emptying the topics of a prefix that is given up. */
const LEAVE_WITHIN: Millis = 5000;
/** Time for the answer to the last message of a connection. */
const STATUS_WITHIN: Millis = 1000;

/** The parts of the controller that a session uses. */
export interface SessionServices {
  readonly settings: SettingsStore;
  readonly targets: OutboundPolicyService;
  readonly commands: MqttCommands;
  readonly snapshots: SnapshotStore;
  readonly users: UsersService;
  readonly publications: Publications;
  readonly discovery: Discovery;
  readonly clock: Clock;
  traffic?: ProtocolTraffic;
}

/**
 * The messages to and from one broker below one prefix, over all connections: publishes what the user of MQTT may view,
 * and passes commands on.
 */
export class BrokerSession {
  readonly #logger = new Logger('MQTT');
  readonly #refusalLog = new LogThrottle();
  readonly #link: BrokerLink;
  readonly #sender: Sender;
  readonly #state: PublishedState;
  readonly #announcement: Announcement;
  readonly #statusTopic: string;
  #subscriptions: Subscriptions | undefined;
  #caller: { readonly userId: string; readonly caller: CallerWithAddress } | undefined;
  #isOnline = false;
  #isCollecting = false;
  #onIdle: (() => void) | undefined;
  #isOver = false;
  /** False once the broker has sent a message among those it retains that is too long to be read. */
  #readsRetained = true;

  constructor(
    private readonly broker: BrokerSettings,
    private readonly outbox: Outbox,
    private readonly services: SessionServices,
  ) {
    const { clock, targets, settings, publications, snapshots, discovery } = services;
    this.#statusTopic = `${broker.prefix}/status`;
    this.#sender = new Sender(outbox, clock);
    this.#state = new PublishedState(outbox, publications, settings, snapshots, broker.prefix);
    this.#announcement = new Announcement(outbox, discovery, settings, snapshots, broker.prefix);
    this.#link = new BrokerLink(
      {
        settings: broker,
        will: this.#status(OFFLINE),
        onConnect: (connection) => this.#connected(connection),
        onMessage: (message) => this.#received(message),
        onLoss: (status, loss) => this.#lost(status, loss),
        onDrain: () => this.#sender.pump(clock.uptime()),
      },
      targets,
      clock,
    );
  }

  get status(): LinkStatus {
    return this.#link.status;
  }

  get sent(): number {
    return this.#sender.sent;
  }

  get dropped(): number {
    return this.outbox.dropped;
  }

  /** The number of messages that wait. */
  get waiting(): number {
    return this.outbox.size;
  }

  /** Called once a second. */
  onTick(uptime: Millis): void {
    this.#link.onTick(uptime);
    this.#subscriptions?.onTick(uptime);
    this.#announcement.onTick(uptime);
    this.#sender.onTick(uptime);
    this.#goOnline();
  }

  /** After a reading: collects what it has changed, once the poll cycle is over. */
  onSnapshot(): void {
    if (!this.#link.connection || this.#isCollecting) return;
    this.#isCollecting = true;
    void yieldNow().then(() => {
      this.#isCollecting = false;
      this.refresh();
    });
  }

  onEvent({ payload, mayRead }: EventMessage): void {
    const access = this.#access;
    if (!access || !mayRead(access)) return;
    this.outbox.pass({ topic: `${this.broker.prefix}/events`, payload, qos: 1, retain: false });
    this.#sender.pump(this.services.clock.uptime());
  }

  /** Publishes what has changed: a reading, a setting, a right. */
  refresh(): void {
    const connection = this.#link.connection;
    if (!connection || this.#isOver) return;
    try {
      const uptime = this.services.clock.uptime();
      const access = this.#access;
      this.#state.collect(access, uptime, () => connection.localAddress);
      this.#announcement.refresh(access, connection.localAddress);
      this.#subscriptions?.follow();
      this.#sender.pump(uptime);
      this.#goOnline();
    } catch (error) {
      this.#logger.error(error);
    }
  }

  /** Ends the session; resolves when the broker knows, or does not answer in time. */
  async end(isLeaving: boolean): Promise<void> {
    this.#isOver = true;
    const { connection } = this.#link;
    if (connection) {
      await this.#publishStatus(connection, OFFLINE);
      if (isLeaving) await this.#leave(connection);
    }
    await this.#link.close();
  }

  /** Empties all topics. */
  async #leave(connection: BrokerConnection): Promise<void> {
    const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
    for (const topic of this.outbox.topics) this.outbox.empty(topic);
    this.#sender.pump(this.services.clock.uptime(), true);
    if (!this.outbox.isIdle) {
      await withTimeLimit(
        LEAVE_WITHIN,
        () => idle,
        () => undefined,
      );
    }
    await this.#publishStatus(connection, '');
  }

  get #access(): Access | undefined {
    const { users, settings } = this.services;
    const id = settings.get('mqttUserId');
    const user = id === '' ? undefined : users.current({ id: Number(id) });
    return user && users.isActive(user) ? users.accessOf(user) : undefined;
  }

  /** The user whose commands these are; has ended when commands are switched off or another user is chosen. */
  get #commander(): CallerWithAddress {
    const { users, settings } = this.services;
    const userId = settings.get('mqttUserId');
    if (this.#caller?.userId === userId) return this.#caller.caller;
    const isValid = () => !this.#isOver && settings.get('mqttCommandsEnabled') && settings.get('mqttUserId') === userId;
    const caller = withAddress(activeCaller(users, userId, { kind: 'mqtt' }, isValid), this.broker.host);
    this.#caller = { userId, caller };
    return caller;
  }

  #connected(connection: BrokerConnection): void {
    const { settings, clock, traffic } = this.services;
    this.#logger.log(`MQTT is connected to ${this.broker.host} port ${this.broker.port}.`);
    if (traffic) traffic.connections++;
    this.#isOnline = false;
    this.#state.restart();
    this.#subscriptions = new Subscriptions(connection, settings, clock, this.broker.prefix);
    this.refresh();
    // Before anything is published: the broker answers with what an earlier start has left.
    this.#subscriptions.start(this.#readsRetained ? this.#announcement.ownTopic : undefined);
    this.#sender.start(
      connection,
      (topic) => this.#refused(topic),
      () => this.#idle(),
    );
  }

  #lost({ reason = '' }: LinkStatus, loss: Loss): void {
    this.#isOnline = false;
    if (loss === TOO_LONG) this.#readsRetained = false;
    this.#subscriptions = undefined;
    this.#sender.stop();
    if (this.#refusalLog.isDue(reason, this.services.clock.uptime()))
      this.#logger.warn(`MQTT is not connected. ${reason}`);
  }

  #received(message: Received): void {
    const { topic } = message;
    const { settings, clock, commands, traffic } = this.services;
    if (this.#announcement.isBirth(topic)) {
      this.#announcement.onBirth(message.payload, clock.uptime());
      return;
    }
    if (topic === this.#announcement.ownTopic) {
      if (message.retain) this.#announcement.onRetained(message.payload, this.#access);
      return;
    }
    const below = belowPrefix(topic, this.broker.prefix);
    if (below === undefined) return;
    const command = commandTopic(below);
    if (!command) {
      if (message.retain) this.#state.onRetained(topic, below, message.payload);
      return;
    }
    if (!message.retain && !(settings.get('mqttCommandsEnabled') && this.#subscriptions?.takesCommands)) return;
    if (traffic) traffic.requests++;
    // Without the flag in live messages, a retained command is at least not there for the next connection.
    if (this.#link.connection?.dialect === '3.1.1' && message.payload.length > 0) this.#state.emptyForeign(topic);
    commands.take(command, message, {
      caller: this.#commander,
      answer: (result, to) => this.#answer(result, to),
      empty: (each) => {
        this.#state.emptyForeign(each);
        this.#sender.pump(clock.uptime());
      },
    });
  }

  #answer(result: CommandResult, { responseTopic, correlationData }: Received): void {
    const payload = JSON.stringify(result);
    const { prefix } = this.broker;
    this.outbox.pass({ topic: `${prefix}/command/result`, payload, qos: 1, retain: false });
    const own = responseTopic === undefined ? undefined : answerTopic(responseTopic, prefix);
    if (own !== undefined) this.outbox.pass({ topic: own, payload, qos: 1, retain: false, correlationData });
    this.#sender.pump(this.services.clock.uptime());
  }

  #refused(topic: string): void {
    if (!this.#refusalLog.isDue('topics', this.services.clock.uptime())) return;
    this.#logger.warn(`The broker does not take messages of the topic ${topic}: check its access list and its limits.`);
  }

  #idle(): void {
    this.#onIdle?.();
    this.#goOnline();
  }

  /** Publishes that the controller is online, once everything else is at the broker. */
  #goOnline(): void {
    const { connection } = this.#link;
    if (!connection || this.#isOnline || this.#isOver) return;
    if (!this.outbox.isIdle || !this.#subscriptions?.isReady) return;
    this.#isOnline = true;
    void this.#publishStatus(connection, ONLINE);
  }

  async #publishStatus(connection: BrokerConnection, payload: string): Promise<void> {
    await withTimeLimit(
      STATUS_WITHIN,
      () => new Promise<boolean>((resolve) => connection.publish(this.#status(payload), resolve)),
      () => false,
    );
  }

  #status(payload: string): Message {
    return { topic: this.#statusTopic, payload, qos: 1, retain: true };
  }
}
