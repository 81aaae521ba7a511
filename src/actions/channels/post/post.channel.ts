import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { messageIdOf, signatureHeaders, type SignedMessage } from '../../../common/message-signature.js';
import { PduDriver } from '../../../hardware/pdu.driver.js';
import { SettingsStore } from '../../../settings/settings.store.js';
import type { EventOccurrence } from '../../event-occurrence.js';
import { TrustedAuthorities } from '../trusted-authorities.js';
import type { Delivery } from '../../../outbound/delivery.js';
import { HttpExchange } from '../http-exchange.js';
import { MeasurementsService } from './measurements.service.js';
import { isResolved, OutboundService } from '../../../outbound/outbound.service.js';
import { hostOf, portOf, parseTargetUrl } from '../target-url.js';
import { idempotencyKey, postMessage, type PostMessage, type PostStats } from './post.message.js';
import { temporaryFailure, permanentFailure } from '../../../outbound/delivery.js';

/** Statuses by which a server says "not now". */
const RETRYABLE_STATUSES = [408, 425, 429];

/** Posts occurrences to HTTP servers. */
@Injectable()
export class PostChannel {
  constructor(
    private readonly outbound: OutboundService,
    private readonly settings: SettingsStore,
    private readonly driver: PduDriver,
    private readonly measurements: MeasurementsService,
    private readonly authorities: TrustedAuthorities,
    private readonly clock: Clock,
  ) {}

  preview(stats: PostStats, occurrence: EventOccurrence): PostMessage {
    const device = { name: this.settings.get('deviceName'), serialNumber: this.#serialNumber };
    return postMessage(occurrence, device, this.measurements.of(stats));
  }

  /** Done when the server has answered 2xx. A bare address means http. */
  async send(text: string, stats: PostStats, occurrence: EventOccurrence, signal: AbortSignal): Promise<Delivery> {
    const read = parseTargetUrl(text);
    if ('wrong' in read) return permanentFailure(`The target is ${read.wrong}.`);
    const { url } = read;
    return this.outbound.send(signal, async () => {
      const target = await this.outbound.resolve(hostOf(url), portOf(url));
      if (!isResolved(target)) return target;
      const exchange = new HttpExchange(target, { authorities: this.authorities.pem });
      const key = idempotencyKey(occurrence, this.#serialNumber, url.href, stats);
      const body = JSON.stringify(this.preview(stats, occurrence));
      const headers = { 'idempotency-key': key, ...this.#signature({ id: messageIdOf(key), body }) };
      const answer = await exchange.send({ method: 'POST', url, headers, body }, signal);
      return answer.answered
        ? deliveryOf(answer.status)
        : temporaryFailure(`The post did not arrive: ${answer.reason}.`);
    });
  }

  /** The headers of a signed message, where there is a secret to sign with. */
  #signature(message: SignedMessage): Readonly<Record<string, string>> {
    const secret = this.settings.get('postSigningSecret');
    return secret === '' ? {} : signatureHeaders(message, this.clock.now(), [secret]);
  }

  get #serialNumber(): string {
    return this.driver.model.profile.enclosureSerialNumber;
  }
}

/** Posting again is harmless, but useless where the server has understood and refused. */
function deliveryOf(status: number): Delivery {
  if (status >= 200 && status < 300) return { delivered: true, detail: `The server answered ${status}.` };
  if (status < 400) return permanentFailure(`The server answered ${status}; redirects are not followed.`);
  return (status >= 500 || RETRYABLE_STATUSES.includes(status) ? temporaryFailure : permanentFailure)(
    `The server answered ${status}.`,
  );
}
