import { Injectable } from '@nestjs/common';
import { HttpExchange } from '../../actions/channels/http-exchange.js';
import { hostOf, portOf } from '../../actions/channels/target-url.js';
import { TrustedAuthorities } from '../../actions/channels/trusted-authorities.js';
import { isResolved, OutboundService } from '../../outbound/outbound.service.js';
import { permanentFailure, temporaryFailure } from '../../outbound/delivery.js';
import type { AttemptResult } from '../../outbox/outbox-message.js';
import { SubscriptionStore, type Subscription } from './subscription.store.js';

/** Makes one attempt to send an event to a subscriber. */
@Injectable()
export class EventSender {
  constructor(
    private readonly store: SubscriptionStore,
    private readonly outbound: OutboundService,
    private readonly authorities: TrustedAuthorities,
  ) {}

  /** Never rejects. The signal ends it. */
  async send(subscription: Subscription, body: string, signal: AbortSignal): Promise<AttemptResult> {
    const url = new URL(subscription.destination);
    const proof = subscription.verifyCertificate ? { authorities: this.authorities.pem } : { accepts: anyCertificate };
    const delivery = await this.outbound.send(signal, async () => {
      const target = await this.outbound.resolve(hostOf(url), portOf(url));
      if (!isResolved(target)) return target;
      const answer = await new HttpExchange(target, proof).send(
        { method: 'POST', url, headers: this.store.headersOf(subscription), body },
        signal,
      );
      if (!answer.answered) return temporaryFailure(`It may not have arrived: ${answer.reason}.`);
      const { status } = answer;
      if (status >= 200 && status < 300) return { delivered: true };
      return permanentFailure(`The receiver answered ${status}${status < 400 ? '; redirects are not followed' : ''}.`);
    });
    return { delivered: delivery.delivered, detail: delivery.delivered ? '' : delivery.reason };
  }
}

/** Accepts every certificate: the maker of the subscription has said that it is not to be checked. */
const anyCertificate = (): Promise<undefined> => Promise.resolve(undefined);
