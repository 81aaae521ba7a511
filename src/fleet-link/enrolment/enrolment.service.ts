import { X509Certificate } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';
import { NameResolver } from '../../common/name-resolver.js';
import { RetryDelay } from '../../common/retry-delay.js';
import { errorMessage } from '../../common/text.js';
import { RuntimeConfig } from '../../config/runtime-config.js';
import { validityOf } from '../../tls/certificate.js';
import { IdentityFile, type FleetIdentity, type Membership } from '../identity/identity-file.js';
import { LinkProblem, problemOf } from '../link-problem.js';
import type { LinkState } from '../link-status.js';
import { HelloFactsService } from '../sending/hello-facts.service.js';
import { authorityHashOf, enrol, isOfSameHub, isOfToken, isOut, newIdentity, renew } from './enrolment.js';
import { HubHttps } from './hub-https.js';

const MINUTE: Millis = 60_000;
/** A hub may have got another broker: it is asked after so long without a connection, and then once in this time. */
const ASK_AGAIN_AFTER: Millis = 10 * MINUTE;
/** The share of its validity after which a certificate is renewed. */
const RENEW_AFTER = 2 / 3;

const NO_TOKEN = new LinkProblem(
  'This PDU does not belong to the hub yet: set RACKFEED_HUB_TOKEN to a token that was made there.',
);

export type Member = FleetIdentity & { readonly membership: Membership };

/** Makes this controller a member of the fleet of its hub, and keeps it one. */
@Injectable()
export class EnrolmentService {
  readonly #logger = new Logger('FleetLink');
  readonly #https: HubHttps | undefined;
  readonly #token: string | undefined;
  #identity: FleetIdentity | undefined;
  /** A PDU that waits to be accepted asks after half a minute, and after longer and longer. */
  readonly #pending = new RetryDelay(Math.random, { first: 30_000, longest: 5 * MINUTE, jitter: 0.5 });
  readonly #failures = new RetryDelay(Math.random, { longest: 5 * MINUTE, jitter: 1 });
  readonly #renewals = new RetryDelay(Math.random, { first: MINUTE, longest: 60 * MINUTE });
  #dueAt: Millis = -Infinity;
  #renewAt: Millis = -Infinity;
  #work: Promise<void> | undefined;
  #state: LinkState = 'enrolling';
  #problem: LinkProblem | undefined;
  #hasRenewalFailed = false;
  #isForgetting = false;
  /** Rises when the identity is forgotten: what was under way then is dropped. */
  #generation = 0;

  constructor(
    config: RuntimeConfig,
    resolver: NameResolver,
    private readonly file: IdentityFile,
    private readonly facts: HelloFactsService,
    private readonly clock: Clock,
  ) {
    this.#https = config.hub && new HubHttps(config.hub, resolver);
    this.#token = config.hubToken;
  }

  /** Reads the stored identity; one of another hub than that of the token gives way to a new one. */
  async load(): Promise<void> {
    try {
      const stored = await this.file.read();
      if (stored && this.#token !== undefined && !isOfSameHub(stored, this.#token)) {
        this.#logger.log('The token is of another hub: this PDU enrols there.');
      } else this.#identity = stored;
    } catch (error) {
      this.#logger.warn(`The stored identity of this PDU at its hub cannot be used: ${errorMessage(error)}`);
    }
  }

  /** The membership of this PDU, with its key; undefined while it does not belong to the fleet. */
  get member(): Member | undefined {
    const { membership } = this.#identity ?? {};
    return this.#identity && membership && { ...this.#identity, membership };
  }

