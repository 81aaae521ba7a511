import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FORMATS, hostAndPort } from '../common/formats.js';
import { isNetwork } from '../common/networks.js';
import { databaseAddress, type DatabaseAddress } from './database-address.js';
import { FLAG, kindOf, oneOf, textThat, wholeNumber, type ValueKind } from '../common/values.js';
import { isSite } from '../common/site-name.js';

export const ROLES = ['controller', 'hub', 'collector'] as const;
export type Role = (typeof ROLES)[number];

/** The process's configuration: one typed object, read once from the environment before anything else starts. */
export abstract class RuntimeConfig {
  /** A controller of one PDU, the hub of a fleet of them, or the collector that hosts controllers of many. */
  abstract readonly role: Role;
  /** The name under which a collector hosts this controller; undefined for a process of its own. */
  abstract readonly hostedAs: string | undefined;
  /** Address to listen on. */
  abstract readonly host: string;
  /** TCP port, 0 for any free one. */
  abstract readonly port: number;
  /** Absolute path of the data folder, or `:memory:` for a controller that stores nothing (tests). */
  abstract readonly dataDir: string;
  /** Name of a built-in model profile, or the path of a profile file. */
  abstract readonly model: string;
  /** Name of a hardware driver. */
  abstract readonly driver: string;
  /** The device to read instead of the one that the wiring of the profile names. */
  abstract readonly pduAddress: DeviceAddress | undefined;
  /** Serial number of the enclosure instead of that of the profile. */
  abstract readonly pduSerial: string | undefined;
  /** First start only: password of the built-in account. */
  abstract readonly adminPassword: string | undefined;
  /** Enables the simulator's control API. */
  abstract readonly simulatorControl: boolean;
  /** The lowest level that is logged. */
  abstract readonly logLevel: 'error' | 'warn' | 'info' | 'debug';
  /** Readable lines, or one JSON object a line. */
  abstract readonly logFormat: 'text' | 'json';
  /** The supervisor that restarts this process when it ends with exit code 75; `none`: it restarts itself. */
  abstract readonly supervisor: 'none' | 'systemd' | 'container';
  /** The duration of the trial of new firmware, s. */
  abstract readonly firmwareTrial: number;
  /** Largest firmware upload, MiB. */
  abstract readonly firmwareLimit: number;
  /** Folder of additional public keys for signed firmware; development builds only. */
  abstract readonly firmwareKeys: string | undefined;
  /** Absolute path of the folder for weekly backups; undefined: none are made. */
  abstract readonly backupDir: string | undefined;
  /** Absolute path of the file with the passphrase of backups. */
  abstract readonly backupPassphraseFile: string | undefined;
  /** The number of weekly backups that are retained. */
  abstract readonly backupKeep: number;
  /** Absolute path of the program that changes the host system's network; undefined without one. */
  abstract readonly hostAdapter: string | undefined;
  /** Addresses and networks of the trusted reverse proxies, whose X-Forwarded headers are used. */
  abstract readonly trustedProxies: readonly string[];
  /** Path below which a reverse proxy serves the controller, such as `/pdu`; empty: at the root only. */
  abstract readonly basePath: string;
  /** Hub only: the TCP port to which its PDUs connect, 0 for any free one. */
  abstract readonly fleetPort: number;
  /** Hub only: the names and addresses by which PDUs reach it; empty: those of this machine. */
  abstract readonly fleetHosts: readonly string[];
  /** Hub only: its PostgreSQL database; undefined for SQLite in the data folder. */
  abstract readonly database: DatabaseAddress | undefined;
  /** Absolute path of the file with the password of that database; undefined where its address has one, or none is needed. */
  abstract readonly databasePasswordFile: string | undefined;
  /** Hub only: the brokers beside it, in the order in which they are tried; empty: the one in the hub itself. */
  abstract readonly fleetBrokers: readonly BrokerAddress[];
  /** The hub of the fleet that this controller belongs to; undefined for one without a hub. */
  abstract readonly hub: HubAddress | undefined;
  /** The token with which it enrols at that hub; not needed any more once it has. */
  abstract readonly hubToken: string | undefined;
  /** Collector only: absolute path of the list of its PDUs. */
  abstract readonly pdus: string;
}

/** A device on the network; without a port, that of the profile is kept. */
export interface DeviceAddress {
  readonly host: string;
  readonly port: number | undefined;
}

