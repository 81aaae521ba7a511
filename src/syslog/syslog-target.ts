import { hostAndPort } from '../common/formats.js';
import type { SettingsStore } from '../settings/settings.store.js';

/** The syslog server, its protocol and the trusted authorities. */
export interface SyslogTarget {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'udp' | 'tcp' | 'tls';
  /** PEM of the only authorities trusted; absent: the well-known ones. */
  readonly trusted?: string;
}

/** TCP without TLS has no standard port: common receivers use that of UDP. */
const PORTS = { udp: 514, tcp: 514, tls: 6514 } as const;

type Settings = Pick<SettingsStore, 'get'>;

/** The configured target; undefined without one. */
export function syslogTarget(settings: Settings): SyslogTarget | undefined {
  const server = hostAndPort(settings.get('syslogServerIp'));
  if (!server) return undefined;
  const protocol = settings.get('enableRemoteTcpEncryptedLogging') ? 'tls' : settings.get('syslogProtocol');
  const trusted = settings.get('syslogCaCert');
  return { host: server.host, port: server.port ?? PORTS[protocol], protocol, ...(trusted !== '' && { trusted }) };
}

/** Kinds of records of users and configuration; all others are about the PDU. */
const USER_KINDS = /^(session|user|role|settings)\./;

/** True when the settings enable the forwarding of this kind of entry. */
export const isForwarded = (kind: string, settings: Settings): boolean =>
  settings.get(USER_KINDS.test(kind) ? 'enableRemoteUserLogging' : 'enableRemoteEventLogging');
