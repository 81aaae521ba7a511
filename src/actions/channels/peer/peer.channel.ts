import { Injectable } from '@nestjs/common';
import type { TLSSocket } from 'node:tls';
import type { Cause } from '../../../common/cause.js';
import { HOP_HEADER, MAX_HOPS, RecentHops } from '../../../common/hops.js';
import type { Delivery } from '../../../outbound/delivery.js';
import { printable } from '../../../common/text.js';
import { permanentFailure, temporaryFailure, type Undelivered } from '../../../outbound/delivery.js';
import { isResolved, OutboundService } from '../../../outbound/outbound.service.js';
import type { HttpMessage } from '../http-exchange.js';
import { HttpExchange, type HttpResult } from '../http-exchange.js';
import { hostOf, parseTargetUrl, portOf } from '../target-url.js';
import { PeerPinsService } from './peer-pins.service.js';

/** A command for another PDU, and how many PDUs it has come over. */
export interface PeerCommand {
  readonly kind: 'outlets' | 'groups';
  readonly idOrIndex: string;
  readonly state: 'ON' | 'OFF' | 'REBOOT';
  readonly token: string;
  readonly hops: number;
}

/** False when the command would go round in a circle of PDUs. */
export const mayHop = (hops: number): boolean => hops < MAX_HOPS;

/** The request that carries it. The token is nowhere but in its header. */
export const peerRequest = (origin: string, { kind, idOrIndex, state, token, hops }: PeerCommand): HttpMessage => ({
  method: 'PUT',
  url: new URL(`/api/${kind}/${encodeURIComponent(idOrIndex)}`, origin),
  headers: { authorization: `Bearer ${token}`, [HOP_HEADER]: String(hops + 1) },
  body: JSON.stringify({ state }),
});

/** The result of one request, and whether the other PDU may have the command. */
type PeerResult = Undelivered | HttpResult;

/** Switches outlets and groups of other PDUs. */
@Injectable()
export class PeerChannel {
  constructor(
    private readonly outbound: OutboundService,
    private readonly pins: PeerPinsService,
    private readonly recent: RecentHops,
  ) {}

  /**
   * Done when the other PDU has answered 2xx. A bare address is tried over https, and over http where nothing speaks
   * TLS and nothing ever did. A command that may have arrived is never sent again.
   */
  async send(address: string, wanted: PeerCommand, signal: AbortSignal): Promise<Delivery> {
    const read = parseTargetUrl(address, 'https');
    if ('wrong' in read) return permanentFailure(`The address of the other PDU is ${read.wrong}.`);
    const command = { ...wanted, hops: Math.max(wanted.hops, this.recent.now) };
    if (!mayHop(command.hops))
      return permanentFailure(`The command has come over ${command.hops} PDUs: a loop ends here.`);
    const isBare = !address.includes('://');
    const sent = { exchange: undefined as HttpExchange | undefined };
    return this.outbound.send(
      signal,
      async () => {
        const result = await this.#send(read.url, command, signal, sent);
        const mayTryHttp =
          isBare && !signal.aborted && speaksNoTls(result, sent.exchange) && !(await this.pins.has(peerOf(read.url)));
        if (!mayTryHttp) return deliveryOf(result, sent.exchange);
        const plain = new URL(read.url.href.replace(/^https:/, 'http:'));
        return deliveryOf(await this.#send(plain, command, signal, sent), sent.exchange);
      },
      (reason) => unanswered(reason, sent.exchange),
    );
  }

  /** The PDU at this address may show another certificate next time. Joins the running unit of work. */
  async forget(address: string, cause: Cause): Promise<void> {
    const read = parseTargetUrl(address, 'https');
    if ('url' in read) await this.pins.forget(peerOf(read.url), cause);
  }

  async #send(
    url: URL,
    command: PeerCommand,
    signal: AbortSignal,
    sent: { exchange: HttpExchange | undefined },
  ): Promise<PeerResult> {
    const target = await this.outbound.resolve(hostOf(url), portOf(url));
    if (!isResolved(target)) return target;
    const accepts = (socket: TLSSocket) => this.pins.accepts(peerOf(url), socket);
    sent.exchange = new HttpExchange(target, { accepts });
    return sent.exchange.send(peerRequest(url.origin, command), signal);
  }
}

/** The name under which its certificate is stored. */
const peerOf = (url: URL): string => `${hostOf(url)}:${portOf(url)}`;

/** TLS that is refused by who speaks it. */
const TLS_REFUSAL = /ALERT|CIPHER|UNSUPPORTED_PROTOCOL/;

/** True when no byte of the command was sent, because nothing listens there or what does is not TLS. */
const speaksNoTls = (result: PeerResult, exchange: HttpExchange | undefined): boolean =>
  'answered' in result &&
  !result.answered &&
  exchange?.hasConnected === false &&
  result.code !== undefined &&
  !TLS_REFUSAL.test(result.code);

/** In place of a sentence of the other PDU. */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'it did not understand the request',
  401: 'it does not accept the access token',
  403: 'the access token may not do this',
  404: 'it has no such outlet or group',
  422: 'it cannot do this',
  429: 'it is asked too often',
  500: 'something went wrong there',
  503: 'it is busy or starting',
};

function deliveryOf(result: PeerResult, exchange: HttpExchange | undefined): Delivery {
  if ('delivered' in result) return result;
  if (!result.answered) return unanswered(result.reason, exchange);
  const { status, text } = result;
  if (status >= 200 && status < 300) return { delivered: true, detail: `The other PDU answered ${status}.` };
  return permanentFailure(`The other PDU answered ${status}${errorMessageIn(text) || reasonOfStatus(status)}.`);
}

/** Only a command of which no byte was sent may be sent again. */
const unanswered = (reason: string, exchange: HttpExchange | undefined): Undelivered =>
  exchange?.hasConnected
    ? permanentFailure(`The other PDU may have got the command and did not answer: ${reason}. It is not sent again.`)
    : temporaryFailure(`The other PDU did not get the command: ${reason}.`);

const reasonOfStatus = (status: number): string => (STATUSES[status] === undefined ? '' : `: ${STATUSES[status]}`);

/** The message of a PDU's error body. */
function errorMessageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const hasMessage =
      typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
    return hasMessage ? `: ${printable(body.message as string).replace(/\.$/, '')}` : '';
  } catch {
    return '';
  }
}
