import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { once } from 'node:events';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';
import { Clock, type Millis } from '../common/clock.js';
import { FollowedPort } from '../common/followed-port.js';
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
  /** Connections that have become streams, which the server no longer tracks. */
  readonly streams: Set<Duplex>;
  certificate: CertificateInUse;
}

/** The application over TLS on its own port. Changed settings take effect at once, without interrupting HTTP. */
@Injectable()
export class HttpsServerService implements OnModuleInit, BeforeApplicationShutdown, PortHolder {
  readonly #logger = new Logger('HTTPS');
  readonly #port: FollowedPort<Listening>;
  #isStopping = false;
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
  ) {
    this.#port = new FollowedPort({
      label: 'HTTPS',
      host: config.host,
      clock,
      wanted: () => (settings.get('webSslEnabled') ? settings.get('webSslPort') : undefined),
      open: (port) => this.#open(port),
      close: (listening) => this.#close(listening),
      update: (listening) => this.#update(listening),
      adjusted: () => this.#adjusted(),
    });
  }

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
    const { port, problem, handle } = this.#port;
    return {
      enabled: this.settings.get('webSslEnabled'),
      port,
      certificateEnds: handle?.certificate.validTo,
      isOwnCertificate: handle?.certificate.source === 'selfSigned',
      trouble: problem,
    };
  }

  get port(): number | undefined {
    return this.#port.port;
  }

  get missingPort(): number | undefined {
    return this.#port.missingPort;
  }

  release(): Promise<void> {
    return this.#port.release();
  }

  /** Applies the settings and the certificate to the server; resolves when that has succeeded or failed. */
  adjust(): Promise<void> {
    return this.#port.adjust();
  }

  /** Accepts no new connection; requests in progress are answered, streams are closed by their own module. */
  beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    return this.#port.stop();
  }

  async #open(port: number): Promise<Listening> {
    const certificate = await this.certificates.inUse();
    const server = this.#adapter.secureServer({ ...contextOf(certificate), ...TLS_LIMITS });
    const streams = new Set<Duplex>();
    server.on('upgrade', (_, socket) => {
      streams.add(socket);
      socket.once('close', () => streams.delete(socket));
    });
    server.listen({ port, host: this.config.host, backlog: ACCEPT_BACKLOG });
    await once(server, 'listening'); // rejects on an error
    server.on('error', (error) => this.#logger.error(error));
    this.#logger.log(`HTTPS uses its ${certificate.source} certificate.`);
    return { server, streams, certificate };
  }

  /** Uses another certificate for new connections. */
  async #update(listening: Listening): Promise<void> {
    const certificate = await this.certificates.inUse();
    if (listening.certificate.chain === certificate.chain) return;
    listening.server.setSecureContext(contextOf(certificate));
    listening.certificate = certificate;
    this.#logger.log(`HTTPS uses another certificate (${certificate.source}).`);
  }

  #close({ server, streams }: Listening): void {
    server.close();
    if (!this.#isStopping) streams.forEach((socket) => socket.destroy());
  }

  #adjusted(): void {
    this.hosts.setCertificate(this.#port.handle?.certificate);
    this.#updateRedirectAndHsts();
  }

  get #adapter(): RackfeedExpressAdapter {
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) throw new Error('HTTPS needs the adapter of this product.');
    return adapter;
  }

  /**
   * A certificate must not lock anybody out: once it has expired, plain HTTP is open again, and browsers never have to
   * insist on HTTPS for longer than they trust it.
   */
  #updateRedirectAndHsts(): void {
    const { certificate } = this.#port.handle ?? {};
    const now = this.clock.now();
    const redirectPort = certificate && certificate.validTo > now ? this.port : undefined;
    if (redirectPort !== this.#redirectPort) this.plain.setHttpsPort(redirectPort);
    this.#redirectPort = redirectPort;
    if (!certificate) return;
    this.#adapter.strictTransport = this.settings.get('webHstsEnabled') ? strictTransport(certificate, now) : undefined;
  }

  /** Checks once a second whether a retry or a renewal of the certificate is due. */
  #onTick(uptime: Millis): void {
    this.#port.onTick(uptime);
    const certificate = this.#port.handle?.certificate;
    if (!certificate) return;
    this.#updateRedirectAndHsts();
    if (this.certificates.isDue(certificate)) void this.adjust();
  }
}

const contextOf = ({ chain, key }: CertificateInUse) => ({ ...SECURE_CONTEXT, cert: chain, key });
