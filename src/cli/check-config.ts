import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, type Environment, type RuntimeConfig } from '../config/runtime-config.js';
import { readDocument } from '../configuration/read-document.js';
import { isInstalled } from '../database/data-folder.js';
import { checkHardware } from '../hardware/check-hardware.js';
import type { JsonObject } from '../common/body.js';
import { checkConfig } from '../system/check-config.js';
import { DONE, UsageError, type Command, type Program } from './command.js';
import { readVariables } from './environment.js';

export const CHECK_CONFIG: Command = {
  name: 'check-config',
  parameters: '[file]',
  summary:
    'check the environment variables as at a start (with the list of a collector), or a file: variables, profile or configuration document',

  async run(args, program) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    const [file] = positionals;
    if (positionals.length > 1) throw new UsageError('Name one file, or none.');
    if (file === undefined) await checkVariables(program.environment, program);
    else if (file.endsWith('.json')) await checkJson(file, program);
    else await checkVariables(readVariables(file), program);
    return DONE;
  },
};

async function checkVariables(variables: Program['environment'], { say }: Program): Promise<void> {
  const { config, profile } = await checkConfig(variables);
  if (config.role === 'collector') return checkCollector(config, variables, say);
  say(`listens on  ${config.host}, port ${config.port}`);
  if (profile) say(`model       ${profile.model} (driver ${config.driver})`);
  else say(`hub         PDUs connect to port ${config.fleetPort}`);
  if (config.database) {
    const { host, port, database, tls } = config.database;
    say(`database    ${database} at ${host}, port ${port} (TLS: ${tls})`);
  }
  say(`data folder ${config.dataDir} (${isInstalled(config.dataDir) ? 'in use' : 'first start'})`);
  say(`log         ${config.logLevel}, ${config.logFormat}`);
  say('The configuration is good.');
}

async function checkCollector(config: RuntimeConfig, variables: Environment, say: Program['say']): Promise<void> {
  const { readPduList } = await import('../collector/pdu-list.js');
  const pdus = await readPduList(config, variables);
  say(`listens on  ${config.host}, port ${config.port}`);
  say(`data folder ${config.dataDir}`);
  for (const { name, config: of, listens } of pdus) {
    say(`PDU         ${name}: driver ${of.driver}${listens ? `, port ${of.port}` : ''}`);
  }
  say(`The configuration and the list ${config.pdus} are good: ${pdus.length} PDUs.`);
}

async function checkJson(file: string, { environment, say, warn }: Program): Promise<void> {
  const content = readJson(file);
  if ('sections' in content) {
    await readDocument(content);
    say('The outer structure of the configuration document is good.');
    warn('"rackfeed apply --plan" checks its sections against this PDU.');
    return;
  }
  const { model } = await checkHardware({ ...readConfig(environment), model: file });
  say(`The profile is good: model ${model}.`);
}

function readJson(file: string): JsonObject {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content === 'object' && content !== null) return content as JsonObject;
    throw new Error('it is not an object');
  } catch (error) {
    throw new ConfigError([`The file "${file}" is not usable: ${(error as Error).message}.`]);
  }
}
