import type { Server } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RuntimeConfig } from '../config/runtime-config.js';
import { NameResolver } from '../common/name-resolver.js';
import { SettingsStore } from '../settings/settings.store.js';
import { broadcastOf, refusalOf, type OutboundRules } from './outbound-rules.js';

const SNMP_PORT = 161;

/** A checked address. Whoever connects must connect to it, not to the name again. */
export interface OutboundTarget {
  readonly host: string;
  readonly address: string;
  readonly family: 4 | 6;
  readonly port: number;
}

/** The address is one to which nothing may be sent; the message says why. */
export class TargetRefusedError extends Error {}

/** Which addresses messages of this controller may go to. Everything that sends asks here. */
@Injectable()
export class OutboundPolicyService {
  constructor(
    private readonly names: NameResolver,
    private readonly settings: SettingsStore,
    private readonly config: RuntimeConfig,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Finds an address of a host that may be reached; asked anew for each attempt. Rejects with TargetRefusedError where none may. */
  async resolve(host: string, port: number): Promise<OutboundTarget> {
    const [address = ''] = this.allowed(await this.names.addressesOf(host), port);
    return { host, address, family: isIP(address) === 6 ? 6 : 4, port };
  }

  /** Those of the addresses that may be reached, at least one. Throws TargetRefusedError. */
  allowed(addresses: readonly string[], port: number): readonly string[] {
    const rules = this.#rules();
    const allowed = addresses.filter((each) => refusalOf(each, port, rules) === undefined);
    if (allowed.length > 0) return allowed;
    const [first = ''] = addresses;
    throw new TargetRefusedError(`${first} port ${port} is ${refusalOf(first, port, rules) ?? 'not allowed'}`);
  }

  /** For sockets that look a name up themselves. They do not ask it about an address. */
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