/** The fleet port of a hub. */
export interface HubAddress {
  readonly host: string;
  readonly port: number;
}

/** A broker beside a hub. One of a site is only for the PDUs there; the hub connects to the others. */
export interface BrokerAddress extends HubAddress {
  readonly site: string | undefined;
}

/** Invalid variables or profile keys, each with the reason. The process prints one a line and exits with code 2. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface Variable<T> {
  readonly name: `RACKFEED_${string}`;
  readonly fallback: T;
  readonly kind: ValueKind<T>;
}

/** More names would make the certificate of a hub too large for some clients. */
const MAX_HOSTS = 32;

const text = textThat(() => true, 'text');
const path = kindOf('a path', (given) => resolve(String(given)));

/** As everywhere, and as people write it in unit files. */
const flag: ValueKind<boolean> = (given) =>
  FLAG({ yes: true, on: true, no: false, off: false }[String(given).toLowerCase()] ?? given);

const program = kindOf('the path of a program that this user may run', (given) => {
  const file = resolve(String(given));
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
});

const networks = kindOf('IP addresses or networks such as 10.0.0.0/8, separated by commas', (given) => {
  const entries = String(given)
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.length > 0 && entries.every(isNetwork) ? entries : undefined;
});

const hosts = kindOf('host names or IP addresses, separated by commas', (given) => {
  const entries = String(given)
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const areHosts = entries.every((entry) => !('wrong' in FORMATS.host(entry)));
  return entries.length > 0 && entries.length <= MAX_HOSTS && areHosts ? entries : undefined;
});

/** First segments of the controller's own paths. A base path that begins with one would hide that path. */
export const OWN_SEGMENTS: readonly string[] = [
  ...['api', 'ws', 'health', 'metrics', 'login', 'cmd.cgi', 'status.xml', 'assets'],
  ...['outlets', 'groups', 'relays', 'events', 'actions', 'history', 'log', 'settings', 'network', 'system'],
  ...['simulator', 'capacity', 'energy', 'timeline', 'overview', 'start', 'wall', 'webhooks', 'pdus', 'enrolment'],
  ...['manifest.webmanifest', 'service-worker.js', 'build.json'],
];

const basePath = textThat(
  (given) =>
    /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(given) &&
    given.length <= 200 &&
    !OWN_SEGMENTS.includes(given.split('/')[1]?.toLowerCase() ?? ''),
  'a path such as /pdu: plain segments, each after a slash, none at the end, and the first not one of the controller itself',
);

const FLEET_PORT = 8883;

const hubAddress = kindOf('a host name or IP address, with a port after a colon if it is not 8883', (given) => {
  const read = hostAndPort(String(given));
  return read && { host: read.host, port: read.port ?? FLEET_PORT };
});

const brokers = kindOf(
  'addresses such as mqtts://broker.example.com, separated by commas, one of them without a site; those of a site as north=mqtts://…',
  (given) => {
    const read = String(given)
      .split(',')
      .map((entry) => brokerAddress(entry.trim()))
      .filter((entry) => entry !== undefined);
    const isWhole = read.length === String(given).split(',').length && read.length <= MAX_HOSTS;
    return isWhole && read.some(({ site }) => site === undefined) ? read : undefined;
  },
);

function brokerAddress(text: string): BrokerAddress | undefined {
  const [, site, at = ''] = /^(?:([^=]*)=)?mqtts:\/\/([^/]+)\/?$/.exec(text) ?? [];
  const read = site === undefined || isSite(site) ? hostAndPort(at) : undefined;
  return read && { site, host: read.host, port: read.port ?? FLEET_PORT };
}

const hubToken = textThat(
  (given) => /^rf1\.[A-Za-z0-9_-]{32}\.[A-Za-z0-9_-]{43}$/.test(given),
  'a token as a hub shows it: rf1, 32 and 43 characters, with points between them',
);

const deviceAddress = kindOf(
  'a host name or IP address, with a port after a colon if it is not that of the profile',
  (given) => hostAndPort(String(given)),
);

const serial = textThat((given) => /^\d{1,15}$/.test(given), 'a serial number of digits');

const PDU_LIST = 'pdus.json';

