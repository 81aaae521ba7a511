/**
 * A whole controller for a test: the real application on a free loopback port, the database in memory, the simulator
 * as hardware, and a clock that stands still until the test moves it.
 *
 *   const pdu = await aPdu({ model: 'switched-8' });
 *   const admin = await pdu.as('admin');
 *   await admin.put('/api/outlets/1', { state: 'OFF' });
 *   await pdu.seconds(3);                       // three poll cycles
 *   expect((await admin.get('/api/outlets/1')).body.state).toBe('OFF');
 *   await pdu.stop();
 */
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { ActionDispatcherService } from '../../../src/actions/execution/action-dispatcher.service.js';
import { createApp } from '../../../src/app.js';
import { readConfig } from '../../../src/config/runtime-config.js';
import { Db } from '../../../src/database/db.js';
import { PduDriver } from '../../../src/hardware/pdu.driver.js';
import { MeterPollerService } from '../../../src/hardware/meter-poller.service.js';
import { RelayControlService } from '../../../src/hardware/relays/relay-control.service.js';
import type { Permissions } from '../../../src/common/access.js';
import { SwitchingService } from '../../../src/switching/switching.service.js';
import { VirtualClock } from '../time/virtual-clock.js';

export const ADMIN_PASSWORD = 'correct horse battery';
export const USER_PASSWORD = 'staple that battery';

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that sent the request knows the type of the answer */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; the text where it is not JSON; '' for an empty one and for one that does not end. */
  readonly body: any;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

export interface PduOptions {
  readonly model?: string;
  /** A folder where the test wants files; `:memory:` otherwise. */
  readonly dataDir?: string;
  readonly clock?: VirtualClock;
  readonly env?: Readonly<Record<string, string>>;
}

type PartialPermissions = Partial<Permissions>;

export async function aPdu(options: PduOptions = {}): Promise<Pdu> {
  const { model = 'single-phase-16', dataDir = ':memory:', clock = new VirtualClock(), env = {} } = options;
  const config = readConfig({
    RACKFEED_MODEL: model,
    RACKFEED_ADMIN_PASSWORD: ADMIN_PASSWORD,
    RACKFEED_SIMULATOR_CONTROL: 'true',
    ...env,
  });
  const app = await createApp({ ...config, dataDir }, { clock, polling: false, logger: QUIET });
  await app.listen(0, '127.0.0.1');
  const pdu = new Pdu(app, clock);
  await pdu.idle(); // overdue work has started by now
  return pdu;
}

const ignore = (): undefined => undefined;
/** Errors are still printed: a test that makes the controller log one should know. */
export const QUIET = {
  log: ignore,
  warn: ignore,
  debug: ignore,
  verbose: ignore,
  error: (...said: unknown[]) => console.error(...said),
  fatal: console.error,
};

export class Pdu {
  readonly url: string;
  #users = 0;
  /** One session for all: a user has at most eight, and the oldest would end. */
  #admin: Client | undefined;

  constructor(
    readonly app: INestApplication,
    readonly clock: VirtualClock,
  ) {
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
  }

  get model() {
    return this.app.get(PduDriver).model;
  }

  /** Sends a request without a credential, or with the given headers. */
  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const type: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(this.url + path, {
      method,
      headers: { ...type, ...headers },
      ...(payload !== undefined && { body: payload }),
      redirect: 'manual',
    });
    const isEndless = response.headers.get('content-type') === 'text/event-stream';
    if (isEndless) await response.body?.cancel();
    const text = isEndless ? '' : await response.text();
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  }

  /** The client signed in as the administrator, or one signed in as a new user whose role has just these permissions. */
  async as(who: 'admin' | PartialPermissions): Promise<Client> {
    if (who === 'admin') return this.#administrator();
    const admin = await this.as('admin');
    const name = `user-${++this.#users}`;
    const role = await admin.post('/api/roles', { name: `role-${this.#users}`, permissions: who });
    const user = await admin.post('/api/users', { username: name, roleId: role.body.id, password: USER_PASSWORD });
    if (user.status !== 200) throw new Error(`No user for the test: ${JSON.stringify([role.body, user.body])}`);
    return this.signIn(name, USER_PASSWORD);
  }

  /** The client signed in before, unless its session has ended since. */
  async #administrator(): Promise<Client> {
    if (this.#admin && (await this.#admin.get('/api/user')).status === 200) return this.#admin;
    return (this.#admin = await this.signIn('admin', ADMIN_PASSWORD));
  }

  async signIn(username: string, password: string): Promise<Client> {
    const answer = await this.request('POST', '/api/login', { username, password });
    const token = answer.headers.get('token');
    if (answer.status !== 200 || !token) throw new Error(`Sign-in failed: ${JSON.stringify(answer.body)}`);
    return new Client(this, { cookie: `SPID=${token}` }, String(answer.body.id), token);
  }

  /** A client with other credentials, for example `{ authorization: 'Bearer …' }`. */
  with(headers: Record<string, string>): Client {
    return new Client(this, headers, '', '');
  }

  /** Lets seconds pass, one poll cycle each, and waits until the work that they started is done. */
  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.clock.advance(1000);
      await this.poll();
    }
  }

  /** One poll cycle now. */
  async poll(): Promise<void> {
    await this.app.get(MeterPollerService).poll();
    await this.idle();
  }

  /** Resolves when all work started by the last poll cycle, or by the start, is done. */
  async idle(): Promise<void> {
    // An action starts when its event occurrence is durable.
    await this.app.get(Db).idle();
    await this.app.get(ActionDispatcherService).idle();
    await this.app.get(SwitchingService).idle();
    await this.app.get(RelayControlService).idle();
    await this.app.get(Db).idle();
  }

  async stop(): Promise<void> {
    await this.app.close();
  }
}

export class Client {
  constructor(
    private readonly pdu: Pdu,
    readonly headers: Record<string, string>,
    readonly userId: string,
    /** The session's token. */
    readonly token: string,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.pdu.request('GET', path, undefined, { ...this.headers, ...headers });
  }

  put(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.pdu.request('PUT', path, body, { ...this.headers, ...headers });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.pdu.request('POST', path, body, { ...this.headers, ...headers });
  }

  patch(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.pdu.request('PATCH', path, body, { ...this.headers, ...headers });
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.pdu.request('DELETE', path, undefined, { ...this.headers, ...headers });
  }
}
