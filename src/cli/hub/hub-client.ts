import { readFileSync } from 'node:fs';
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Millis } from '../../common/clock.js';
import type { PageAnswer } from './answers.js';

const ANSWER_WITHIN: Millis = 15_000;

/** The address of a hub, and the credential for it. */
export interface HubAddress {
  /** For example https://hub.example.com. */
  readonly url: string;
  /** The personal access token of a user of the hub. */
  readonly token: string;
  /** The file with the certificate that is trusted, PEM; undefined for those of the system. */
  readonly ca: string | undefined;
}

export interface HubRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The hub has answered, and refused. */
export class HubRefusal extends Error {}

/** Speaks with the API of one hub. */
export class HubClient {
  readonly #base: URL;
  readonly #authority: Buffer | undefined;

  /** Throws for an address that is none, and for a certificate that cannot be read. */
  constructor(private readonly address: HubAddress) {
    const { url, ca } = address;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new Error(`"${url}" is not an address: write it with http:// or https://.`);
    }
    this.#base = new URL(url.endsWith('/') ? url : `${url}/`);
    this.#authority = ca === undefined ? undefined : readFileSync(ca);
  }

  /**
   * The answer to one request.
   * @param path below the address of the hub, without a slash at its begin
   * Rejects with {@link HubRefusal} for an answer that is an error, else with why there is no answer.
   */
  async ask<T>(path: string, { method = 'GET', query = {}, body, headers }: HubRequest = {}): Promise<T> {
    const url = new URL(path, this.#base);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const payload = body && JSON.stringify(body);
    const response = await this.#send(url, method, payload, headers);
    const status = response.statusCode ?? 0;
    const said = parsed(await text(response));
    if (status >= 200 && status < 300) return said as T;
    const { location } = response.headers;
    if (location !== undefined)
      throw new HubRefusal(`The hub is elsewhere: try --url ${new URL(location, url).origin}.`);
    throw new HubRefusal(sentenceOf(said) ?? `The hub answers ${status} at ${url.href}.`);
  }

  /** All items of a list that comes in pages. */
  async all<T>(path: string, query: HubRequest['query'] = {}): Promise<T[]> {
    const items: T[] = [];
    let after: string | undefined;
    do {
      const page = await this.ask<PageAnswer<T>>(path, {
        query: { limit: 500, ...query, after },
      });
      items.push(...page.items);
      after = page.next ?? undefined;
    } while (after !== undefined);
    return items;
  }

  #send(url: URL, method: string, payload: string | undefined, more: HubRequest['headers']): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(ANSWER_WITHIN);
      const headers = {
        authorization: `Bearer ${this.address.token}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...more,
      };
      const options = { agent: false, method, headers, signal, ...(this.#authority && { ca: this.#authority }) };
      const asked = url.protocol === 'https:' ? overHttps(url, options) : overHttp(url, options);
      asked.once('response', resolve);
      asked.once('error', (error: NodeJS.ErrnoException) => {
        const reason = signal.aborted ? `no answer within ${ANSWER_WITHIN / 1000} s` : (error.code ?? error.message);
        reject(new Error(`The hub cannot be reached at ${url.origin} (${reason}).`));
      });
      asked.end(payload);
    });
  }
}

function parsed(said: string): unknown {
  try {
    return said === '' ? {} : (JSON.parse(said) as unknown);
  } catch {
    return undefined;
  }
}

const sentenceOf = (said: unknown): string | undefined => {
  const { message } = (said ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : undefined;
};
