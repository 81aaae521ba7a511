import { Injectable } from '@nestjs/common';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { Access } from '../../kernel/access.js';
import { SettingsStore } from '../../settings/settings.store.js';
import type { Firing } from '../firing.js';
import { Authorities } from './authorities.js';
import type { Delivery } from './channel.js';
import { HttpExchange } from './http-exchange.js';
import { CurrentMeasurements } from './measurements.service.js';
import { isReached, Outbound } from './outbound.service.js';
import { hostOf, portOf, readUrl } from './post-url.js';
import { idempotencyKey, postMessage, type PostMessage, type PostStats } from './post.message.js';
import { later, never } from './undelivered.js';

/** Statuses by which a server says "not now". */
const NOT_NOW = [408, 425, 429];

/** Posts firings to HTTP servers. */
@Injectable()
export class PostChannel {
  constructor(
    private readonly outbound: Outbound,
    private readonly settings: SettingsStore,
    private readonly driver: PduDriver,
    private readonly measurements: CurrentMeasurements,
    private readonly authorities: Authorities,
  ) {}

  preview(_url: string, stats: PostStats, firing: Firing, access: Access): PostMessage {
    const device = { name: this.settings.get('deviceName'), serialNumber: this.#serialNumber };
    return postMessage(firing, device, this.measurements.of(stats, access));
  }

  /** Done when the server has answered 2xx. A bare address means http. */
  async post(text: string, stats: PostStats, firing: Firing, access: Access): Promise<Delivery> {
    const read = readUrl(text);
    if ('wrong' in read) return never(`The target is ${read.wrong}.`);
    const { url } = read;
    return this.outbound.send(async (signal) => {
      const target = await this.outbound.reach(hostOf(url), portOf(url));
      if (!isReached(target)) return target;
      const exchange = new HttpExchange(target, { authorities: this.authorities.pem });
      const key = idempotencyKey(firing, this.#serialNumber, url.href, stats);
      const json = this.preview(text, stats, firing, access);
      const answer = await exchange.send({ method: 'POST', url, headers: { 'idempotency-key': key }, json }, signal);
      return answer.answered ? verdict(answer.status) : later(`The post did not arrive: ${answer.reason}.`);
    });
  }

  get #serialNumber(): string {
    return this.driver.model.profile.enclosureSerialNumber;
  }
}

/** Posting again is harmless, but useless where the server has understood and refused. */
function verdict(status: number): Delivery {
  if (status >= 200 && status < 300) return { delivered: true, detail: `The server answered ${status}.` };
  if (status < 400) return never(`The server answered ${status}; redirects are not followed.`);
  return (status >= 500 || NOT_NOW.includes(status) ? later : never)(`The server answered ${status}.`);
}
