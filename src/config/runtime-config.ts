import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** The process's configuration: one typed object, read once from the environment before anything else starts. */
export abstract class RuntimeConfig {
  /** Address to listen on. */
  abstract readonly host: string;
  /** TCP port, 0 for any free one. */
  abstract readonly port: number;
  /** Absolute path of the data folder, or `:memory:` for a controller that keeps nothing (tests). */
  abstract readonly dataDir: string;
  /** Name of a built-in model profile, or the path of a profile file. */
  abstract readonly model: string;
  /** Name of a hardware driver. */
  abstract readonly driver: string;
  /** First start only: password of the built-in account. */
  abstract readonly adminPassword: string | undefined;
  /** Opens the simulator's control API. */
  abstract readonly simulatorControl: boolean;
}

/** A variable or profile key that is wrong, and why. The process prints each on a line and exits 2. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Variable<T> {
  readonly name: `RACKFEED_${string}`;
  readonly fallback: T;
  /** The value of a set variable; throws a sentence that follows the variable's name. */
  readonly parse: (text: string) => T;
}

const text = (value: string): string => value;

const port = (value: string): number => {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535) throw new Error('must be a port number from 0 to 65535');
  return Number(value);
};

const flag = (value: string): boolean => {
  if (/^(true|1|yes|on)$/i.test(value)) return true;
  if (/^(false|0|no|off)$/i.test(value)) return false;
  throw new Error('must be true or false');
};

const host = (value: string): string => {
  const name = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
  const onlyDigits = /^[\d.]+$/.test(value);
  if (isIP(value) || (name.test(value) && !onlyDigits)) return value;
  throw new Error('must be an IP address or a host name to listen on');
};

const VARIABLES = {
  host: { name: 'RACKFEED_HOST', fallback: '0.0.0.0', parse: host },
  port: { name: 'RACKFEED_PORT', fallback: 8080, parse: port },
  dataDir: { name: 'RACKFEED_DATA_DIR', fallback: resolve('data'), parse: (path) => resolve(path) },
  model: { name: 'RACKFEED_MODEL', fallback: 'single-phase-16', parse: text },
  driver: { name: 'RACKFEED_DRIVER', fallback: 'simulator', parse: text },
  adminPassword: { name: 'RACKFEED_ADMIN_PASSWORD', fallback: undefined, parse: text },
  simulatorControl: { name: 'RACKFEED_SIMULATOR_CONTROL', fallback: false, parse: flag },
} satisfies { [K in keyof RuntimeConfig]: Variable<RuntimeConfig[K]> };

/** Reads the environment. A variable set to the empty string counts as absent. Throws {@link ConfigError}. */
export function readConfig(environment: Environment): RuntimeConfig {
  const problems: string[] = [];
  const values = Object.entries(VARIABLES).map(([key, variable]: [string, Variable<unknown>]) => {
    const given = environment[variable.name];
    if (given === undefined || given === '') return [key, variable.fallback];
    try {
      return [key, variable.parse(given)];
    } catch (error) {
      problems.push(`${variable.name} ${(error as Error).message}; it is "${hidden(variable.name, given)}".`);
      return [key, variable.fallback];
    }
  });
  problems.push(...misspelt(environment));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(values) as RuntimeConfig;
}

const hidden = (name: string, value: string): string => (name.includes('PASSWORD') ? '…' : value);

/** A misspelt variable would otherwise be a setting that silently does nothing. */
function misspelt(environment: Environment): string[] {
  const known = Object.values(VARIABLES).map(({ name }) => name as string);
  return Object.keys(environment)
    .filter((name) => name.startsWith('RACKFEED_') && !known.includes(name))
    .map((name) => `${name} is not a variable of Rackfeed; it knows ${known.join(', ')}.`);
}
