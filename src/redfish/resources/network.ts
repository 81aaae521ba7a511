import { readFile } from 'node:fs/promises';
import { getServers } from 'node:dns';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { FORMATS } from '../../common/formats.js';
import { RuntimeConfig } from '../../config/runtime-config.js';
import { ProtocolServers } from '../../protocols/protocol-servers.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { HttpsServerService } from '../../tls/https-server.service.js';
import { collection, link, type Call, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { flagValue, patchedArray, textValue, wrongValue, writable } from '../protocol/writable.js';
import { ENABLED, MANAGER, need, unknown } from './common.js';
import { defaultGateway } from './default-gateway.js';

const NTP_SERVERS = 4;
const PROTOCOL = `${MANAGER}/NetworkProtocol`;
const INTERFACES = `${MANAGER}/EthernetInterfaces`;

/** The network of the controller: what it serves, and the interfaces of the host system. */
@Injectable()
export class NetworkResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly config: RuntimeConfig,
    private readonly settings: SettingsStore,
    private readonly servers: ProtocolServers,
    private readonly https: HttpsServerService,
    private readonly http: HttpAdapterHost,
  ) {
    this.providers = [
      {
        uri: PROTOCOL,
        type: 'ManagerNetworkProtocol',
        get: (call) => {
          need(call, 'viewNetworkSettings');
          return this.#protocols(call);
        },
        patch: {
          members: {
            NTP: {
              ProtocolEnabled: writable('ntpEnabled', flagValue),
              NTPServers: writable('servers', (value, at) =>
                patchedArray(value, this.#ntpServers, at, NTP_SERVERS, (each, here) => {
                  const host = textValue({ max: 253 })(each, here);
                  if (host !== '' && 'wrong' in FORMATS.host(host)) {
                    throw wrongValue('PropertyValueFormatError', each, here, 'Send a host name or an IP address.');
                  }
                  return host;
                }),
              ),
            },
          },
          apply: (call, change) => this.#changeNtp(call, change),
        },
      },
      {
        uri: INTERFACES,
        type: 'EthernetInterfaceCollection',
        get: (call) => {
          need(call, 'viewNetworkSettings');
          return collection(
            'Ethernet Interfaces',
            Object.keys(outside()).map((name) => `${INTERFACES}/${encodeURIComponent(name)}`),
          );
        },
      },
      {
        uri: `${INTERFACES}/{name}`,
        type: 'EthernetInterface',
        get: (call) => {
          need(call, 'viewNetworkSettings');
          const { name = '' } = call.params;
          const addresses = Object.hasOwn(outside(), name) ? outside()[name] : undefined;
          if (!addresses) throw unknown();
          return this.#interface(name, addresses);
        },
      },
    ];
  }

  #protocols({ caller }: Call): Json {
    const { settings } = this;
    const address = (this.http.httpAdapter.getHttpServer() as Server).address();
    const redirects = settings.get('webRedirectHttp') && this.https.state.port !== undefined;
    return {
      Id: 'NetworkProtocol',
      Name: 'Network Protocols',
      HostName: settings.get('hostName'),
      FQDN: fqdn(settings.get('hostName')),
      HTTP: {
        ProtocolEnabled: !redirects,
        Port: typeof address === 'object' && address !== null ? address.port : null,
      },
      HTTPS: {
        ProtocolEnabled: settings.get('webSslEnabled'),
        Port: settings.get('webSslPort'),
        Certificates: link(`${PROTOCOL}/HTTPS/Certificates`),
      },
      SSH: { ProtocolEnabled: settings.get('sshEnabled'), Port: settings.get('sshPort') },
      SNMP: { ProtocolEnabled: this.#isSnmpServed, Port: settings.get('snmpPort') },
      ...(caller.access.can('viewGlobalDeviceSettings') && {
        NTP: { ProtocolEnabled: settings.get('ntpEnabled'), Port: 123, NTPServers: this.#ntpServers },
      }),
      Status: ENABLED,
    };
  }

  /** With a community, or for a user of SNMPv3. */
  get #isSnmpServed(): boolean {
    return this.servers.all().some(([name, server]) => name === 'snmp' && server.state().enabled);
  }

  get #ntpServers(): string[] {
    const fallbacks = this.settings.get('ntpFallbackHosts');
    return [this.settings.get('ntpHost'), ...fallbacks.split(/[\s,]+/)].filter((host) => host !== '');
  }

  async #changeNtp(call: Call, { servers, ntpEnabled }: Json): Promise<void> {
    need(call, 'modifyGlobalDeviceSettings');
    const hosts = servers === undefined ? undefined : [...new Set((servers as string[]).filter((host) => host !== ''))];
    await this.settings.changeAsClient(
      {
        ...(hosts && { ntpHost: hosts[0] ?? '', ntpFallbackHosts: hosts.slice(1).join(', ') }),
        ...(ntpEnabled !== undefined && { ntpEnabled: ntpEnabled === true }),
      },
      call.caller,
    );
  }

  /** The origin of addresses; unknown where the controller does not manage the network of the host system. */
  get #addressOrigin(): string | null {
    if (this.config.hostAdapter === undefined) return null;
    return this.settings.get('ipAssign') === 'static' ? 'Static' : 'DHCP';
  }

  async #interface(name: string, addresses: readonly NetworkInterfaceInfo[]): Promise<Json> {
    const [first] = addresses;
    const read = (file: string): Promise<string | undefined> => interfaceFile(name, file);
    const [carrier, speed, gateway] = await Promise.all([read('carrier'), read('speed'), gatewayOf(name)]);
    const isUp = carrier === undefined ? null : carrier === '1';
    const megabits = Number(speed ?? NaN);
    const host = this.settings.get('hostName');
    return {
      Id: name,
      Name: `Interface ${name}`,
      MACAddress: first?.mac.toUpperCase() ?? null,
      InterfaceEnabled: true,
      LinkStatus: isUp === null ? null : isUp ? 'LinkUp' : 'LinkDown',
      SpeedMbps: Number.isFinite(megabits) && megabits > 0 ? megabits : null,
      Status: isUp === false ? { State: 'Enabled', Health: 'Warning' } : ENABLED,
      IPv4Addresses: addresses
        .filter(({ family }) => family === 'IPv4')
        .map(({ address, netmask }) => ({
          Address: address,
          SubnetMask: netmask,
          Gateway: gateway,
          AddressOrigin: this.#addressOrigin,
        })),
      IPv6Addresses: addresses
        .filter(({ family }) => family === 'IPv6')
        .map(({ address, cidr }) => ({
          Address: address,
          PrefixLength: Number(cidr?.split('/')[1] ?? 64),
          AddressOrigin: address.startsWith('fe80:') ? 'LinkLocal' : null,
          AddressState: null,
        })),
      NameServers: getServers(),
      HostName: host,
      FQDN: fqdn(host),
      VLAN: vlanOf(name),
    };
  }
}