const VARIABLES = {
  role: { name: 'RACKFEED_ROLE', fallback: 'controller', kind: oneOf(...ROLES) },
  host: { name: 'RACKFEED_HOST', fallback: '0.0.0.0', kind: FORMATS.host },
  port: { name: 'RACKFEED_PORT', fallback: 8080, kind: wholeNumber({ min: 0, max: 65_535 }) },
  dataDir: { name: 'RACKFEED_DATA_DIR', fallback: resolve('data'), kind: path },
  model: { name: 'RACKFEED_MODEL', fallback: 'single-phase-16', kind: text },
  driver: { name: 'RACKFEED_DRIVER', fallback: 'simulator', kind: text },
  pduAddress: { name: 'RACKFEED_PDU_ADDRESS', fallback: undefined, kind: deviceAddress },
  pduSerial: { name: 'RACKFEED_PDU_SERIAL', fallback: undefined, kind: serial },
  adminPassword: { name: 'RACKFEED_ADMIN_PASSWORD', fallback: undefined, kind: text },
  simulatorControl: { name: 'RACKFEED_SIMULATOR_CONTROL', fallback: false, kind: flag },
  logLevel: { name: 'RACKFEED_LOG_LEVEL', fallback: 'info', kind: oneOf('error', 'warn', 'info', 'debug') },
  logFormat: { name: 'RACKFEED_LOG_FORMAT', fallback: 'text', kind: oneOf('text', 'json') },
  supervisor: { name: 'RACKFEED_SUPERVISOR', fallback: 'none', kind: oneOf('none', 'systemd', 'container') },
  firmwareTrial: { name: 'RACKFEED_FIRMWARE_TRIAL_SECONDS', fallback: 60, kind: wholeNumber({ min: 1, max: 3600 }) },
  firmwareLimit: { name: 'RACKFEED_FIRMWARE_LIMIT_MIB', fallback: 256, kind: wholeNumber({ min: 1, max: 256 }) },
  firmwareKeys: { name: 'RACKFEED_FIRMWARE_KEYS', fallback: undefined, kind: path },
  backupDir: { name: 'RACKFEED_BACKUP_DIR', fallback: undefined, kind: path },
  backupPassphraseFile: {
    name: 'RACKFEED_BACKUP_PASSPHRASE_FILE',
    fallback: undefined,
    kind: path,
  },
  backupKeep: { name: 'RACKFEED_BACKUP_KEEP', fallback: 4, kind: wholeNumber({ min: 1, max: 1000 }) },
  hostAdapter: { name: 'RACKFEED_HOST_ADAPTER', fallback: undefined, kind: program },
  trustedProxies: { name: 'RACKFEED_TRUSTED_PROXIES', fallback: [], kind: networks },
  basePath: { name: 'RACKFEED_BASE_PATH', fallback: '', kind: basePath },
  fleetPort: { name: 'RACKFEED_FLEET_PORT', fallback: FLEET_PORT, kind: wholeNumber({ min: 0, max: 65_535 }) },
  fleetHosts: { name: 'RACKFEED_FLEET_HOST', fallback: [], kind: hosts },
  database: { name: 'RACKFEED_DATABASE_URL', fallback: undefined, kind: databaseAddress },
  databasePasswordFile: { name: 'RACKFEED_DATABASE_PASSWORD_FILE', fallback: undefined, kind: path },
  fleetBrokers: { name: 'RACKFEED_FLEET_BROKER', fallback: [], kind: brokers },
  hub: { name: 'RACKFEED_HUB', fallback: undefined, kind: hubAddress },
  hubToken: { name: 'RACKFEED_HUB_TOKEN', fallback: undefined, kind: hubToken },
  pdus: { name: 'RACKFEED_PDUS', fallback: '', kind: path },
} satisfies { [K in Exclude<keyof RuntimeConfig, 'hostedAs'>]: Variable<RuntimeConfig[K]> };

