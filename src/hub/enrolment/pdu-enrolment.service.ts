import { Injectable } from '@nestjs/common';
import type { Cause } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { assertListNotFull } from '../../common/limits.js';
import { UNNAMED_PDU } from '../../common/unnamed-pdu.js';
import { uuidV7 } from '../../common/uuid.js';
import { RuntimeConfig, type HubAddress } from '../../config/runtime-config.js';
import { Db } from '../../database/db.js';
import { RequestError, type RequestedKey } from '../authority/fleet-authority.js';
import { HubKeysService } from '../authority/hub-keys.service.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PduStore } from '../pdus/pdu.store.js';
import { EnrolmentStore } from './enrolment.store.js';
import { tokenHashOf } from './enrolment-token.js';
import type { EnrolRequest } from './fleet-request.js';

/** The answer to a PDU that enrols. */
export interface EnrolAnswer {
  readonly pdu: string;
  readonly state: 'pending' | 'active';
  readonly site: string;
  readonly shard: number;
  /** PEM; null while nobody has accepted the PDU. */
  readonly certificate: string | null;
  /** The certificate of the authority, PEM. */
  readonly authority: string;
  /** The key with which the hub signs its commands, PEM. */
  readonly hubKey: string;
  /** The brokers to connect to, in this order; none: the fleet port. */
  readonly brokers: readonly HubAddress[];
}

/** The answer to a PDU that renews its certificate. */
export type RenewAnswer = { readonly certificate: string } & Pick<EnrolAnswer, 'brokers'>;

/** Makes PDUs members of the fleet, and gives them their certificates. */
@Injectable()
export class PduEnrolmentService {
  constructor(
    private readonly pdus: PduStore,
    private readonly enrolments: EnrolmentStore,
    private readonly keys: HubKeysService,
    private readonly clock: Clock,
    private readonly db: Db,
    private readonly config: RuntimeConfig,
  ) {}

  /**
   * The same key with the same token is the same PDU and uses the token once, whenever it asks again. Throws
   * ENROLMENT_REFUSED, ENROLMENT_REQUEST_UNUSABLE, PDU_REVOKED or LIST_FULL.
   */
  async enrol(sent: EnrolRequest, address: string): Promise<EnrolAnswer> {
    const { authority, fingerprint, signingPublic: hubKey } = this.keys.current;
    const tokenHash = tokenHashOf(sent.token, fingerprint);
    // Only who has a token is worth the work that a request takes.
    if (tokenHash === undefined || !(await this.#isKnown(tokenHash))) throw new ApiError('ENROLMENT_REFUSED');
    const key = await this.#keyIn(sent.request);
    const pdu = await this.db.transaction(async (entities) => {
      const known = this.pdus.all().find((each) => each.keyHash === key.hash && each.tokenHash === tokenHash);
      if (known) return known;
      const enrolment = this.enrolments.ofToken(tokenHash);
      const isValid = enrolment && enrolment.used < enrolment.uses && this.clock.now() < enrolment.validUntil;
      if (!isValid) throw new ApiError('ENROLMENT_REFUSED');
      assertListNotFull('pdus', this.pdus.all().length);
      await this.enrolments.use(entities, enrolment);
      const cause: Cause = { kind: 'system', who: `token "${enrolment.name}"`, address };
      return this.pdus.create(this.#newPdu(sent, { ...enrolment, keyHash: key.hash }), cause);
    });
    if (pdu.state === 'revoked') throw new ApiError('PDU_REVOKED');
    const { id, state, site, shard } = pdu;
    const certificate = state === 'active' ? await authority.issueFor(key, id, this.clock.now()) : null;
    const brokers = this.#brokersOf(site);
    return { pdu: id, state, site, shard, certificate, authority: authority.certificate, hubKey, brokers };
  }

  /**
   * The next certificate of a PDU that has shown the one before.
   * @param id the PDU in that certificate; undefined without one. Throws PDU_CERTIFICATE_MISSING, PDU_REVOKED or
   * ENROLMENT_REQUEST_UNUSABLE.
   */
  async renew(request: string, id: string | undefined): Promise<RenewAnswer> {
    const pdu = id === undefined ? undefined : this.pdus.get(id);
    if (!pdu) throw new ApiError('PDU_CERTIFICATE_MISSING');
    if (pdu.state !== 'active') throw new ApiError('PDU_REVOKED');
    const key = await this.#keyIn(request);
    const certificate = await this.keys.current.authority.issueFor(key, pdu.id, this.clock.now());
    return { certificate, brokers: this.#brokersOf(pdu.site) };
  }

  /** The broker of a site comes first; the others are there when it is not. */
  #brokersOf(site: string): HubAddress[] {
    const { fleetBrokers } = this.config;
    const own = fleetBrokers.filter((broker) => broker.site === site);
    const others = fleetBrokers.filter((broker) => broker.site === undefined);
    return [...own, ...others].map(({ host, port }) => ({ host, port }));
  }

  async #isKnown(tokenHash: string): Promise<boolean> {
    if (this.#isKnownHere(tokenHash)) return true;
    await this.db.catchUp(); // another hub may have made it just now
    return this.#isKnownHere(tokenHash);
  }

  /** A PDU that has enrolled with a token may ask again when that is deleted. */
  #isKnownHere(tokenHash: string): boolean {
    return (
      this.enrolments.ofToken(tokenHash) !== undefined || this.pdus.all().some((pdu) => pdu.tokenHash === tokenHash)
    );
  }

  async #keyIn(request: string): Promise<RequestedKey> {
    try {
      return await this.keys.current.authority.read(request);
    } catch (error) {
      if (error instanceof RequestError) throw new ApiError('ENROLMENT_REQUEST_UNUSABLE', error.message).at('request');
      throw error;
    }
  }

  #newPdu(
    { name, serial, model }: EnrolRequest,
    from: { readonly site: string; readonly accept: boolean; readonly tokenHash: string; readonly keyHash: string },
  ): Omit<Pdu, 'no'> {
    const { site, accept, tokenHash, keyHash } = from;
    const now = this.clock.now();
    const state = accept ? 'active' : 'pending';
    return {
      ...{ id: uuidV7(now), name: nameInHub(name, serial), site, shard: 0, serial, model, state },
      ...{ keyHash, tokenHash, enrolledAt: now },
    };
  }
}

/** Many PDUs have the name of one that nobody has named; the question before a switch has to say which one it is about. */
const nameInHub = (name: string, serial: string): string => (name === UNNAMED_PDU ? `${name} ${serial}` : name);
