import { kindOf } from '../common/values.js';

/** As libpq calls them: without TLS; TLS with any server; with one of a known authority; that has the right name too. */
export const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** A PostgreSQL database. */
export interface DatabaseAddress {
  /** Name or address of the server, or the folder of its socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  readonly tls: TlsMode;
  /** Paths of PEM files; undefined for the authorities of Node, and for no certificate of the client. */
  readonly authority: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

const PORT = 5432;
const PARAMETERS: readonly string[] = ['host', 'user', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

/** The address of a database as a URL, with the parameters that libpq gives them. */
export const databaseAddress = kindOf<DatabaseAddress>(
  'a URL such as postgresql://rackfeed@db.example.com/rackfeed: with a user and a database, and of the parameters ' +
    `only ${PARAMETERS.join(', ')}; sslmode is ${TLS_MODES.join(', ')}`,
  (given) => {
    try {
      return addressIn(new URL(String(given)));
    } catch {
      return undefined;
    }
  },
);

function addressIn(url: URL): DatabaseAddress | undefined {
  const parameters = url.searchParams;
  if (!/^postgres(ql)?:$/.test(url.protocol) || url.hash !== '') return undefined;
  if ([...parameters.keys()].some((name) => !PARAMETERS.includes(name))) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1') || parameters.get('host');
  const user = decodeURIComponent(url.username) || parameters.get('user');
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!host || !user || !database || database.includes('/')) return undefined;
  const given = parameters.get('sslmode') ?? (isLocal(host) ? 'disable' : 'verify-full');
  const tls = TLS_MODES.find((mode) => mode === given);
  if (!tls) return undefined;
  return {
    ...{ host, user, database, tls },
    port: url.port === '' ? PORT : Number(url.port),
    password: decodeURIComponent(url.password) || undefined,
    authority: parameters.get('sslrootcert') ?? undefined,
    certificate: parameters.get('sslcert') ?? undefined,
    key: parameters.get('sslkey') ?? undefined,
  };
}

/** True for an address on this machine: nothing for it is on a network. */
const isLocal = (host: string): boolean => host.startsWith('/') || /^(localhost|127(\.\d+){3}|::1)$/.test(host);
