import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hostname as hostOfMachine } from 'node:os';
import type { Duplex } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { refuse, refuseOn } from '../http/refusals.js';
import { hostIn, isAddress } from '../http/request-host.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { entriesIn } from '../common/formats.js';
import { SettingsStore } from '../settings/settings.store.js';
import { leafOf, type Certificate } from './certificate.js';
import { localNamesOf } from './own-names.js';

/**
 * The host names that the controller serves: every address, its own names, those of the certificate that HTTPS uses,
 * and `webAllowedHosts`. A page whose own name resolves to the PDU (DNS rebinding) uses another name. While the setting
 * is empty every name is served, because the names that the operator's tools use are unknown; redirects lead only to
 * allowed names.
 */
@Injectable()
export class AllowedHostsService implements OnModuleInit {
  #names: ReadonlySet<string> = new Set();
  #certificate: X509Certificate | undefined;
  #isRestricted = false;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly settings: SettingsStore,
  ) {}

  onModuleInit(): void {
    this.#reload();
    this.settings.onChange((keys) => {
      if (keys.has('webAllowedHosts') || keys.has('hostName') || keys.has('secondaryHostName')) this.#reload();
    });
    const server = this.http.httpAdapter.getHttpServer() as Server | undefined;
    server?.prependListener('upgrade', (request, socket) => this.#upgrade(request, socket));
  }

  /** Sets the certificate that HTTPS uses. */
  setCertificate(certificate: Certificate | undefined): void {
    this.#certificate = certificate && leafOf(certificate);
  }

  /** @param hostname as in a URL: without a port, IPv6 in brackets */
  has(hostname: string): boolean {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (isAddress(name) || this.#names.has(name)) return true;
    return name !== '' && this.#certificate?.checkHost(name) !== undefined;
  }

  #reload(): void {
    const { settings } = this;
    const listed = entriesIn(settings.get('webAllowedHosts')).map((host) => host.toLowerCase());
    const own = [settings.get('hostName'), settings.get('secondaryHostName'), hostOfMachine()].filter(
      (name) => name !== '',
    );
    this.#names = new Set([...listed, ...own.flatMap(localNamesOf), 'localhost']);
    this.#isRestricted = listed.length > 0;
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) return;
    adapter.hostGate = this.#isRestricted ? (request, response) => this.#gate(request, response) : undefined;
  }

  #gate(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#isAllowed(request)) return false;
    refuse(response, 'HOST_NOT_ALLOWED');
    return true;
  }

  /** Receives upgrades of both servers. */
  #upgrade(request: IncomingMessage, socket: Duplex): void {
    if (this.#isRestricted && !this.#isAllowed(request)) refuseOn(socket, 'HOST_NOT_ALLOWED');
  }

  #isAllowed(request: IncomingMessage): boolean {
    const host = hostIn(request);
    return host === undefined || this.has(host);
  }
}