/** The gateway of the default route through an interface; null where there is none. */
const gatewayOf = async (name: string): Promise<string | null> =>
  defaultGateway(await readFile('/proc/net/route', 'utf8').catch(() => ''), name);

/** The interfaces with an address of their own, without the loopback unless there is nothing else. */
function outside(): Record<string, NetworkInterfaceInfo[]> {
  const all = Object.entries(networkInterfaces()).flatMap(([name, list]) =>
    list?.length ? [[name, list] as const] : [],
  );
  const external = all.filter(([, list]) => list.some(({ internal }) => !internal));
  return Object.fromEntries(external.map(([name, list]) => [name, [...list]]));
}

/** A property of an interface from the kernel; undefined where it has none. */
async function interfaceFile(name: string, file: string): Promise<string | undefined> {
  if (!/^[\w.:@-]{1,15}$/.test(name)) return undefined;
  try {
    return (await readFile(`/sys/class/net/${name}/${file}`, 'utf8')).trim();
  } catch {
    return undefined;
  }
}

const fqdn = (host: string): string | null => (host.includes('.') ? host : null);

/** The VLAN that the name of an interface carries: `eth0.12`. */
function vlanOf(name: string): Json | undefined {
  const id = /\.(\d{1,4})$/.exec(name)?.[1];
  return id === undefined ? undefined : { VLANEnable: true, VLANId: Number(id) };
}