/** Runs one of several checks: the sentences of its {@link ConfigError} join the problems, and it returns undefined. */
export async function collectProblems<T>(problems: string[], check: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/**
 * Reads the environment. A variable set to the empty string counts as absent. Throws {@link ConfigError}.
 *
 * @param warn gets a sentence for each unknown variable; without it, an unknown variable is an error like a wrong value
 */
export function readConfig(environment: Environment, warn?: (warning: string) => void): RuntimeConfig {
  const { config, problems } = parseConfig(environment, warn);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

export interface ParsedConfig {
  /** Has the default of each variable with a wrong value. */
  readonly config: RuntimeConfig;
  readonly problems: readonly string[];
}

/** Like {@link readConfig}, for a caller that has more to check before it refuses. */
export function parseConfig(environment: Environment, warn?: (warning: string) => void): ParsedConfig {
  const problems: string[] = [];
  const values = Object.entries(VARIABLES).map(([key, variable]: [string, Variable<unknown>]) => {
    const given = environment[variable.name];
    if (given === undefined || given === '' || isServiceLink(variable.name, given)) return [key, variable.fallback];
    const read = variable.kind(given);
    if ('value' in read) return [key, read.value];
    problems.push(`${variable.name} must be ${read.wrong}; it is "${hidden(variable.name, given)}".`);
    return [key, variable.fallback];
  });
  const config = withDefaultsOfRole(Object.fromEntries(values) as RuntimeConfig, environment);
  if (environment['RACKFEED_BACKUP_DIR'] && !environment['RACKFEED_BACKUP_PASSPHRASE_FILE']) {
    problems.push('RACKFEED_BACKUP_DIR needs RACKFEED_BACKUP_PASSPHRASE_FILE: backups are encrypted.');
  }
  if (environment['RACKFEED_HUB_TOKEN'] && !environment['RACKFEED_HUB']) {
    problems.push('RACKFEED_HUB_TOKEN needs RACKFEED_HUB: the token is for that hub.');
  }
  if (environment['RACKFEED_PDUS'] && config.role !== 'collector') {
    problems.push('RACKFEED_PDUS is the list of a collector: it needs RACKFEED_ROLE=collector.');
  }
  problems.push(...databaseProblems(environment, config.role));
  for (const sentence of unknownVariables(environment)) {
    if (warn) warn(sentence);
    else problems.push(sentence);
  }
  return { config, problems };
}

/** A collector has its list in its data folder, and shows the state of its PDUs to this machine alone. */
function withDefaultsOfRole(config: RuntimeConfig, { RACKFEED_HOST: host }: Environment): RuntimeConfig {
  if (config.role !== 'collector') return { ...config, hostedAs: undefined };
  return {
    ...config,
    hostedAs: undefined,
    host: host ? config.host : '127.0.0.1',
    pdus: config.pdus || resolve(config.dataDir, PDU_LIST),
  };
}

const hidden = (name: string, value: string): string => (/PASSWORD|TOKEN|DATABASE_URL/.test(name) ? '…' : value);

function databaseProblems(environment: Environment, role: Role): string[] {
  const { RACKFEED_DATABASE_URL: url, RACKFEED_DATABASE_PASSWORD_FILE: file } = environment;
  if (!url) return file ? ['RACKFEED_DATABASE_PASSWORD_FILE needs RACKFEED_DATABASE_URL.'] : [];
  if (role !== 'hub') {
    return [
      'RACKFEED_DATABASE_URL is for a hub: a controller has its database in its data folder, whatever the network does.',
    ];
  }
  return environment['RACKFEED_BACKUP_DIR']
    ? ['RACKFEED_BACKUP_DIR is for a database in the data folder: with RACKFEED_DATABASE_URL back PostgreSQL up.']
    : [];
}

/** Finds misspelt variables, which would otherwise have no effect without a warning. */
function unknownVariables(environment: Environment): string[] {
  const known = Object.values(VARIABLES).map(({ name }) => name as string);
  return Object.entries(environment)
    .filter(
      ([name, value = '']) => name.startsWith('RACKFEED_') && !known.includes(name) && !isServiceLink(name, value),
    )
    .map(([name]) => `${name} is not a variable of Rackfeed; it knows ${known.join(', ')}.`);
}

/**
 * True for a variable that Kubernetes sets in each pod for a Service whose name begins with "rackfeed", such as
 * `RACKFEED_SERVICE_HOST=10.0.0.5` and `RACKFEED_PORT=tcp://10.0.0.5:8080`. It is not meant as a setting.
 */
const isServiceLink = (name: string, value: string): boolean =>
  /^RACKFEED_(\w+_)?SERVICE_(HOST|PORT(_\w+)?)$/.test(name) ||
  /^RACKFEED_(\w+_)?PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
  (/^RACKFEED_(\w+_)?PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value));
