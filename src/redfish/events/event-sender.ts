import { Injectable } from '@nestjs/common';
import { HttpExchange } from '../../actions/channels/http-exchange.js';
import { hostOf, portOf } from '../../actions/channels/target-url.js';
import { TrustedAuthorities } from '../../actions/channels/trusted-authorities.js';
import { isResolved, OutboundService } from '../../outbound/outbound.service.js';
import { permanentFailure, temporaryFailure, type Delivery } from '../../outbound/delivery.js';
import { eventPayload, recordOf, type NumberedEvent } from './event-record.js';
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
  send(subscription: Subscription, event: NumberedEvent, signal: AbortSignal): Promise<Delivery> {
    const url = new URL(subscription.destination);
    const proof = subscription.verifyCertificate ? { authorities: this.authorities.pem } : { accepts: anyCertificate };
    return this.outbound.send(signal, async () => {
      const target = await this.outbound.resolve(hostOf(url), portOf(url));
      if (!isResolved(target)) return target;
      const answer = await new HttpExchange(target, proof).send(
        {
          method: 'POST',
          url,
          headers: this.store.headersOf(subscription),
          body: JSON.stringify(eventPayload(event.id, subscription.context, [recordOf(event)])),
        },
        signal,
      );
      if (!answer.answered) return temporaryFailure(`It may not have arrived: ${answer.reason}.`);
      const { status } = answer;
      if (status >= 200 && status < 300) return { delivered: true };
      return permanentFailure(`The receiver answered ${status}${status < 400 ? '; redirects are not followed' : ''}.`);
    });
  }
}

/** Accepts every certificate: the maker of the subscription has said that it is not to be checked. */
const anyCertificate = (): Promise<undefined> => Promise.resolve(undefined);
