import { Injectable } from '@nestjs/common';
import { HttpExchange } from '../../actions/channels/http-exchange.js';
import { hostOf, parseTargetUrl, portOf } from '../../actions/channels/target-url.js';
import { TrustedAuthorities } from '../../actions/channels/trusted-authorities.js';
import { Clock } from '../../common/clock.js';
import { HOP_HEADER, MAX_HOPS } from '../../common/hops.js';
import { signatureHeaders } from '../../common/message-signature.js';
import type { AttemptResult, OutboxMessage } from '../../outbox/outbox-message.js';
import { isResolved, OutboundService } from '../../outbound/outbound.service.js';
import { permanentFailure, temporaryFailure, type Delivery } from '../../outbound/delivery.js';
import { parseRetryAfter } from './retry-schedule.js';

/** By which a receiver asks for time. */
const BUSY = [429, 503];

/** Makes one attempt to send a message. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly outbound: OutboundService,
    private readonly authorities: TrustedAuthorities,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. The signal ends it. */
  async send(
    to: string,
    { id, body }: Pick<OutboxMessage, 'id' | 'body'>,
    secrets: readonly string[],
    signal: AbortSignal,
  ): Promise<AttemptResult> {
    const read = parseTargetUrl(to);
    if ('wrong' in read) return { delivered: false, detail: `The address is ${read.wrong}.` };
    const { url } = read;
    let answered: Pick<AttemptResult, 'status' | 'retryAfter'> = {};
    const delivery = await this.outbound.send(signal, async () => {
      const target = await this.outbound.resolve(hostOf(url), portOf(url));
      if (!isResolved(target)) return target;
      const exchange = new HttpExchange(target, { authorities: this.authorities.pem });
      const now = this.clock.now();
      // Another controller of this kind takes it for a command of a loop, and refuses it.
      const headers = { ...signatureHeaders({ id, body }, now, secrets), [HOP_HEADER]: String(MAX_HOPS + 1) };
      const answer = await exchange.send({ method: 'POST', url, headers, body }, signal);
      if (!answer.answered) return temporaryFailure(`It may not have arrived: ${answer.reason}.`);
      const { status } = answer;
      const retryAfter = BUSY.includes(status) ? parseRetryAfter(answer.retryAfter, now) : undefined;
      answered = { status, ...(retryAfter !== undefined && { retryAfter }) };
      return deliveryOf(status);
    });
    const detail = delivery.delivered ? (delivery.detail ?? '') : delivery.reason;
    return { delivered: delivery.delivered, detail, ...answered };
  }
}

function deliveryOf(status: number): Delivery {
  const isRedirect = status >= 300 && status < 400;
  const answer = `The receiver answered ${status}${isRedirect ? '; redirects are not followed' : ''}.`;
  return status >= 200 && status < 300 ? { delivered: true, detail: answer } : permanentFailure(answer);
}
