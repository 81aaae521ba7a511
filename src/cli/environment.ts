import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from '../config/runtime-config.js';

/** The file with the variables of the packaged service. */
export const SERVICE_FILE = '/etc/rackfeed/rackfeed.env';

type Environment = Readonly<Record<string, string | undefined>>;

/** The arguments without the option that names a file, and the environment with the variables of that file. */
export function withServiceFile(
  args: readonly string[],
  environment: Environment,
): { readonly args: readonly string[]; readonly environment: Environment } {
  const [option = '', value] = args;
  // Not --env-file: Node itself takes that one in any position.
  if (option === '--environment') return mergeFile(args.slice(2), environment, value ?? '', true);
  if (option.startsWith('--environment='))
    return mergeFile(args.slice(1), environment, option.slice(option.indexOf('=') + 1), true);
  return mergeFile(args, environment, SERVICE_FILE, false);
}

/** The environment takes precedence over the file, as for the service itself. */
function mergeFile(args: readonly string[], environment: Environment, file: string, mustExist: boolean) {
  return { args, environment: { ...readVariables(file, mustExist), ...environment } };
}

/** Variables of a file with `NAME=value` in each line. Throws {@link ConfigError}. */
export function readVariables(file: string, mustExist = true): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !mustExist) return {};
    throw new ConfigError([
      `The file "${file}" cannot be read (${code}).${code === 'EACCES' ? ' Try it as root.' : ''}`,
    ]);
  }
}
