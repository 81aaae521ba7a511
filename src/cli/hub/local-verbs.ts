import { readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { FORMATS, hostAndPort } from '../../common/formats.js';
import { readConfig } from '../../config/runtime-config.js';
import { isSite } from '../../fleet-wire/topics.js';
import { HubKeysService } from '../../hub/authority/hub-keys.service.js';
import { brokerFiles, revocationsOf } from '../../hub/broker/broker-files.js';
import { BROKER_FILES, type SiteBroker } from '../../hub/broker/mosquitto-config.js';
import type { Pdu } from '../../hub/pdus/pdu.entity.js';
import { PdusService } from '../../hub/pdus/pdus.service.js';
import type { OwnNames } from '../../tls/own-names.js';
import { DONE, UsageError, type Program } from '../command.js';
import { withStoredData } from '../stored.js';
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
    options: { host: '<names>', port: '<number>', site: '<site>', upstream: '<host:port>', path: '<folder>' },
    summary:
      'writes configuration, certificate and access rules of mosquitto as a broker beside the hub, or with --site and --upstream of one at a site; --path is the folder on its machine',
    async run({ words: [folder = ''], options, program }) {
      const names = namesIn(options['host']);
      const port = Number(options['port'] ?? PORT);
      if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError('--port is a number up to 65535.');
      const bridge = bridgeIn(options);
      const target = resolve(folder);
      const { authority } = await HubKeysService.stored(readConfig(program.environment));
      const files = await brokerFiles(authority, {
        ...{ names, port, bridge, folder: options['path'] ?? target, now: Date.now() },
        pdus: await pdusOf(program),
        revocations: await textOf(join(target, BROKER_FILES.revocations)),
      });
      for (const [name, text] of files) await write(join(target, name), text);
      const include = join(options['path'] ?? target, BROKER_FILES.configuration);
      program.say(
        `Wrote ${files.size} files to ${target}. Copy ${include} to the conf.d of mosquitto, and restart it.`,
      );
      return DONE;
    },
  },
  {
    name: 'revoked',
    words: ['file'],
    options: {},
    summary: 'renews the list of revoked certificates of a broker; reload mosquitto afterwards',
    async run({ words: [file = ''], program }) {
      const { authority } = await HubKeysService.stored(readConfig(program.environment));
      const older = await textOf(file);
      await write(file, await revocationsOf(authority, await pdusOf(program), Date.now(), older));
      program.say(`Wrote ${resolve(file)}.`);
      return DONE;
    },
  },
];

const pdusOf = (program: Program): Promise<readonly Pdu[]> =>
  withStoredData(program, (app) => Promise.resolve(app.get(PdusService, { strict: false }).all));

/** Throws {@link UsageError}. */
function namesIn(given: string | undefined): OwnNames {
  const all = (given ?? '').split(',').map((name) => name.trim());
  if (all.some((name) => 'wrong' in FORMATS.host(name))) {
    throw new UsageError('--host has the names and addresses by which PDUs reach the broker, separated by commas.');
  }
  return { hosts: all.filter((name) => isIP(name) === 0), addresses: all.filter((name) => isIP(name) !== 0) };
}

/** Throws {@link UsageError}. */
function bridgeIn({ site, upstream }: Options): SiteBroker | undefined {
  if (site === undefined && upstream === undefined) return undefined;
  const address = upstream === undefined ? undefined : hostAndPort(upstream);
  if (site === undefined || !isSite(site) || !address) {
    throw new UsageError('The broker of a site needs both: --site <site>, and --upstream with that of the hub.');
  }
  return { site, upstream: { host: address.host, port: address.port ?? PORT } };
}

/** Undefined for a file that is not there. */
const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** A broker that reloads meanwhile finds the old file or the new one. */
async function write(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: MODE });
  await rename(`${file}.new`, file);
}
