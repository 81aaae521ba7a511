import type { TLSSocket } from 'node:tls';
import { Injectable } from '@nestjs/common';
import type { Cause } from '../../kernel/cause.js';
import { RecentHops } from '../../kernel/hops.js';
import type { Delivery } from './channel.js';
import { HttpExchange, type Exchange } from './http-exchange.js';
import { isReached, Outbound } from './outbound.service.js';
import { PeerPins } from './peer-pins.service.js';
import { mayHop, peerRequest, type PeerCommand } from './peer.message.js';
import { hostOf, portOf, readUrl } from './post-url.js';
import { later, never, printable, type Undelivered } from './undelivered.js';

/** One attempt's end, and whether the other PDU may have the command. */
type Attempt = Undelivered | Exchange;

/** Switches outlets and groups of other PDUs. */
@Injectable()
export class PeerChannel {
  constructor(
    private readonly outbound: Outbound,
    private readonly pins: PeerPins,
    private readonly recent: RecentHops,
  ) {}

  /**
   * Done when the other PDU has answered 2xx. A bare address is tried over https, and over http where nothing speaks
   * TLS and nothing ever did. A command that may have arrived is never sent again.
   */
  async command(
    address: string,
    kind: PeerCommand['kind'],
    idOrIndex: string,
    state: PeerCommand['state'],
    token: string,
    hops: number,
  ): Promise<Delivery> {
    const read = readUrl(address, 'https');
    if ('wrong' in read) return never(`The address of the other PDU is ${read.wrong}.`);
    const command = { kind, idOrIndex, state, token, hops: Math.max(hops, this.recent.now) };
    if (!mayHop(command.hops)) return never(`The command has come over ${command.hops} PDUs: a loop ends here.`);
    const isBare = !address.includes('://');
    const sent = { exchange: undefined as HttpExchange | undefined };
    return this.outbound.send(
      async (signal) => {
        const attempt = await this.#attempt(read.url, command, signal, sent);
        const mayTryHttp = isBare && speaksNoTls(attempt, sent.exchange) && !(await this.pins.has(peerOf(read.url)));
        if (!mayTryHttp) return verdict(attempt, sent.exchange);
        const plain = new URL(read.url.href.replace(/^https:/, 'http:'));
        return verdict(await this.#attempt(plain, command, signal, sent), sent.exchange);
      },
      () => unanswered('no answer within 10 s', sent.exchange),
    );
  }

  /** The PDU at this address may show another certificate next time. Joins the running unit of work. */
  async forget(address: string, cause: Cause): Promise<void> {
    const read = readUrl(address, 'https');
    if ('url' in read) await this.pins.forget(peerOf(read.url), cause);
  }

  async #attempt(
    url: URL,
    command: PeerCommand,
    signal: AbortSignal,
    sent: { exchange: HttpExchange | undefined },
  ): Promise<Attempt> {
    const target = await this.outbound.reach(hostOf(url), portOf(url));
    if (!isReached(target)) return target;
    const accepts = (socket: TLSSocket) => this.pins.accepts(peerOf(url), socket);
    sent.exchange = new HttpExchange(target, { accepts });
    return sent.exchange.send(peerRequest(url.origin, command), signal);
  }
}

/** Under this name its certificate is kept. */
const peerOf = (url: URL): string => `${hostOf(url)}:${portOf(url)}`;

/** TLS that is refused by who speaks it. */
const TLS_REFUSAL = /ALERT|CIPHER|UNSUPPORTED_PROTOCOL/;

/** True when no byte of the command was sent, because nothing listens there or what does is not TLS. */
const speaksNoTls = (attempt: Attempt, exchange: HttpExchange | undefined): boolean =>
  'answered' in attempt &&
  !attempt.answered &&
  exchange?.hasConnected === false &&
  attempt.code !== undefined &&
  !TLS_REFUSAL.test(attempt.code);

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

function verdict(attempt: Attempt, exchange: HttpExchange | undefined): Delivery {
  if ('delivered' in attempt) return attempt;
  if (!attempt.answered) return unanswered(attempt.reason, exchange);
  const { status, text } = attempt;
  if (status >= 200 && status < 300) return { delivered: true, detail: `The other PDU answered ${status}.` };
  return never(`The other PDU answered ${status}${sentenceIn(text) || fallbackOf(status)}.`);
}

/** Only a command of which no byte was sent may be sent again. */
const unanswered = (reason: string, exchange: HttpExchange | undefined): Undelivered =>
  exchange?.hasConnected
    ? never(`The other PDU may have got the command and did not answer: ${reason}. It is not sent again.`)
    : later(`The other PDU did not get the command: ${reason}.`);

const fallbackOf = (status: number): string => (STATUSES[status] === undefined ? '' : `: ${STATUSES[status]}`);

/** The message of a PDU's error body. */
function sentenceIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const hasMessage =
      typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
    return hasMessage ? `: ${printable(body.message as string).replace(/\.$/, '')}` : '';
  } catch {
    return '';
  }
}
