import type { Server } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RuntimeConfig } from '../config/runtime-config.js';
import { NameResolver } from '../common/name-resolver.js';
import { SettingsStore } from '../settings/settings.store.js';
import { broadcastOf, refusalOf, type OutboundRules } from './outbound-rules.js';

/** A checked address. Connections must use it instead of resolving the name again. */
export interface OutboundTarget {
  readonly host: string;
  readonly address: string;
  readonly family: 4 | 6;
  readonly port: number;
}

/** An address to which nothing may be sent; the message contains the reason. */
export class TargetRefusedError extends Error {}

/** The policy for the addresses to which this controller may send; every sender checks it. */
@Injectable()
export class OutboundPolicyService {
  constructor(
    private readonly names: NameResolver,
    private readonly settings: SettingsStore,
    private readonly config: RuntimeConfig,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Resolves an allowed address of a host, for each attempt again. Rejects with TargetRefusedError if none is. */
  async resolve(host: string, port: number): Promise<OutboundTarget> {
    const [address = ''] = this.allowed(await this.names.addressesOf(host), port);
    return { host, address, family: isIP(address) === 6 ? 6 : 4, port };
  }

  /** The allowed ones of these addresses, at least one. Throws TargetRefusedError. */
  allowed(addresses: readonly string[], port: number): readonly string[] {
    const rules = this.#rules();
    const allowed = addresses.filter((each) => refusalOf(each, port, rules) === undefined);
    if (allowed.length > 0) return allowed;
    const [first = ''] = addresses;
    throw new TargetRefusedError(`${first} port ${port} is ${refusalOf(first, port, rules) ?? 'not allowed'}`);
  }

  /** The lookup function for sockets that resolve a name themselves. They do not call it for an address. */
  lookupFor(port: number): LookupFunction {
    return this.names.lookup((addresses) => this.allowed(addresses, port));
  }

  #rules(): OutboundRules {
    const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    return {
      allowLocal: this.settings.get('allowLocalTargets'),
      own: { ports: this.#ownPorts(), addresses: interfaces.map(({ address }) => address) },
      broadcasts: interfaces.flatMap(({ address, netmask }) => broadcastOf(address, netmask) ?? []),
    };
  }

  /** The ports in use, asked of the server: the configured one may be 0 for any. */
  #ownPorts(): ReadonlySet<number> {
    const server = this.http.httpAdapter.getHttpServer() as Server;
    const listening = server.address();
    const ports = [
      this.config.port,
      typeof listening === 'object' && listening !== null ? listening.port : 0,
      this.settings.get('webSslEnabled') && this.settings.get('webSslPort'),
      this.settings.get('sshEnabled') && this.settings.get('sshPort'),
      this.settings.get('telnetEnabled') && 23,
      this.settings.get('nutEnabled') && this.settings.get('nutPort'),
      this.settings.get('modbusEnabled') && this.settings.get('modbusPort'),
      this.settings.get('snmpPort'), // open also without a setting: for a user of SNMPv3
    ];
    return new Set(ports.filter((port) => typeof port === 'number' && port > 0) as number[]);
  }
}
