import { readFile } from 'node:fs/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readConfig } from '../../config/runtime-config.js';
import { UsageError, type Command, type Program } from '../command.js';
import { ownAddress } from '../health.js';
import { HubClient } from './hub-client.js';
import { LOCAL_VERBS, type LocalVerb } from './local-verbs.js';
import { VERBS, type Options, type Verb } from './verbs.js';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

const COMMON: OptionsConfig = {
  url: { type: 'string' },
  'token-file': { type: 'string' },
  ca: { type: 'string' },
  json: { type: 'boolean' },
};

const helpOf = ({ name, words, options, summary }: Verb | LocalVerb): string[] => {
  const typed = words.map((word) => (word.includes('|') ? word : `<${word}>`));
  const optional = Object.entries(options).map(([option, value]) => `[--${option}${value && ` ${value}`}]`);
  return [`  ${[name, ...typed, ...optional].join(' ')}`, `      ${summary}`];
};

/** Works with the PDUs of a fleet over the API of its hub, from any machine. */
export const HUB: Command = {
  name: 'hub',
  parameters: '<command> [--url <address>] [--token-file <file>] [--ca <file>] [--json]',
  summary: 'list, admit and switch the PDUs of a fleet through its hub, here or on another machine; see hub --help',
  details: [
    '',
    ...VERBS.flatMap(helpOf),
    '',
    'On the machine of the hub, with its data:',
    ...LOCAL_VERBS.flatMap(helpOf),
    '',
    'Name a PDU by its id, name or serial number, and an outlet by its id or name.',
    'Without --url, the commands use the hub of this machine; --ca is the certificate to trust.',
    'The personal access token is read from the file, from a prompt or from standard input.',
  ],

  async run([name = '', ...args], program) {
    const local = LOCAL_VERBS.find((each) => each.name === name);
    if (local) return local.run({ ...argumentsOf(local, args, {}), program });
    const verb = VERBS.find((each) => each.name === name);
    if (!verb) throw new UsageError(name === '' ? 'Say what to do.' : `"hub" cannot "${name}".`);
    const { words, options } = argumentsOf(verb, args);
    const address = {
      url: options['url'] ?? ownAddress(readConfig(program.environment)),
      token: await tokenFrom(options['token-file'], program),
      ca: options['ca'],
    };
    const asJson = options['json'] !== undefined;
    return verb.run({
      ...{ hub: new HubClient(address), words, options },
      show: (answer, lines) => (asJson ? program.say(JSON.stringify(answer, null, 2)) : lines.forEach(program.say)),
    });
  },
};

/** Throws {@link UsageError} for another number of words than the verb takes. */
function argumentsOf(
  verb: Verb | LocalVerb,
  args: readonly string[],
  common = COMMON,
): { words: readonly string[]; options: Options } {
  const own: OptionsConfig = Object.fromEntries(
    Object.entries(verb.options).map(([option, value]) => [option, { type: value === '' ? 'boolean' : 'string' }]),
  );
  const parsed = parseArgs({ args: [...args], options: { ...common, ...own }, allowPositionals: true });
  if (parsed.positionals.length !== verb.words.length) {
    const wanted = verb.words.map((word) => `<${word}>`).join(' ');
    throw new UsageError(`"hub ${verb.name}" takes ${wanted || 'no words'}.`);
  }
  const options = Object.fromEntries(Object.entries(parsed.values).map(([option, value]) => [option, String(value)]));
  return { words: parsed.positionals, options };
}

async function tokenFrom(file: string | undefined, program: Program): Promise<string> {
  const text = file === undefined ? await program.secret('Access token', false) : await readFile(file, 'utf8');
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('There is no access token.');
  return token;
}