  /** The state while it does not belong to a fleet. */
  get state(): { readonly state: LinkState; readonly problem: LinkProblem | undefined } {
    return { state: this.#state, problem: this.#problem };
  }

  /** Wall clock of the end of the certificate. */
  get certificateEnds(): Millis | undefined {
    return this.member && validityOf(new X509Certificate(this.member.membership.certificate)).to;
  }

  /** True if there is a token with which this PDU has not enrolled yet. */
  get hasNewToken(): boolean {
    return this.#token !== undefined && !(this.#identity && isOfToken(this.#identity, this.#token));
  }

  /**
   * Enrols or renews when that is due. Called once a second.
   * @param hubTime the hub's clock, if it is known
   * @param lostFor the time without a connection
   */
  onTick(uptime: Millis, hubTime: Millis | undefined, lostFor: Millis = 0): void {
    if (this.#work || this.#isForgetting) return;
    const { member } = this;
    if (!member && uptime >= this.#dueAt) this.#work = this.#enrol();
    else if (member && uptime >= this.#renewAt) {
      const isAsked = lostFor >= ASK_AGAIN_AFTER || (lostFor > 0 && this.hasNewToken);
      const isDue = isAsked || this.#isRenewalDue(member, hubTime);
      if (isDue) this.#work = this.#renew(member);
    }
    this.#work = this.#work?.finally(() => (this.#work = undefined));
  }

  /** Enrols with the token as another PDU, because the hub does not admit this PDU any more. */
  beginAgain(): void {
    this.#forget();
  }

  /** Forgets who this PDU is in the fleet; resolves when it is removed from the disk. */
  async forget(): Promise<void> {
    this.#forget();
    this.#isForgetting = true; // a new identity, which could be stored meanwhile, would be removed too
    try {
      await this.#work;
      await this.file.remove();
    } finally {
      this.#isForgetting = false;
    }
  }

  #forget(): void {
    this.#generation++;
    this.#identity = undefined;
    this.#enter('enrolling');
    this.#dueAt = -Infinity;
  }

  #isRenewalDue({ membership }: Member, hubTime = this.clock.now()): boolean {
    const { from, to } = validityOf(new X509Certificate(membership.certificate));
    return hubTime >= from + (to - from) * RENEW_AFTER;
  }

  async #enrol(): Promise<void> {
    const generation = this.#generation;
    try {
      const membership = await this.#attempt(generation);
      if (generation !== this.#generation) return;
      if (membership === 'pending') {
        this.#enter('pending');
        this.#dueAt = this.clock.uptime() + this.#pending.next(this.clock.uptime());
        return;
      }
      if (!this.#identity) return;
      const identity = { ...this.#identity, membership };
      await this.file.write(identity);
      if (generation !== this.#generation) {
        await this.file.remove();
        return;
      }
      this.#identity = identity;
      this.#pending.onSuccess();
    } catch (error) {
      if (generation !== this.#generation) return;
      const problem = problemOf(error);
      this.#enter(problem.state, problem);
      this.#dueAt = this.clock.uptime() + this.#failures.next(this.clock.uptime(), problem.wait);
    }
  }

  async #attempt(generation: number): Promise<Membership | 'pending'> {
    const [https, token] = [this.#https, this.#token];
    if (!https || token === undefined) throw NO_TOKEN;
    if (!this.#identity) {
      const identity = newIdentity(await https.authority(authorityHashOf(token)), token);
      // Durable before the hub learns of it, so that the same PDU asks again after a stop.
      await this.file.write(identity);
      if (generation !== this.#generation) return 'pending';
      this.#identity = identity;
    }
    return enrol(https, this.#identity, token, this.facts.ofPdu());
  }

  async #renew(member: Member): Promise<void> {
    const generation = this.#generation;
    try {
      if (!this.#https) return;
      const renewed = await renew(this.#https, member, member.membership);
      if (generation !== this.#generation) return;
      const identity = { ...member, membership: { ...member.membership, ...renewed } };
      await this.file.write(identity);
      if (generation !== this.#generation) {
        await this.file.remove();
        return;
      }
      this.#identity = identity;
      this.#hasRenewalFailed = false;
      this.#renewAt = this.clock.uptime() + ASK_AGAIN_AFTER;
      this.#logger.log('The hub has renewed the certificate of this PDU.');
    } catch (error) {
      if (generation !== this.#generation) return;
      // A broker beside the hub still lets a revoked PDU in, so only the hub itself says that it is out.
      if (this.hasNewToken && isOut(error)) {
        this.beginAgain();
        return;
      }
      const uptime = this.clock.uptime();
      this.#renewAt = uptime + this.#renewals.next(uptime);
      if (this.#hasRenewalFailed) return;
      this.#hasRenewalFailed = true;
      this.#logger.warn(
        `The certificate of this PDU was not renewed, which is tried again: ${problemOf(error).message}`,
      );
    }
  }

  #enter(state: LinkState, problem?: LinkProblem): void {
    [this.#state, this.#problem] = [state, problem];
  }
}
