import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { SystemClock } from '../common/clock.js';
import type { RuntimeConfig } from '../config/runtime-config.js';
import { portProblem } from './port-problem.js';
import { RackfeedExpressAdapter } from './rackfeed-express.adapter.js';
import { refuse, refuseOn } from './refusals.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** That of a hub which serves requests has the same members; no part of this one has been loaded yet. */
const HEALTH = { status: 'standby', ready: false, checks: [] };
const ANSWERS: Readonly<Record<string, readonly [status: number, body: object] | undefined>> = {
  '/health': [503, HEALTH],
  '/health/live': [200, { live: true }],
};

/**
 * The port of a hub that waits for the database, which another hub has: it says that this process is alive and not ready,
 * and refuses everything else. With the limits of the server that takes its place.
 */
export class StandbyServer {
  readonly #adapter: RackfeedExpressAdapter;

  constructor(private readonly config: Pick<RuntimeConfig, 'host' | 'port' | 'trustedProxies' | 'basePath'>) {
    this.#adapter = new RackfeedExpressAdapter(new SystemClock(), config.trustedProxies, config.basePath);
    this.#adapter.initHttpServer();
    this.#adapter.earlyGate = answer;
    this.#server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => refuseOn(socket, 'HUB_STANDBY'));
  }

  /** The port on which it listens; undefined while it does not. */
  get port(): number | undefined {
    const address = this.#server.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  /** Throws ConfigError where the port cannot be opened. */
  async open(): Promise<void> {
    const { port, host } = this.config;
    const server = this.#adapter.listen(port, host);
    try {
      await once(server, 'listening');
    } catch (error) {
      throw portProblem(error, this.config);
    }
  }

  /** Frees the port; does nothing if it was never open. */
  async close(): Promise<void> {
    const server = this.#server;
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  get #server(): Server {
    return this.#adapter.getHttpServer();
  }
}

function answer({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const known = method === 'GET' || method === 'HEAD' ? ANSWERS[url.split('?', 1)[0] ?? ''] : undefined;
  if (!known) {
    refuse(response, 'HUB_STANDBY');
    return true;
  }
  const [status, body] = known;
  const text = JSON.stringify(body);
  const own = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(status, { ...Object.fromEntries(SECURITY_HEADERS), ...own }).end(text);
  return true;
}
