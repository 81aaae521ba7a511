import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { CONFIGURATION_FILE, REVOKED_FILE, type BrokerSetup, type BrokerWanted } from '../../common/broker-setup.js';
import { FORMATS, hostAndPort } from '../../common/formats.js';
import { isSite } from '../../common/site-name.js';
import { readConfig } from '../../config/runtime-config.js';
import { DONE, UsageError, type Program } from '../command.js';
import { becomeOwnerOf } from '../owner.js';
import { assertInFolder } from '../stored.js';
import type { Options } from './verbs.js';

const PORT = 8883;
/** For the owner, and for the group of the folder, which is that of the broker. */
const MODE = 0o640;

export interface LocalCall {
  readonly words: readonly string[];
  readonly options: Options;
  readonly program: Program;
}

/** A subcommand of `rackfeed hub` that works on the stored data of the hub of this machine, which may run. */
export interface LocalVerb {
  readonly name: string;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Returns the exit code. */
  run(call: LocalCall): Promise<number>;
}

export const LOCAL_VERBS: readonly LocalVerb[] = [
  {
    name: 'broker-config',
    words: ['folder'],
    options: {
      ...{ host: '<names>', port: '<number>', site: '<site>', upstream: '<host:port>', path: '<folder>', nats: '' },
    },
    summary:
      'write the configuration, certificate and access rules of mosquitto for a broker beside the hub, or with --site and --upstream for a broker of a site; --path is the folder on the machine of the broker; --nats writes them for nats-server, again whenever a PDU has joined or was revoked',
    async run({ words: [folder = ''], options, program }) {
      const isNats = options['nats'] !== undefined;
      const names = namesIn(options['host']);
      const port = Number(options['port'] ?? PORT);
      if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError('--port is a number up to 65535.');
      const bridge = bridgeIn(options);
      if (isNats && bridge)
        throw new UsageError('The broker of a site is mosquitto: nats-server has no bridge for it.');
      const target = resolve(folder);
      const path = options['path'] ?? target;
      const older = isNats ? undefined : await textOf(join(target, REVOKED_FILE));
      const setup = await setupOf(program);
      const wanted = { names, port, folder: path };
      const files = await (isNats ? setup.natsFiles(wanted) : setup.files({ ...wanted, bridge }, older));
      for (const [name, text] of files) await write(join(target, name), text);
      const include = join(path, CONFIGURATION_FILE);
      const next = isNats
        ? `Include ${include} in the configuration of nats-server, and restart it.`
        : `Copy ${include} to the conf.d of mosquitto, and restart it.`;
      program.say(`Wrote ${files.size} files to ${target}. ${next}`);
      return DONE;
    },
  },
  {
    name: 'revoked',
    words: ['file'],
    options: {},
    summary: 'renew the list of revoked certificates of a broker; reload mosquitto afterwards',
    async run({ words: [file = ''], program }) {
      const older = await textOf(file);
      await write(file, await (await setupOf(program)).revoked(older));
      program.say(`Wrote ${resolve(file)}.`);
      return DONE;
    },
  },
];

/** Reads what is stored of the hub of this machine. Throws for a controller. */
async function setupOf({ environment, warn, brokerSetup }: Program): Promise<BrokerSetup> {
  const config = readConfig(environment, warn);
  if (config.role !== 'hub') throw new UsageError('This is for the machine of a hub, where RACKFEED_ROLE is hub.');
  becomeOwnerOf(config.dataDir);
  if (!config.database) assertInFolder(config);
  return brokerSetup(config);
}

/** Throws {@link UsageError}. */
function namesIn(given: string | undefined): BrokerWanted['names'] {
  const all = (given ?? '').split(',').map((name) => name.trim());
  if (all.some((name) => 'wrong' in FORMATS.host(name))) {
    throw new UsageError('--host has the names and addresses by which PDUs reach the broker, separated by commas.');
  }
  return { hosts: all.filter((name) => isIP(name) === 0), addresses: all.filter((name) => isIP(name) !== 0) };
}

/** Throws {@link UsageError}. */
function bridgeIn({ site, upstream }: Options): BrokerWanted['bridge'] {
  if (site === undefined && upstream === undefined) return undefined;
  const address = upstream === undefined ? undefined : hostAndPort(upstream);
  if (site === undefined || !isSite(site) || !address) {
    throw new UsageError('The broker of a site needs both: --site <site>, and --upstream with that of the hub.');
  }
  return { site, upstream: { host: address.host, port: address.port ?? PORT } };
}

/** Undefined for a file that is not there. */
const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });

/** A broker that reloads meanwhile finds the old file or the new one. */
async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(`${file}.new`, text, { mode: MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const sentence = `There is no folder ${dirname(file)}: make it first, so that the broker may read what is in it.`;
    throw new Error(sentence, { cause: error });
  }
  await chmod(`${file}.new`, MODE); // a program has no mode for the group by itself, and the broker is another user
  await rename(`${file}.new`, file);
}
