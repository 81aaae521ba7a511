import { ConfigError } from '../config/runtime-config.js';
import { ApiError } from '../common/errors.js';
import { COMMANDS } from './commands.js';
import { DONE, FAILED, INTERRUPTED, USAGE_ERROR } from './command.js';
import { Interrupted, UsageError, type Command, type Program } from './command.js';

/** Runs the command that the arguments name; returns the exit code. */
export async function run([name = '', ...args]: readonly string[], program: Program): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    program.say(usage());
    return DONE;
  }
  const word = name === '--version' ? 'version' : name;
  const command = COMMANDS.find((each) => each.name === word);
  if (!command) {
    program.warn(name === '' ? usage() : `There is no command "${name}".\n\n${usage()}`);
    return USAGE_ERROR;
  }
  if (args.includes('--help')) {
    program.say(usageOf(command));
    return DONE;
  }
  try {
    return await command.run(args, program);
  } catch (error) {
    return explain(error, command, program);
  }
}

function explain(error: unknown, command: Command, { warn }: Program): number {
  if (error instanceof Interrupted) return INTERRUPTED;
  if (error instanceof ConfigError) {
    for (const problem of error.problems) warn(problem);
    return USAGE_ERROR;
  }
  if (error instanceof UsageError || isParseError(error)) {
    warn(`${error.message}\n\n${usageOf(command)}`);
    return USAGE_ERROR;
  }
  if (error instanceof ApiError) {
    const places = error.details?.map(({ field, message }) => `${field}: ${message}`);
    for (const line of places ?? [error.message]) warn(line);
    return FAILED;
  }
  warn(error instanceof Error ? error.message : String(error));
  return FAILED;
}

const isParseError = (error: unknown): error is Error =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');

const usageOf = ({ name, parameters, summary, details = [] }: Command): string =>
  [`Usage: rackfeed ${name} ${parameters}`.trimEnd(), `  ${summary}`, ...details].join('\n');

function usage(): string {
  return [
    'Usage: rackfeed [--environment <file>] <command>',
    '',
    ...COMMANDS.map(({ name, parameters, summary }) => `  ${`${name} ${parameters}`.trim()}\n      ${summary}`),
    '',
    'Variables are read from the environment, then from the file (by default /etc/rackfeed/rackfeed.env).',
    'No command switches outlets of this machine; "hub send" switches those of PDUs in a fleet.',
  ].join('\n');
}
