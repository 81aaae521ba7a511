import { once } from 'node:events';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RuntimeConfig } from '../config/runtime-config.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { InTurn } from '../kernel/in-turn.js';
import { SettingsStore } from '../settings/settings.store.js';
import { AllowedHosts } from './allowed-hosts.service.js';
import { Certificates, type CertificateInUse } from './certificates.service.js';
import { troubleOf } from './listen-trouble.js';
import { PlainHttp } from './plain-http.service.js';
import { strictTransport } from './strict-transport.js';
import { SECURE_CONTEXT, TLS_LIMITS } from './tls-options.js';

interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Connections that have become streams; the server does not know them any more. */
  readonly streams: Set<Duplex>;
  certificate: CertificateInUse;
}

/** How HTTPS stands. */
export interface HttpsState {
  readonly enabled: boolean;
  /** The port it listens on; undefined while it does not. */
  readonly port: number | undefined;
  /** Wall clock at which the certificate in use ends. */
  readonly certificateEnds: Millis | undefined;
  /** It is one that the controller has made, and makes anew by itself. */
  readonly isOwnCertificate: boolean;
  /** Why it does not do what the settings say. */
  readonly trouble: string | undefined;
}

const TRY_AGAIN: Millis = 30_000;

/** The application over TLS, on a port of its own, as the settings say: they count at once, and HTTP goes on meanwhile. */
@Injectable()
export class HttpsServer implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('HTTPS');
  readonly #turn = new InTurn();
  #listening: Listening | undefined;
  #trouble: string | undefined;
  #tryAgainAt: Millis = Infinity;
  #stopping = false;
  /** Where plain HTTP leads. */
  #leadsTo: number | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly config: RuntimeConfig,
    private readonly settings: SettingsStore,
    private readonly certificates: Certificates,
    private readonly hosts: AllowedHosts,
    private readonly plain: PlainHttp,
    private readonly clock: Clock,
    private readonly snapshots: SnapshotStore,
  ) {}

  /** Listens once HTTP does: nobody may ask before the first reading, and a port that is taken ends the process. */
  onModuleInit(): void {
    const { httpAdapter } = this.http;
    (httpAdapter.getHttpServer() as Server | undefined)?.once('listening', () => void this.adjust());
    this.settings.onChange((keys) => {
      if (keys.has('webSslEnabled') || keys.has('webSslPort') || keys.has('webHstsEnabled')) void this.adjust();
    });
    this.certificates.onChange(() => void this.adjust());
    this.snapshots.onSnapshot('tls', ({ uptime }) => this.#look(uptime));
  }

  get state(): HttpsState {
    return {
      enabled: this.settings.get('webSslEnabled'),
      port: this.#listening?.port,
      certificateEnds: this.#listening?.certificate.validTo,
      isOwnCertificate: this.#listening?.certificate.source === 'selfSigned',
      trouble: this.#trouble,
    };
  }

  /** Makes the server what the settings and the certificate say; resolves when it is, or when it cannot be. */
  adjust(): Promise<void> {
    return this.#turn.run(() => this.#adjust());
  }

  /** Takes no new connection; requests under way are answered, streams are closed by their own room. */
  beforeApplicationShutdown(): Promise<void> {
    this.#stopping = true;
    return this.#turn.run(async () => this.#retire({ cutStreams: false }));
  }

  async #adjust(): Promise<void> {
    if (this.#stopping) return;
    this.#tryAgainAt = Infinity;
    try {
      if (this.settings.get('webSslEnabled')) await this.#listenOn(this.settings.get('webSslPort'));
      else this.#turnOff();
      this.#trouble = undefined;
    } catch (error) {
      this.#complain(error);
    }
    this.hosts.certificateIs(this.#listening?.certificate);
    this.#follow();
  }

  /** The new port is opened before the old one is closed: who changes it over HTTPS must not be locked out. */
  async #listenOn(port: number): Promise<void> {
    const certificate = await this.certificates.inUse();
    if (this.#listening?.port === port) {
      this.#use(certificate, this.#listening);
      return;
    }
    const next = await this.#open(port, certificate);
    this.#retire({ cutStreams: true });
    this.#listening = next;
    this.#logger.log(`HTTPS is ready on port ${port} (certificate ${certificate.source}).`);
  }

  /** Connections that stand keep the certificate they were made with. */
  #use(certificate: CertificateInUse, listening: Listening): void {
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
    server.listen(port, this.config.host);
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
    this.#retire({ cutStreams: true });
    this.#logger.log('HTTPS is off.');
  }

  #retire({ cutStreams }: { cutStreams: boolean }): void {
    this.#listening?.server.close();
    if (cutStreams) this.#listening?.streams.forEach((socket) => socket.destroy());
    this.#listening = undefined;
  }

  #complain(error: unknown): void {
    const trouble = troubleOf(error, this.settings.get('webSslPort'), this.config.host);
    if (trouble !== this.#trouble) this.#logger.error(trouble);
    this.#trouble = trouble;
    this.#tryAgainAt = this.clock.uptime() + TRY_AGAIN;
  }

  /**
   * Nobody may be locked out by a certificate: once it has ended, plain HTTP is open again, and browsers are never told
   * to insist on HTTPS for longer than they will trust it.
   */
  #follow(): void {
    const { certificate, port } = this.#listening ?? {};
    const now = this.clock.now();
    const leadsTo = certificate && certificate.validTo > now ? port : undefined;
    if (leadsTo !== this.#leadsTo) this.plain.httpsIsAt(leadsTo);
    this.#leadsTo = leadsTo;
    if (!certificate) return;
    this.#adapter.strictTransport = this.settings.get('webHstsEnabled') ? strictTransport(certificate, now) : undefined;
  }

  /** Once a second: is it time to try again, or for another certificate? */
  #look(uptime: Millis): void {
    const certificate = this.#listening?.certificate;
    if (certificate) this.#follow();
    if (uptime >= this.#tryAgainAt || (certificate && this.certificates.isDue(certificate))) {
      this.#tryAgainAt = Infinity;
      void this.adjust();
    }
  }
}

const contextOf = ({ chain, key }: CertificateInUse) => ({ ...SECURE_CONTEXT, cert: chain, key });
