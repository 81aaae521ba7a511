import { Injectable, Logger } from '@nestjs/common';
import { Clock, type Millis } from '../common/clock.js';
import { NameResolver } from '../common/name-resolver.js';
import { RuntimeConfig, type HubAddress } from '../config/runtime-config.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { HistoryRecorderService } from '../history/history-recorder.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { EnrolmentService } from './enrolment/enrolment.service.js';
import { EventOutbox } from './events/event-outbox.js';
import { OpenEvents } from './events/open-events.js';
import { RaisedEvents } from './events/raised-events.js';
import { FleetRuns } from './fleet-runs.js';
import { FleetCommandService } from './ledger/fleet-command.service.js';
import type { FleetCommands } from './ledger/fleet-commands.js';
import { FleetLink } from './link/fleet-link.js';
import { HUB_SILENT, NOT_ADMITTED, OWN_CERTIFICATE, type LinkProblem } from './link-problem.js';
import type { LinkState, LinkStatus } from './link-status.js';
import { ConfigHash } from './sending/config-hash.js';
import { HelloFactsService } from './sending/hello-facts.service.js';
import { SenderFactory } from './sending/senders.js';

/** A hub that has not answered for so long is not there, although its broker is. */
const SILENT_AFTER: Millis = 90_000;
/** Ended commands that nobody asks for any more are deleted so often. */
const FORGET_EVERY: Millis = 60_000;

/** This controller as a part of the fleet of its hub, from the start of the controller to its end. */
@Injectable()
export class FleetAgent {
  readonly #logger = new Logger('FleetLink');
  #run = 0;
  #commands: FleetCommands | undefined;
  #link: FleetLink | undefined;
  #isStopped = false;
  #forgetAt: Millis = -Infinity;
  #state: LinkState = 'off';
  #problem: LinkProblem | undefined;
  #since: Millis;
  #lostAt: Millis | undefined;
  /** Uptime at which the hub was there: the connection has begun, or it has answered. */
  #answeredAt: Millis = -Infinity;
  /** The problems that were logged since there was a connection. */
  readonly #said = new Set<string>();

  constructor(
    private readonly config: RuntimeConfig,
    private readonly settings: SettingsStore,
    private readonly snapshots: SnapshotStore,
    private readonly recorder: HistoryRecorderService,
    private readonly resolver: NameResolver,
    private readonly clock: Clock,
    private readonly runs: FleetRuns,
    private readonly enrolment: EnrolmentService,
    private readonly commandService: FleetCommandService,
    private readonly outbox: EventOutbox,
    private readonly raised: RaisedEvents,
    private readonly openEvents: OpenEvents,
    private readonly senders: SenderFactory,
    private readonly facts: HelloFactsService,
    private readonly configHash: ConfigHash,
  ) {
    this.#since = clock.now();
  }

