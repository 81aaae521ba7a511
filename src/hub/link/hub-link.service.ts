import { hostname } from 'node:os';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';
import { errorMessage } from '../../common/text.js';
import { ConfigError, RuntimeConfig } from '../../config/runtime-config.js';
import { decodeUp, encodeDown, type DownMessage } from '../../fleet-wire/messages.js';
import { signed, type Signable } from '../../fleet-wire/signature.js';
import { downTopic, type DownKind, type LinkAddress, type UpKind, type UpTopic } from '../../fleet-wire/topics.js';
import { Ticks } from '../../kernel/ticks.js';
import { listenProblem } from '../../common/listen-problem.js';
import { HubShards } from '../../database/hub-shards.js';
import { NameResolver } from '../../common/name-resolver.js';
import { ownNames, type OwnNames } from '../../tls/own-names.js';
import { HubKeysService } from '../authority/hub-keys.service.js';
import { EmbeddedBroker } from '../broker/embedded-broker.js';
import { ExternalBroker } from '../broker/external-broker.js';
import type { BrokerStatus, HubBroker } from '../broker/hub-broker.js';
import { hubNameOf } from '../broker/names.js';
import { FleetHttp } from '../enrolment/fleet-http.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PduFacts, type KnownFacts } from '../pdus/pdu-facts.js';
import { PdusService } from '../pdus/pdus.service.js';
import { BrokerOutages } from './broker-outages.js';
import { FleetPort } from './fleet-port.js';
import {
  HubLink,
  type ConnectionListener,
  type PlainKind,
  type SignedKind,
  type Unsigned,
  type UpHandler,
} from './hub-link.js';
import { HubTime } from './hub-time.js';
import { MessageBudgets } from './message-budgets.js';
import { UpHandlers } from './up-handlers.js';

const DAY: Millis = 24 * 60 * 60_000;
/** The hub's own certificate is made at each start, and again after this time; it is valid for longer. */
const RENEW_AFTER: Millis = 300 * DAY;
const RETRY_AFTER: Millis = DAY / 24;
/** A broker that is started again is back sooner. */
const DEAF_AFTER: Millis = 5000;
/** Ticks may be lost, everything else is sent until it has arrived. */
const QOS = 1;

