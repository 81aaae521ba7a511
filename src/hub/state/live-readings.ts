import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import { TickDecoder } from '../../fleet-wire/ticks.js';
import { Ticks } from '../../kernel/ticks.js';
import { HubLink } from '../link/hub-link.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PdusService } from '../pdus/pdus.service.js';
import type { LoadedProfile } from './loaded-profile.js';
import { PduStates } from './pdu-states.js';

/** Somebody who has asked for the outlets of a PDU wants its readings of each second for so long. */
const WANTED_FOR: Millis = 15_000;
const LEASE_SECONDS = 20;
const RENEWED_AFTER: Millis = 10_000;
/** A key frame is asked for at most so often. */
const KEY_EVERY: Millis = 1000;

interface Decoder {
  readonly profile: LoadedProfile;
  readonly ticks: TickDecoder;
  readonly values: () => Float64Array;
}

interface Lease {
  until: Millis;
  leasedAt: Millis;
  keyAskedAt: Millis;
  decoder: Decoder | undefined;
}

/** The readings of each second, of those PDUs for which somebody asks. */
@Injectable()
export class LiveReadings implements OnModuleInit {
  readonly #leases = new Map<string, Lease>();

  constructor(
    private readonly link: HubLink,
    private readonly pdus: PdusService,
    private readonly states: PduStates,
    private readonly ticks: Ticks,
  ) {}

  onModuleInit(): void {
    this.link.onUp('tick', (pdu, payload) => this.#receive(pdu, payload));
    this.link.onConnect((pdu) => {
      const lease = this.#leases.get(pdu.id);
      if (lease) lease.leasedAt = -Infinity;
    });
    this.ticks.onTick('publish', () => this.#renew());
  }

  /** Somebody wants the readings of this PDU now. */
  want(pdu: Pdu): void {
    const until = this.link.now + WANTED_FOR;
    const lease = this.#leases.get(pdu.id);
    if (lease) lease.until = until;
    else this.#leases.set(pdu.id, { until, leasedAt: -Infinity, keyAskedAt: -Infinity, decoder: undefined });
    this.#lease(pdu);
  }

  #renew(): void {
    const { now } = this.link;
    for (const [id, { until }] of this.#leases) {
      const pdu = this.pdus.get(id);
      if (!pdu || now > until) this.#leases.delete(id);
      else this.#lease(pdu);
    }
  }

  #lease(pdu: Pdu): void {
    const lease = this.#leases.get(pdu.id);
    const { now } = this.link;
    if (!lease || now - lease.leasedAt < RENEWED_AFTER || !this.link.isConnected(pdu)) return;
    lease.leasedAt = now;
    const until = Math.floor(now) + LEASE_SECONDS * 1000;
    this.link.sendSigned('lease', pdu, { seconds: LEASE_SECONDS, until });
  }

  #receive(pdu: Pdu, payload: Buffer): void {
    const lease = this.#leases.get(pdu.id);
    const state = this.states.of(pdu.id);
    if (!lease || !state?.profile || !state.isProfileCurrent) return;
    if (lease.decoder?.profile !== state.profile) {
      lease.decoder = decoderOf(state.profile);
    }
    const { ticks, values } = lease.decoder;
    const result = ticks.decode(payload);
    const { now } = this.link;
    state.heard(now);
    if (result === 'shown') state.takeLive(values, now);
    if (result !== 'missing' || now - lease.keyAskedAt < KEY_EVERY) return;
    lease.keyAskedAt = now;
    this.link.send(pdu, 'key', {});
  }
}

function decoderOf(profile: LoadedProfile): Decoder {
  const ticks = new TickDecoder(profile.series);
  return { profile, ticks, values: () => ticks.values ?? new Float64Array() };
}
