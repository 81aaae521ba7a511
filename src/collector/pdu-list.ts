import { createHash } from 'node:crypto';
import { isIP, SocketAddress } from 'node:net';
import { join } from 'node:path';
import { plainAddress } from '../common/networks.js';
import { isObject } from '../common/objects.js';
import { parseOperatorJson, readOperatorFile } from '../config/operator-file.js';
import { collectProblems, ConfigError, type Environment, type RuntimeConfig } from '../config/runtime-config.js';
import { devicesOf } from '../hardware/profiles/configured-profile.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import { checkConfig } from '../system/check-config.js';

/** A PDU of the list. */
export interface ListedPdu {
  readonly name: string;
  readonly config: RuntimeConfig;
  /** False for a PDU without a port of its own: it is reached through its hub. */
  readonly listens: boolean;
  /** Differs when anything differs that its controller reads at its start. */
  readonly version: string;
}

/** The variables that a PDU of the list may have. The others are those of the process or of its machine. */
const OF_A_PDU: readonly string[] = [
  ...['MODEL', 'DRIVER', 'PDU_ADDRESS', 'PDU_SERIAL', 'SIMULATOR_CONTROL', 'HUB', 'HUB_TOKEN', 'ADMIN_PASSWORD'],
  ...['PORT', 'HOST', 'BASE_PATH', 'TRUSTED_PROXIES', 'LOG_LEVEL'],
  ...['BACKUP_DIR', 'BACKUP_PASSPHRASE_FILE', 'BACKUP_KEEP'],
].map((name) => `RACKFEED_${name}`);

/** Those that the collector has for itself, so that its PDUs do not get them from its environment. */
const OF_THE_DOOR: readonly string[] = ['RACKFEED_PORT', 'RACKFEED_BASE_PATH'];

const MAX_PDUS = 1000;
/** More sentences help nobody. */
const MAX_PROBLEMS = 50;

/** Small letters only: the name is that of a folder, which some file systems find in any case. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** The folder with the data of a hosted PDU. */
export const folderOf = (dataDir: string, name: string): string => join(dataDir, 'pdus', name);

/** Reads and checks the whole list; opens no hardware. Throws {@link ConfigError} with a sentence for each fault. */
export const readPduList = async (collector: RuntimeConfig, environment: Environment): Promise<ListedPdu[]> =>
  pdusIn(textOf(collector.pdus), collector, environment);

/** The PDUs of the text of a list, as {@link readPduList}. */
export async function pdusIn(text: string, collector: RuntimeConfig, environment: Environment): Promise<ListedPdu[]> {
  const file = collector.pdus;
  const list = parse(text, file);
  const problems: string[] = [];
  const ofAll = variablesOf(list['all'] ?? {}, 'all', problems);
  for (const key of Object.keys(list)) {
    if (key !== 'all' && key !== 'pdus') problems.push(`"${key}" is not known; there are "all" and "pdus".`);
  }
  const entries: unknown = list['pdus'];
  if (!Array.isArray(entries)) problems.push('"pdus" must be a list of PDUs.');
  else if (entries.length > MAX_PDUS)
    problems.push(`"pdus" has ${entries.length} PDUs; at most ${MAX_PDUS} are hosted.`);
  const pdus: CheckedPdu[] = [];
  const inherited = inheritedFrom(environment);
  for (const [place, entry] of (Array.isArray(entries) ? entries.slice(0, MAX_PDUS) : []).entries()) {
    const checked = await checkEntry(entry, { place, collector, common: { ...inherited, ...ofAll }, problems });
    if (checked) pdus.push(checked);
  }
  problems.push(...conflicts(pdus, collector));
  if (problems.length > 0) {
    const more = problems.length > MAX_PROBLEMS ? [`${file}: and ${problems.length - MAX_PROBLEMS} more.`] : [];
    throw new ConfigError([...problems.slice(0, MAX_PROBLEMS).map((each) => `${file}: ${each}`), ...more]);
  }
  return pdus.map(({ listed }) => listed);
}

interface CheckedPdu {
  readonly listed: ListedPdu;
  readonly profile: ModelProfile;
}

interface EntryContext {
  readonly place: number;
  readonly collector: RuntimeConfig;
  /** The variables that all PDUs have unless they have their own. */
  readonly common: Readonly<Record<string, string>>;
  readonly problems: string[];
}

