import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';
import type { ProtocolName } from '../common/access.js';
import { Clock, type Millis } from '../common/clock.js';
import { FollowedPort } from '../common/followed-port.js';
import { plainAddress } from '../common/networks.js';
import type { PortHolder } from '../common/port-holder.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { AllowedNetworks } from './allowed-networks.js';
import { LogThrottle } from './log-throttle.js';
import { ProtocolServers, type ProtocolServer, type ProtocolServerState } from './protocol-servers.js';
import { ProtocolTraffic, type RefusalReason } from './protocol-traffic.js';
import { TcpConnection } from './tcp-connection.js';

/** Time without a segment of a client after which it is asked if it is still there. */
const KEEP_ALIVE: Millis = 60_000;

export interface TcpListenerOptions {
  /** The name of the server in its log and in the sentences about it: "Modbus". */
  readonly label: string;
  /** The present values of its settings. */
  readonly settings: () => { readonly enabled: boolean; readonly port: number; readonly networks: string };
  /** The meaning of an empty list of networks. */
  readonly emptyMeans: 'all' | 'nobody';
  /** Connections at once. */
  readonly limits: { readonly total: number; readonly perAddress: number };
  /** Time without activity after which a connection is closed, ms; 0: never. See {@link TcpConnection.active}. */
  readonly idle: () => Millis;
  /** A sentence about a setting that works but is dangerous. */
  readonly warning?: () => string | undefined;
  /** Loads the code that serves a connection, when the server listens for the first time. */
  readonly load: () => Promise<(connection: TcpConnection) => void>;
}

/** Makes the listeners of the protocol servers over TCP. */
@Injectable()
export class TcpListeners {
  constructor(
    private readonly servers: ProtocolServers,
    private readonly config: RuntimeConfig,
    private readonly clock: Clock,
  ) {}

  /** A listener that follows its settings from now on, as the protocol server of this name. */
  serve(name: ProtocolName, options: TcpListenerOptions): TcpListener {
    const listener = new TcpListener(options, this.config.host, this.clock);
    this.servers.add(name, listener);
    return listener;
  }
}

/**
 * A protocol server over TCP. Peers of other networks and those beyond the limits are closed before anything is read;
 * when a network is removed from the settings, its connections are closed too.
 */
export class TcpListener implements ProtocolServer {
  readonly traffic = new ProtocolTraffic();
  readonly #logger: Logger;
  readonly #connections = new Set<TcpConnection>();
  readonly #refusalLog = new LogThrottle();
  readonly #port: FollowedPort<Server>;
  #networks = AllowedNetworks.parse('', 'nobody');
  #networksText: string | undefined;
  #serve: ((connection: TcpConnection) => void) | undefined;

  constructor(
    private readonly options: TcpListenerOptions,
    host: string,
    private readonly clock: Clock,
  ) {
    const { label } = options;
    this.#logger = new Logger(label);
    this.#port = new FollowedPort({
      label,
      host,
      clock,
      wanted: () => {
        const { enabled, port } = options.settings();
        return enabled && !this.#networks.isNobody ? port : undefined;
      },
      open: (port) => this.#open(port, host),
      close: (server) => server.close(),
    });
  }

  state(): ProtocolServerState {
    const { enabled } = this.options.settings();
    const { port, problem } = this.#port;
    const { label, warning } = this.options;
    const isRead = this.#networksText !== undefined; // not before HTTP listens
    const nobody =
      enabled && isRead && this.#networks.isNobody
        ? `${label} does not listen: enter the networks that may connect.`
        : undefined;
    return {
      enabled,
      port,
      problem: problem ?? nobody,
      warning: enabled ? warning?.() : undefined,
      traffic: this.traffic,
    };
  }

  get holder(): PortHolder {
    return this.#port;
  }

  /** The number of open connections. */
  get size(): number {
    return this.#connections.size;
  }

  async adjust(): Promise<void> {
    const { enabled, networks } = this.options.settings();
    if (networks !== this.#networksText) {
      this.#networksText = networks;
      this.#networks = AllowedNetworks.parse(networks, this.options.emptyMeans);
    }
    this.#closeWhere(({ address }) => !enabled || !this.#networks.includes(address));
    await this.#port.adjust();
  }

  onTick(uptime: Millis): void {
    this.#port.onTick(uptime);
    const idle = this.options.idle();
    for (const connection of this.#connections) connection.onTick(uptime, idle);
  }

  async stop(): Promise<void> {
    await this.#port.stop();
    this.#closeWhere(() => true);
  }

  async #open(port: number, host: string): Promise<Server> {
    this.#serve ??= await this.options.load();
    const server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
    server.listen({ port, host });
    await once(server, 'listening'); // rejects on an error
    server.on('error', (error) => this.#logger.error(error));
    return server;
  }

  #accept(socket: Socket): void {
    socket.on('error', () => undefined); // a peer that is gone; 'close' follows
    const address = plainAddress(socket.remoteAddress ?? '');
    const refused = this.#refusalOf(address);
    if (refused) {
      this.traffic.refuse(refused);
      socket.destroy();
      if (this.#refusalLog.isDue(address, this.clock.uptime())) {
        this.#logger.warn(`A connection from ${address} is refused: ${REASONS[refused]}.`);
      }
      return;
    }
    this.traffic.connections++;
    // A client without a limit of its idle time may be gone without a word, as a host is that loses its power.
    socket.setKeepAlive(true, KEEP_ALIVE);
    const connection = new TcpConnection(socket, address, this.clock);
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
    this.#serve?.(connection);
  }

  #refusalOf(address: string): 'network' | 'connections' | undefined {
    if (!this.options.settings().enabled || !this.#networks.includes(address)) return 'network';
    const { total, perAddress } = this.options.limits;
    if (this.#connections.size >= total) return 'connections';
    let own = 0;
    for (const connection of this.#connections) if (connection.address === address) own++;
    return own >= perAddress ? 'connections' : undefined;
  }

  #closeWhere(applies: (connection: TcpConnection) => boolean): void {
    for (const connection of this.#connections) if (applies(connection)) connection.socket.destroy();
  }
}

const REASONS = {
  network: 'its network is not among those that may connect',
  connections: 'there are as many connections as allowed',
} as const satisfies Partial<Record<RefusalReason, string>>;