/** The link of a hub: the fleet port, and the broker, which is behind that port in this process or a program beside it. */
@Injectable()
export class HubLinkService extends HubLink implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('HubLink');
  readonly #budgets: MessageBudgets;
  readonly #time: HubTime;
  readonly #handlers: UpHandlers;
  readonly #onConnect: ConnectionListener[] = [];
  readonly #onDisconnect: ConnectionListener[] = [];
  readonly #outages: BrokerOutages;
  #broker: HubBroker | undefined;
  #external: ExternalBroker | undefined;
  #port: FleetPort | undefined;
  #renewAt: Millis = Infinity;

  constructor(
    private readonly config: RuntimeConfig,
    private readonly clock: Clock,
    private readonly pdus: PdusService,
    private readonly keys: HubKeysService,
    private readonly http: FleetHttp,
    private readonly resolver: NameResolver,
    private readonly shards: HubShards,
    facts: PduFacts,
    ticks: Ticks,
  ) {
    super();
    this.#time = new HubTime(clock);
    this.#outages = new BrokerOutages(() => this.now);
    this.#budgets = new MessageBudgets(
      () => clock.uptime(),
      (id) => this.#endFlood(id),
    );
    facts.register(({ id }) => this.#factsOf(id));
    this.#handlers = new UpHandlers(() => clock.uptime());
    this.onUp('hello', (pdu, payload) => this.#answerHello(pdu, payload));
    pdus.onChange(({ before, after }) => {
      if (before?.state === 'active' && after.state !== 'active') this.#broker?.disconnect(after.id);
    });
    ticks.onTick('upkeep', ({ uptime }) => {
      this.#renewIfDue(uptime);
      this.#broker?.onTick(uptime);
      this.#shareOut(uptime);
    });
  }

  /** Opens the fleet port. Throws {@link ConfigError}. */
  async onApplicationBootstrap(): Promise<void> {
    const { authority } = await this.keys.open();
    const { host, fleetPort: port, fleetBrokers } = this.config;
    const certificate = await this.#makeCertificate();
    const open = (onMqtt: (socket: TLSSocket) => void): Promise<FleetPort> =>
      FleetPort.open({
        ...{ host, port, authority: authority.certificate, certificate, onMqtt },
        onHttp: (socket) => this.http.accept(socket),
      });
    try {
      if (fleetBrokers.length > 0) {
        this.#port = await open((socket) => socket.destroy());
        this.#broker = this.#external = await this.#beside();
        this.shards.serve(true);
      } else {
        const broker = await this.#inside();
        this.#broker = broker;
        this.#port = await open((socket) => broker.accept(socket));
      }
    } catch (error) {
      await this.#broker?.stop();
      throw new ConfigError([`${listenProblem('The hub', error, port, host)} RACKFEED_FLEET_PORT says which.`]);
    }
  }

  /** Without its line to the broker this hub answers no PDU: those that have theirs act for all. */
  #shareOut(uptime: Millis): void {
    if (!this.#external) return;
    const { state, since } = this.#external.status;
    this.shards.serve(state === 'connected' || uptime - since < DEAF_AFTER);
  }

  #inside(): Promise<EmbeddedBroker> {
    return EmbeddedBroker.create({
      isAdmitted: (id) => this.pdus.get(id)?.state === 'active',
      isShutOut: (id) => this.#budgets.isShutOut(id),
      mayTake: (id) => this.#budgets.take(id),
      onMessage: (topic, payload) => this.#receive(topic, payload),
      onConnect: (id) => this.#notify(this.#onConnect, id),
      onDisconnect: (id) => this.#notify(this.#onDisconnect, id),
      onConnection: (id, connection) => this.#budgets.measure(id, connection),
    });
  }

  async #beside(): Promise<ExternalBroker> {
    const { authority } = this.keys.current;
    this.#outages.begin();
    return new ExternalBroker({
      addresses: this.config.fleetBrokers.filter(({ site }) => site === undefined),
      authority: authority.certificate,
      certificate: await authority.clientCertificate(hubNameOf(this.shards.place), this.clock.now()),
      lookup: this.resolver.lookup((addresses) => addresses),
      uptime: () => this.clock.uptime(),
      isHeard: (address) => this.#activeAt(address) !== undefined && this.#budgets.take(address.pdu),
      onMessage: (topic, payload) => this.#receive(topic, payload),
      onConnect: (id) => this.#notify(this.#onConnect, id),
      onDisconnect: (id) => this.#notify(this.#onDisconnect, id),
      onStatus: (status) => this.#onBroker(status),
    });
  }

  /** Before the database is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    const closed = this.#port?.close();
    this.http.close();
    await this.#broker?.stop();
    await closed;
  }

  /** The port on which it listens. */
  get port(): number {
    if (!this.#port) throw new Error('The fleet port is not open yet.');
    return this.#port.port;
  }

  get now(): Millis {
    return this.#time.now;
  }

  notBefore(moment: Millis): void {
    this.#time.notBefore(moment);
  }

  onUp(kind: UpKind, handler: UpHandler): void {
    this.#handlers.add(kind, handler);
  }

  onConnect(listener: ConnectionListener): void {
    this.#onConnect.push(listener);
  }

  onDisconnect(listener: ConnectionListener): void {
    this.#onDisconnect.push(listener);
  }

  isConnected({ id }: Pdu): boolean {
    return this.#broker?.isConnected(id) ?? false;
  }

  get broker(): BrokerStatus {
    return this.#external?.status ?? EMBEDDED;
  }

  audibleSince(id: string): Millis | undefined {
    return this.#outages.endedAt(this.pdus.get(id)?.site);
  }

  send<K extends PlainKind>(pdu: Pdu, kind: K, message: DownMessage<K>): void {
    this.#publish(pdu, kind, message);
  }

  sendSigned<K extends SignedKind>(kind: K, pdu: Pdu, message: Unsigned<K>): void {
    const whole = { ...message, pdu: pdu.id } as unknown as Signable;
    this.#publish(pdu, kind, signed(kind, whole, this.keys.current.signing) as unknown as DownMessage<K>);
  }

  get floods(): number {
    return this.#budgets.exceeded;
  }

  #endFlood(id: string): void {
    this.#logger.warn(`The PDU "${this.pdus.get(id)?.name}" (${id}) has sent too much, so its connection ends.`);
    this.#broker?.disconnect(id);
  }

  #factsOf(id: string): Partial<KnownFacts> {
    const age = this.#budgets.ageOf(id);
    return age === undefined ? {} : { floodedAt: Math.floor(this.clock.now() - age) };
  }

  /** Nothing is sent to a PDU that is not active, whatever its connection is. */
  #publish<K extends DownKind>(pdu: Pdu, kind: K, message: DownMessage<K>): void {
    const known = this.pdus.get(pdu.id);
    if (known?.state !== 'active') return;
    const { site, shard, id } = known;
    this.#broker?.publish(downTopic({ site, shard, pdu: id }, kind), encodeDown(kind, message), QOS);
  }

  #receive({ address, kind }: UpTopic, payload: Buffer): void {
    const pdu = this.#activeAt(address);
    if (pdu) this.#handlers.pass(kind, pdu, payload);
  }

  /** The active PDU with this address; undefined for any other, whatever its connection is. */
  #activeAt({ site, shard, pdu: id }: LinkAddress): Pdu | undefined {
    const pdu = this.pdus.get(id);
    return pdu?.state === 'active' && pdu.site === site && pdu.shard === shard ? pdu : undefined;
  }

  #onBroker({ state, address, reason: given, lostSites }: BrokerStatus): void {
    const { broker, reason, sites } = this.#outages.follow(state === 'unreachable', lostSites, given);
    if (broker === 'lost') this.#logger.warn(`${reason} Nothing is known of the PDUs, which work without it.`);
    else if (reason !== undefined) this.#logger.warn(reason);
    if (broker === 'back') this.#logger.log(`Connected to the broker ${address}.`);
    for (const site of sites.lost)
      this.#logger.warn(`The line to the site "${site}" is cut, by what its broker has left.`);
    for (const site of sites.back) this.#logger.log(`The line to the site "${site}" is there again.`);
  }

  #answerHello(pdu: Pdu, payload: Buffer): void {
    const { run, asked } = decodeUp('hello', payload);
    if (!this.shards.isMine(pdu.no)) return; // the hub that acts for it answers
    this.sendSigned('now', pdu, { run, asked, clock: this.now });
  }

  #notify(listeners: readonly ConnectionListener[], id: string): void {
    const pdu = this.pdus.get(id);
    if (pdu) for (const listener of listeners) listener(pdu);
  }

  async #makeCertificate() {
    this.#renewAt = this.clock.uptime() + RENEW_AFTER;
    return this.keys.current.authority.serverCertificate(namesOf(this.config.fleetHosts), this.clock.now());
  }

  #renewIfDue(uptime: Millis): void {
    if (uptime < this.#renewAt) return;
    void this.#renew().catch((error: unknown) => {
      this.#renewAt = this.clock.uptime() + RETRY_AFTER;
      this.#logger.warn(`The certificate of the hub was not renewed: ${errorMessage(error)}`);
    });
  }

  async #renew(): Promise<void> {
    this.#port?.renew(await this.#makeCertificate());
    const { authority } = this.keys.current;
    const name = hubNameOf(this.shards.place);
    this.#external?.renew(await authority.clientCertificate(name, this.clock.now()));
  }
}

const EMBEDDED: BrokerStatus = {
  ...{ state: 'embedded', address: undefined, since: 0, reason: undefined, lostSites: new Map() },
};

/** The given names and addresses, else those of this machine. */
function namesOf(given: readonly string[]): OwnNames {
  if (given.length === 0) return ownNames(hostname());
  return { hosts: given.filter((host) => isIP(host) === 0), addresses: given.filter((host) => isIP(host) !== 0) };
}
