import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type SecureContextOptions, type Server, type TLSSocket } from 'node:tls';
import type { Millis } from '../../common/clock.js';
import { isPduId } from '../../fleet-wire/topics.js';
import type { Certificate } from '../../tls/certificate.js';
import { SECURE_CONTEXT } from '../../tls/tls-options.js';
import { networkOf } from '../../users/passwords/sender-network.js';

/** Connections of 2,000 PDUs, and as many that come back before the old ones are known to be broken. */
const MAX_CONNECTIONS = 4000;
const HANDSHAKE_WITHIN: Millis = 10_000;
/** Handshakes that are under way, of all senders and of one: a site of many PDUs may have one address. */
const MAX_HANDSHAKES = { all: 512, ofSender: 128 } as const;
const MQTT = 'mqtt';
const HTTP = 'http/1.1';

export interface FleetPortOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** The certificate of the hub. */
  readonly certificate: Certificate;
  /** The authority that has issued the certificates of the PDUs, as PEM. */
  readonly authority: string;
  /** Gets each connection for MQTT, with a certificate of the authority. */
  readonly onMqtt: (socket: TLSSocket) => void;
  /** Gets each connection for HTTP, with such a certificate or without one. */
  readonly onHttp: (socket: TLSSocket) => void;
}

/**
 * The one port of a hub for its PDUs: TLS, behind which is MQTT for those with a certificate of the hub's authority, and
 * HTTP for those that ask for one. A client says by ALPN what it speaks; without ALPN, by whether it has a certificate.
 */
export class FleetPort {
  /** The handshakes that are under way, by the address and port of the client. */
  readonly #handshakes = new Map<string, { readonly socket: Socket; readonly ended: () => void }>();
  /** Their number by the network of their sender. */
  readonly #senders = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    private readonly options: FleetPortOptions,
  ) {}

  /** Rejects when the port cannot be opened. */
  static async open(options: FleetPortOptions): Promise<FleetPort> {
    const server = createServer({
      ...contextOf(options.certificate, options.authority),
      requestCert: true,
      rejectUnauthorized: false, // whoever enrols has none yet
      ALPNProtocols: [MQTT, HTTP],
      handshakeTimeout: HANDSHAKE_WITHIN,
    });
    server.maxConnections = MAX_CONNECTIONS;
    const port = new FleetPort(server, options);
    server.on('connection', (socket: Socket) => port.#limitHandshakes(socket));
    server.on('secureConnection', (socket) => port.#accept(socket));
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    server.listen(options.port, options.host);
    await once(server, 'listening');
    return port;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Shows another certificate of the hub to whoever connects from now on. */
  renew(certificate: Certificate): void {
    this.server.setSecureContext(contextOf(certificate, this.options.authority));
  }

  /** Accepts no more connections and ends their handshakes; resolves when all have ended. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const { socket } of this.#handshakes.values()) socket.destroy(); // a client that says nothing takes ten seconds
    await closed;
  }

  #accept(socket: TLSSocket): void {
    this.#handshakes.get(endOf(socket))?.ended();
    socket.on('error', () => socket.destroy());
    const isHttp = socket.alpnProtocol === HTTP || (socket.alpnProtocol !== MQTT && !hasCertificate(socket));
    if (isHttp) this.options.onHttp(socket);
    else if (socket.authorized) this.options.onMqtt(socket);
    else socket.destroy();
  }

  #limitHandshakes(socket: Socket): void {
    const end = endOf(socket);
    this.#handshakes.get(end)?.ended(); // its connection has broken, and the client is back before this one has noticed
    const sender = networkOf(socket.remoteAddress ?? '');
    const ofSender = this.#senders.get(sender) ?? 0;
    if (this.#handshakes.size >= MAX_HANDSHAKES.all || ofSender >= MAX_HANDSHAKES.ofSender) {
      socket.destroy();
      return;
    }
    this.#senders.set(sender, ofSender + 1);
    const ended = (): void => {
      if (this.#handshakes.get(end)?.ended !== ended) return;
      this.#handshakes.delete(end);
      const left = (this.#senders.get(sender) ?? 1) - 1;
      if (left > 0) this.#senders.set(sender, left);
      else this.#senders.delete(sender);
    };
    this.#handshakes.set(end, { socket, ended });
    socket.once('close', ended);
  }
}

const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** The PDU that the certificate of a connection names; undefined without one of the authority. */
export function pduOfCertificate(socket: TLSSocket): string | undefined {
  if (!socket.authorized) return undefined;
  const { CN } = socket.getPeerCertificate().subject;
  return typeof CN === 'string' && isPduId(CN) ? CN : undefined;
}

const hasCertificate = (socket: TLSSocket): boolean => socket.getPeerX509Certificate() !== undefined;

const contextOf = ({ key, chain }: Certificate, authority: string): SecureContextOptions => ({
  ...SECURE_CONTEXT,
  key,
  cert: chain,
  ca: authority,
});
