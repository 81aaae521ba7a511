import { Logger } from '@nestjs/common';
import type { RunningEngine } from '../actions/channels/trap/snmp-engine.service.js';
import type { Clock } from '../common/clock.js';
import { TokenBucket } from '../common/token-bucket.js';
import { LogThrottle } from '../protocols/log-throttle.js';
import type { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import { BerReader, BerWriter, MALFORMED, TAG } from './ber.js';
import type { Mib } from './mib/mib.js';
import { MibViews } from './mib-view.js';
import { isRequest, readPdu, refused, writePdu, type Answer, type RequestPdu } from './pdu.js';
import type { Communities, Principal, Sender, V3Users } from './principal.js';
import { get, getBulk, getNext, type AnswerLimits } from './read-operations.js';
import { ReplayMemory, RetransmissionMemory } from './set-memory.js';
import { set } from './set-operation.js';
import type { AgentStatistics } from './statistics.js';
import { V3Dispatcher, type V3Request } from './v3-dispatcher.js';
import { MAX_DATAGRAM, VERSION_3 } from './v3-message.js';

const VERSION_1 = 0;
const VERSION_2C = 1;
const REPORTS_PER_SECOND = { perSecond: 50, burst: 50 } as const;
/** Octets of a message of version 1 or 2c besides its variables and its community, at most. */
const OVERHEAD = 64;

type MaybeLater<T> = T | Promise<T>;

interface Dependencies {
  readonly engine: RunningEngine;
  readonly mib: Pick<Mib, 'revision' | 'at' | 'layout' | 'switchOutlets'>;
  readonly communities: Communities;
  readonly users: V3Users;
  readonly statistics: AgentStatistics;
  readonly traffic: ProtocolTraffic;
  readonly clock: Clock;
}

/** Answers SNMP messages. Nothing that a datagram contains makes it throw. */
export class SnmpAgent {
  readonly #logger = new Logger('SNMP');
  readonly #writer = new BerWriter();
  readonly #views: MibViews;
  readonly #v3: V3Dispatcher;
  readonly #replays = new ReplayMemory();
  readonly #retransmissions = new RetransmissionMemory<Answer>();
  readonly #logged = new LogThrottle();

  constructor(private readonly dependencies: Dependencies) {
    const { mib, engine, users, statistics, clock } = dependencies;
    const reports = new TokenBucket(REPORTS_PER_SECOND);
    this.#views = new MibViews(mib, (error) => this.#logFailure(error));
    this.#v3 = new V3Dispatcher({
      engine,
      users,
      statistics,
      mayReport: () => reports.take(clock.uptime()),
      answer: (request, sender) => this.#answerV3(request, sender),
    });
  }

  /** The message that answers a datagram, if any does. Neither throws nor rejects. */
  handle(octets: Buffer, sender: Sender): MaybeLater<Buffer | undefined> {
    const { statistics, traffic } = this.dependencies;
    statistics.count('snmpInPkts');
    traffic.requests++;
    try {
      const answer = this.#dispatch(octets, sender);
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#fail(error)) : answer;
    } catch (error) {
      return this.#fail(error);
    }
  }

  #dispatch(octets: Buffer, sender: Sender): MaybeLater<Buffer | undefined> {
    const outer = new BerReader(octets);
    const reader = outer.inner(TAG.sequence);
    outer.finish();
    const version = reader.integer();
    if (version === VERSION_3) return this.#v3.handle(reader, sender);
    const isServed = (version === VERSION_1 || version === VERSION_2C) && this.dependencies.communities.isServed;
    if (isServed) return this.#handleCommunity(reader, version === VERSION_1, sender);
    this.dependencies.statistics.count('snmpInBadVersions');
    return undefined;
  }

  #handleCommunity(reader: BerReader, isV1: boolean, sender: Sender): MaybeLater<Buffer | undefined> {
    const { communities, statistics, traffic } = this.dependencies;
    const community = reader.octets();
    const header = reader.bytes.subarray(reader.start, reader.at);
    const pdu = readPdu(reader);
    reader.finish();
    const principal = communities.find(community, sender.address);
    if (!principal) {
      statistics.count('snmpInBadCommunityNames');
      traffic.refuse('credential');
      return undefined;
    }
    if (!isRequest(pdu.type) || (isV1 && pdu.type === TAG.getBulk)) return undefined;
    if (pdu.type === TAG.set && !principal.mayWrite) statistics.count('snmpInBadCommunityUses');
    const limits = { isV1, room: MAX_DATAGRAM - OVERHEAD - header.length };
    const answer = this.#answer(principal, pdu, limits, sender);
    if (answer instanceof Promise) return answer.then((late) => this.#encode(header, pdu, late));
    return this.#encode(header, pdu, answer);
  }

  #encode(header: Buffer, { requestId }: RequestPdu, answer: Answer): Buffer {
    writePdu(this.#writer, TAG.response, requestId, answer);
    this.#writer.raw(header);
    this.#writer.wrap(TAG.sequence, 0);
    return this.#writer.take();
  }

  #answerV3({ user, level, pdu, room, octets }: V3Request, sender: Sender): MaybeLater<Answer | undefined> {
    const caller = user.callerAt(sender.address);
    const principal = { key: user.key, mayWrite: level !== 'noAuthNoPriv', caller };
    if (pdu.type === TAG.set && principal.mayWrite) {
      switch (this.#replays.note(octets, this.dependencies.clock.uptime())) {
        case 'replayed':
          return undefined;
        case 'full':
          return refused('resourceUnavailable', 0, pdu);
        case 'new':
      }
    }
    return this.#answer(principal, pdu, { isV1: false, room }, sender);
  }

  #answer(principal: Principal, pdu: RequestPdu, limits: AnswerLimits, sender: Sender): MaybeLater<Answer> {
    const { traffic, clock } = this.dependencies;
    const { caller } = principal;
    traffic.clients.note(sender.address, caller.username, clock.now());
    const view = this.#views.of(caller.access);
    switch (pdu.type) {
      case TAG.get:
        return get(view, pdu, limits);
      case TAG.getNext:
        return getNext(view, pdu, limits);
      case TAG.getBulk:
        return getBulk(view, pdu, limits);
      default:
        return this.#set(principal, pdu, limits, sender);
    }
  }

  #set(principal: Principal, pdu: RequestPdu, { isV1 }: AnswerLimits, sender: Sender): MaybeLater<Answer> {
    const { mib, clock } = this.dependencies;
    const { caller, mayWrite, key } = principal;
    const work = () =>
      set(pdu, {
        view: this.#views.of(caller.access),
        caller,
        mayWrite,
        isV1,
        switchOutlets: (orders, by) => mib.switchOutlets(orders, by),
      });
    if (!mayWrite) return work();
    const sent = { ...sender, principal: key, pdu: pdu.octets };
    const unavailable = isV1 ? 'genErr' : 'resourceUnavailable';
    return this.#retransmissions.answer(sent, clock.uptime(), work) ?? refused(unavailable, 0, pdu);
  }

  #fail(error: unknown): Buffer | undefined {
    this.dependencies.traffic.errors++;
    if (error === MALFORMED) this.dependencies.statistics.count('snmpInASNParseErrs');
    else this.#logFailure(error);
    return undefined;
  }

  #logFailure(error: unknown): void {
    if (!this.#logged.isDue('failure', this.dependencies.clock.uptime())) return;
    this.#logger.error('A request or an object failed.', error instanceof Error ? error.stack : error);
  }
}