async function checkEntry(
  entry: unknown,
  { place, collector, common, problems }: EntryContext,
): Promise<CheckedPdu | undefined> {
  if (!isObject(entry)) {
    problems.push(`PDU ${place + 1} must be an object with a name.`);
    return undefined;
  }
  const { name, ...own } = entry;
  if (typeof name !== 'string' || !NAME.test(name)) {
    problems.push(
      `PDU ${place + 1} needs a "name": 1 to 63 small letters, digits, "-" and "_", the first a letter or digit; ` +
        `it is ${name === undefined ? 'missing' : JSON.stringify(name)}.`,
    );
    return undefined;
  }
  const before = problems.length;
  const given = variablesOf(own, name, problems);
  if (problems.length > before) return undefined;
  const variables: Record<string, string> = { ...common, ...given };
  if (variables['RACKFEED_BACKUP_DIR']) variables['RACKFEED_BACKUP_DIR'] = join(variables['RACKFEED_BACKUP_DIR'], name);
  const faults: string[] = [];
  const folder = folderOf(collector.dataDir, name);
  const checked = await collectProblems(faults, () => checkConfig({ ...variables, RACKFEED_DATA_DIR: folder }));
  problems.push(...faults.map((fault) => `${name}: ${fault}`));
  if (!checked?.profile) return undefined;
  const { profile } = checked;
  const config = { ...checked.config, logFormat: collector.logFormat, hostedAs: name };
  const version = createHash('sha256')
    .update(JSON.stringify([variables, profile]))
    .digest('base64url');
  return { listed: { name, config, listens: Boolean(given['RACKFEED_PORT']), version }, profile };
}

/** An address with a port, and who listens there. */
interface Listener {
  readonly host: string;
  readonly port: number;
  readonly name: string;
}

/** Names, ports and devices that two PDUs have: the second one could not work, or would switch what the first one does. */
function conflicts(pdus: readonly CheckedPdu[], collector: RuntimeConfig): string[] {
  const problems: string[] = [];
  const taken = new Map<string, string>();
  const listeners: Listener[] = [{ host: collector.host, port: collector.port, name: 'the collector itself' }];
  const take = (what: string, name: string): void => {
    const by = taken.get(what);
    if (by === undefined) taken.set(what, name);
    else problems.push(`${name}: ${what} is that of ${by}.`);
  };
  for (const { listed, profile } of pdus) {
    const { name, config, listens } = listed;
    take(`the name ${name}`, name);
    if (listens && config.port !== 0) {
      const own = { host: config.host, port: config.port, name };
      const other = listeners.find((each) => each.port === own.port && overlap(each.host, own.host));
      if (other) problems.push(`${name}: port ${own.port} of ${own.host} is that of ${other.name}.`);
      else listeners.push(own);
    }
    for (const device of config.driver === 'simulator' ? [] : devicesOf(profile)) take(`the ${device}`, name);
  }
  return problems;
}

/** True if two servers cannot have the same port at these addresses: they are one, or one of them includes the other. */
function overlap(one: string, other: string): boolean {
  const [a, b] = [canonical(one), canonical(other)];
  return a === b || includes(a, b) || includes(b, a);
}

/** `::` also takes what is sent to addresses of IPv4. */
const includes = (wildcard: string, host: string): boolean =>
  wildcard === '::' || (wildcard === '0.0.0.0' && isIP(host) !== 6);

/** An address of IPv6 in its short form; names in small letters. */
const canonical = (host: string): string =>
  isIP(host) === 6 ? plainAddress(new SocketAddress({ address: host, family: 'ipv6' }).address) : host.toLowerCase();

/** The variables of the collector that its PDUs have too. */
function inheritedFrom(environment: Environment): Record<string, string> {
  const names = OF_A_PDU.filter((name) => !OF_THE_DOOR.includes(name));
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

function variablesOf(given: unknown, where: string, problems: string[]): Record<string, string> {
  if (!isObject(given)) {
    problems.push(`"${where}" must be an object with variables.`);
    return {};
  }
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!OF_A_PDU.includes(name)) problems.push(`${where}: ${nameProblem(name)}`);
    else if (where === 'all' && name === 'RACKFEED_PORT')
      problems.push('all: RACKFEED_PORT is for one PDU, not for all.');
    else if (!isText) problems.push(`${where}: ${name} must be text, a number, true or false.`);
    else variables[name] = String(value);
  }
  return variables;
}

const nameProblem = (name: string): string =>
  `${JSON.stringify(name)} is not a variable of a hosted PDU; those are ${OF_A_PDU.join(', ')}.`;

function textOf(file: string): string {
  try {
    return readOperatorFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' ? ' A collector needs a list of its PDUs, even one without any.' : '';
    throw new ConfigError([`RACKFEED_PDUS ${file} cannot be read (${code ?? message}).${missing}`]);
  }
}

function parse(text: string, file: string): Record<string, unknown> {
  try {
    const read = parseOperatorJson(text);
    if (isObject(read)) return read;
  } catch (error) {
    throw new ConfigError([`${file}: It is not valid JSON: ${(error as Error).message}.`]);
  }
  throw new ConfigError([`${file}: It must be an object with the list "pdus".`]);
}
