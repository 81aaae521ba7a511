import type { Server } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RuntimeConfig } from '../../config/runtime-config.js';
import { Names } from '../../kernel/names.js';
import { SettingsStore } from '../../settings/settings.store.js';
import type { Delivery } from './channel.js';
import { broadcastOf, refusalOf, type OutboundRules } from './outbound-policy.js';
import { Sockets } from './sockets.js';
import { withTimeLimit } from './time-limit.js';
import { later, never, reasonOf, type Undelivered } from './undelivered.js';

/** A little less than an action may take, so that this side says what became of it. */
const TOTAL_MS = 9500;

const SNMP_PORT = 161;

/** A checked address. Whoever connects must connect to it, not to the name again. */
export interface Target {
  readonly host: string;
  readonly address: string;
  readonly family: 4 | 6;
  readonly port: number;
}

/** What every channel goes through: the limits of a message on its way, and which addresses it may go to. */
@Injectable()
export class Outbound {
  constructor(
    private readonly names: Names,
    private readonly sockets: Sockets,
    private readonly settings: SettingsStore,
    private readonly config: RuntimeConfig,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Runs the work as one of at most 64, ends it after 9.5 s with what `late` says, and turns an error into a value. */
  async send(
    work: (signal: AbortSignal) => Promise<Delivery>,
    late: () => Delivery = () => later('It took longer than 10 s.'),
  ): Promise<Delivery> {
    const guarded = (signal: AbortSignal) => this.sockets.use(signal, () => work(signal));
    try {
      return await withTimeLimit(TOTAL_MS, guarded, late);
    } catch (error) {
      return later(`It was not sent: ${reasonOf(error)}.`);
    }
  }

  /** Finds the address of a host and checks it; asked anew for each attempt. */
  async reach(host: string, port: number): Promise<Target | Undelivered> {
    let addresses: readonly string[];
    try {
      addresses = await this.names.addressesOf(host);
    } catch (error) {
      return later(`It was not sent: ${reasonOf(error)}.`);
    }
    const rules = this.#rules();
    const address = addresses.find((each) => refusalOf(each, port, rules) === undefined);
    if (address !== undefined) return { host, address, family: isIP(address) === 6 ? 6 : 4, port };
    const [first = ''] = addresses;
    return never(`It was not sent: ${first} port ${port} is ${refusalOf(first, port, rules) ?? 'not allowed'}.`);
  }

  #rules(): OutboundRules {
    const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    return {
      allowLocal: this.settings.get('allowLocalTargets'),
      own: { ports: this.#ownPorts(), addresses: interfaces.map(({ address }) => address) },
      broadcasts: interfaces.flatMap(({ address, netmask }) => broadcastOf(address, netmask) ?? []),
    };
  }

  /** The port in use is asked of the server: the configuration may have said "any". */
  #ownPorts(): ReadonlySet<number> {
    const server = this.http.httpAdapter.getHttpServer() as Server;
    const listening = server.address();
    const ports = [
      this.config.port,
      typeof listening === 'object' && listening !== null ? listening.port : 0,
      this.settings.get('webSslEnabled') && this.settings.get('webSslPort'),
      this.settings.get('sshEnabled') && this.settings.get('sshPort'),
      this.settings.get('telnetEnabled') && 23,
      SNMP_PORT, // of whichever version
    ];
    return new Set(ports.filter((port) => typeof port === 'number' && port > 0) as number[]);
  }
}

export const isReached = (reached: Target | Undelivered): reached is Target => 'address' in reached;