  /** Resolves when the link works by itself; the hub need not be there. */
  async start(): Promise<void> {
    this.#run = await this.runs.next();
    await this.outbox.load(this.raised);
    await this.enrolment.load();
    this.#commands = await this.commandService.start(() => this.#link);
    await this.configHash.onTick(this.clock.uptime());
    this.openEvents.start(this.#run, () => (this.#isWanted ? this.enrolment.member?.membership.pdu : undefined));
    this.outbox.onReady(() => this.#link?.senders.events.send());
    this.recorder.memory.onMinute((minute) => this.#link?.senders.minutes.onMinute(minute));
    this.snapshots.onTick('publish', (now) => this.#link?.senders.onSnapshot(now));
    this.snapshots.onTick('upkeep', ({ uptime, reread }) => {
      if (!reread) this.#onTick(uptime);
    });
    this.settings.onChange((keys) => {
      if (keys.has('fleetAccess') && !this.#isWanted) void this.#close();
    });
    this.#onTick(this.clock.uptime());
  }

  get status(): LinkStatus {
    const member = this.enrolment.member?.membership;
    return {
      state: this.#state,
      since: this.#since,
      reason: this.#problem?.message,
      lostAt: this.#lostAt,
      pdu: member?.pdu,
      site: member?.site,
      certificateEnds: this.enrolment.certificateEnds,
      eventsWaiting: this.outbox.waiting.length,
      eventsDropped: this.outbox.dropped,
    };
  }

  /** The messages over the connection; undefined while this PDU does not belong to the fleet. */
  get link(): FleetLink | undefined {
    return this.#link;
  }

  /** Leaves the fleet, as a factory reset does: without a word to the hub; the ledger stays. */
  async forget(): Promise<void> {
    const forgotten = this.enrolment.forget(); // at once: a tick would open the link again
    await this.#close();
    await forgotten;
  }

  /** Ends the connection, as the controller stops. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#close();
    await this.outbox.flush();
  }

  get #isWanted(): boolean {
    return this.settings.get('fleetAccess') !== 'none';
  }

  #onTick(uptime: Millis): void {
    if (this.#isStopped) return;
    this.openEvents.onTick(uptime);
    this.outbox.onTick(uptime);
    if (!this.#isWanted) return this.#enter('off');
    void this.configHash.onTick(uptime);
    const lostFor = this.#lostAt === undefined ? 0 : uptime - this.#lostAt;
    this.enrolment.onTick(uptime, this.#link?.session.now, lostFor);
    this.#followMembership();
    this.#link?.onTick(uptime);
    this.#followHub(uptime);
    if (uptime < this.#forgetAt) return;
    this.#forgetAt = uptime + FORGET_EVERY;
    void this.#commands?.forget();
  }

  /** There is a link while this PDU is a member. */
  #followMembership(): void {
    const { hub } = this.config;
    if (!this.enrolment.member) {
      if (this.#link) void this.#close();
      const { state, problem } = this.enrolment.state;
      this.#enter(state, problem);
    } else if (!this.#link && this.#commands && hub) {
      this.#enter('connecting');
      this.#link = this.#newLink(hub, this.#commands);
    }
  }

  /** A broker beside the hub keeps the connection while the hub is away. */
  #followHub(uptime: Millis): void {
    if (!this.#link?.isConnected) return;
    if (this.#link.session.now !== undefined) {
      this.#answeredAt = uptime;
      if (this.#problem === HUB_SILENT) this.#enter('connected');
    } else if (uptime - this.#answeredAt >= SILENT_AFTER) this.#enter(HUB_SILENT.state, HUB_SILENT);
  }

  #newLink(hub: HubAddress, commands: FleetCommands): FleetLink {
    const options = {
      hub,
      run: this.#run,
      commands,
      identity: () => {
        const { member } = this.enrolment;
        if (!member) throw new Error('This PDU belongs to no fleet.');
        return member;
      },
      facts: () => this.facts.ofHello(),
      onState: (state: LinkState, problem?: LinkProblem) => this.#onLinkState(state, problem),
    };
    return new FleetLink(options, this.resolver, this.clock, this.senders);
  }

  #onLinkState(state: LinkState, given: LinkProblem | undefined): void {
    if (state === 'connected') this.#answeredAt = this.clock.uptime();
    // A hub ends the connection of a certificate that has ended without a word.
    const hasEnded = (this.enrolment.certificateEnds ?? Infinity) < this.clock.now();
    const problem = given && hasEnded ? OWN_CERTIFICATE : given;
    const isOut = problem === NOT_ADMITTED || problem === OWN_CERTIFICATE;
    // Somebody has set a new token, because the hub does not take this PDU any more as the one it was.
    if (isOut && this.enrolment.hasNewToken) this.enrolment.beginAgain();
    else this.#enter(problem?.state ?? state, problem);
  }

  async #close(): Promise<void> {
    const link = this.#link;
    this.#link = undefined;
    await link?.close();
  }

  #enter(state: LinkState, problem?: LinkProblem): void {
    if (state === this.#state && problem === this.#problem) return;
    const before = this.#state;
    if (state !== before) this.#since = this.clock.now();
    [this.#state, this.#problem] = [state, problem];
    const needsNone = state === 'connected' || state === 'off';
    this.#lostAt = needsNone ? undefined : (this.#lostAt ?? this.clock.uptime());
    this.#say(state, before);
  }

  /** Each problem once until there is a connection again. */
  #say(state: LinkState, before: LinkState): void {
    if (state === 'connected') {
      this.#said.clear();
      this.#logger.log(`Connected to the ${this.#peerName()}.`);
    }
    if (state === 'pending' && before !== 'pending') {
      this.#logger.log('The hub knows this PDU, which must be accepted there.');
    }
    if (!this.#problem || this.#said.has(this.#problem.message)) return;
    this.#said.add(this.#problem.message);
    this.#logger.warn(this.#problem.message);
  }

  #peerName(): string {
    const { host, port } = this.config.hub ?? { host: '', port: 0 };
    const broker = this.#link?.broker;
    return broker ? `broker ${broker.host} port ${broker.port} of the hub ${host}` : `hub ${host} port ${port}`;
  }
}
