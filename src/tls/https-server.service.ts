import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { once } from 'node:events';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';
import { Clock, type Millis } from '../common/clock.js';
import { isPortTaken, listenProblem } from '../common/listen-problem.js';
import { Mutex } from '../common/mutex.js';
import type { PortHolder } from '../common/port-holder.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import type { HttpsFacts } from '../common/health-facts.js';
import { Ticks } from '../kernel/ticks.js';
import { ACCEPT_BACKLOG } from '../http/connections.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { SettingsStore } from '../settings/settings.store.js';
import { AllowedHostsService } from './allowed-hosts.service.js';
import { CertificatesService, type CertificateInUse } from './certificates.service.js';
import { PlainHttpService } from './plain-http.service.js';
import { strictTransport } from './strict-transport.js';
import { SECURE_CONTEXT, TLS_LIMITS } from './tls-options.js';

interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Connections that have become streams, which the server no longer tracks. */
  readonly streams: Set<Duplex>;
  certificate: CertificateInUse;
}

/** The state of HTTPS. */
const RETRY_DELAY: Millis = 30_000;

/** The application over TLS on its own port. Changed settings take effect at once, without interrupting HTTP. */
@Injectable()
export class HttpsServerService implements OnModuleInit, BeforeApplicationShutdown, PortHolder {
  readonly #logger = new Logger('HTTPS');
  readonly #mutex = new Mutex();
  #listening: Listening | undefined;
  #problem: string | undefined;
  #missingPort: number | undefined;
  /** True while the problem is not logged: another server may be about to give the port up. */
  #isNews = false;
  #retryAt: Millis = Infinity;
  #stopping = false;
  /** The port to which plain HTTP redirects. */
  #redirectPort: number | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly config: RuntimeConfig,
    private readonly settings: SettingsStore,
    private readonly certificates: CertificatesService,
    private readonly hosts: AllowedHostsService,
    private readonly plain: PlainHttpService,
    private readonly clock: Clock,
    private readonly ticks: Ticks,
  ) {}

  /** Listens once HTTP does: requests need a first reading, and a used HTTP port ends the process. */
  onModuleInit(): void {
    const { httpAdapter } = this.http;
    (httpAdapter.getHttpServer() as Server | undefined)?.once('listening', () => void this.adjust());
    this.settings.onChange((keys) => {
      if (keys.has('webSslEnabled') || keys.has('webSslPort') || keys.has('webHstsEnabled')) void this.adjust();
    });
    this.certificates.onChange(() => void this.adjust());
    this.ticks.onTick('upkeep', ({ uptime }) => this.#onTick(uptime));
  }

  get state(): HttpsFacts {
    return {
      enabled: this.settings.get('webSslEnabled'),
      port: this.port,
      certificateEnds: this.#listening?.certificate.validTo,
      isOwnCertificate: this.#listening?.certificate.source === 'selfSigned',
      trouble: this.#problem,
    };
  }

  get port(): number | undefined {
    return this.#listening?.port;
  }

  get missingPort(): number | undefined {
    return this.#missingPort;
  }

  release(): Promise<void> {
    return this.#mutex.run(async () => {
      if (this.port !== this.settings.get('webSslPort')) this.#closeCurrent({ cutStreams: true });
    });
  }

  /** Applies the settings and the certificate to the server; resolves when that has succeeded or failed. */
  adjust(): Promise<void> {
    return this.#mutex.run(() => this.#adjust());
  }

  /** Accepts no new connection; requests in progress are answered, streams are closed by their own module. */
  beforeApplicationShutdown(): Promise<void> {
    this.#stopping = true;
    return this.#mutex.run(async () => this.#closeCurrent({ cutStreams: false }));
  }

  async #adjust(): Promise<void> {
    if (this.#stopping) return;
    this.#retryAt = Infinity;
    this.#missingPort = undefined;
    try {
      if (this.settings.get('webSslEnabled')) await this.#listenOn(this.settings.get('webSslPort'));
      else this.#turnOff();
      this.#problem = undefined;
    } catch (error) {
      this.#reportProblem(error);
    }
    this.hosts.setCertificate(this.#listening?.certificate);
    this.#updateRedirectAndHsts();
  }

  /** Opens the new port before the old one is closed: a user who changes it over HTTPS must not be locked out. */
  async #listenOn(port: number): Promise<void> {
    const certificate = await this.certificates.inUse();
    if (this.#listening?.port === port) {
      this.#useCertificate(certificate, this.#listening);
      return;
    }
    const next = await this.#open(port, certificate);
    this.#closeCurrent({ cutStreams: true });
    this.#listening = next;
    this.#logger.log(`HTTPS is ready on port ${port} (certificate ${certificate.source}).`);
  }

  /** Uses another certificate for new connections. */
  #useCertificate(certificate: CertificateInUse, listening: Listening): void {
    if (listening.certificate.chain === certificate.chain) return;
    listening.server.setSecureContext(contextOf(certificate));
    listening.certificate = certificate;
    this.#logger.log(`HTTPS uses another certificate (${certificate.source}).`);
  }

  async #open(port: number, certificate: CertificateInUse): Promise<Listening> {
    const server = this.#adapter.secureServer({ ...contextOf(certificate), ...TLS_LIMITS });
    const streams = new Set<Duplex>();
    server.on('upgrade', (_, socket) => {
      streams.add(socket);
      socket.once('close', () => streams.delete(socket));
    });
    server.listen({ port, host: this.config.host, backlog: ACCEPT_BACKLOG });
    await once(server, 'listening'); // rejects on an error
    server.on('error', (error) => this.#logger.error(error));
    return { server, port, streams, certificate };
  }

  get #adapter(): RackfeedExpressAdapter {
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) throw new Error('HTTPS needs the adapter of this product.');
    return adapter;
  }

  #turnOff(): void {
    if (!this.#listening) return;
    this.#closeCurrent({ cutStreams: true });
    this.#logger.log('HTTPS is off.');
  }

  #closeCurrent({ cutStreams }: { cutStreams: boolean }): void {
    this.#listening?.server.close();
    if (cutStreams) this.#listening?.streams.forEach((socket) => socket.destroy());
    this.#listening = undefined;
  }

  #reportProblem(error: unknown): void {
    const port = this.settings.get('webSslPort');
    const problem = listenProblem('HTTPS', error, port, this.config.host);
    if (isPortTaken(error)) this.#missingPort = port;
    this.#isNews ||= problem !== this.#problem;
    this.#problem = problem;
    this.#retryAt = this.clock.uptime() + RETRY_DELAY;
  }

  /**
   * A certificate must not lock anybody out: once it has expired, plain HTTP is open again, and browsers never have to
   * insist on HTTPS for longer than they trust it.
   */
  #updateRedirectAndHsts(): void {
    const { certificate, port } = this.#listening ?? {};
    const now = this.clock.now();
    const redirectPort = certificate && certificate.validTo > now ? port : undefined;
    if (redirectPort !== this.#redirectPort) this.plain.setHttpsPort(redirectPort);
    this.#redirectPort = redirectPort;
    if (!certificate) return;
    this.#adapter.strictTransport = this.settings.get('webHstsEnabled') ? strictTransport(certificate, now) : undefined;
  }

  /** Logs a problem, and checks once a second whether a retry or a renewal of the certificate is due. */
  #onTick(uptime: Millis): void {
    if (this.#isNews && this.#problem !== undefined) this.#logger.error(this.#problem);
    this.#isNews = false;
    const certificate = this.#listening?.certificate;
    if (certificate) this.#updateRedirectAndHsts();
    if (uptime >= this.#retryAt || (certificate && this.certificates.isDue(certificate))) {
      this.#retryAt = Infinity;
      void this.adjust();
    }
  }
}

const contextOf = ({ chain, key }: CertificateInUse) => ({ ...SECURE_CONTEXT, cert: chain, key });
