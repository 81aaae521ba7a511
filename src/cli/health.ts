import { get, type IncomingMessage } from 'node:http';
import { ConfigError, readConfig } from '../config/runtime-config.js';
import { DONE, FAILED, UsageError, type Command, type Program } from './command.js';

/** Docker's health check gives the command five seconds. */
const ANSWER_WITHIN_MS = 4_000;
const PATH = '/health/live';

/** Requests the health of the controller of these variables; loads nothing of the release, so it is cheap. */
export const HEALTH: Command = {
  name: 'health',
  parameters: '',
  summary: 'check whether the controller is alive: exit code 0 if so, else 1; for container health checks',

  async run(args, { environment, say, warn }) {
    if (args.length > 0) throw new UsageError('The command takes no arguments.');
    try {
      const url = urlOf(readConfig(environment, () => undefined));
      const status = await statusOf(url);
      if (status === 200) {
        say('The controller is alive.');
        return DONE;
      }
      warn(`The controller answers ${status} at ${url}: its poll cycle stands still.`);
    } catch (error) {
      for (const sentence of error instanceof ConfigError ? error.problems : [(error as Error).message]) warn(sentence);
    }
    return FAILED; // never 2: Docker reserves it
  },
};

/** Runs the command in a process that has not loaded a release. */
export const runHealth = (args: readonly string[], environment: Program['environment']): Promise<number> =>
  HEALTH.run(args, {
    root: '',
    environment,
    say: (line) => console.log(line),
    warn: (line) => console.error(line),
    input: () => Promise.resolve(''),
    ...{ secret: nothing, load: nothing, brokerSetup: nothing, create: nothing, listen: nothing },
  });

const nothing = (): Promise<never> => Promise.reject(new Error('The health check asks for nothing and loads nothing.'));

/** The URL of the health check, which plain HTTP answers with all settings of HTTPS. */
const urlOf = (config: { host: string; port: number }): string => ownAddress(config) + PATH;

/** The address of the controller or hub of these variables on this machine. Throws where nobody knows its port. */
export function ownAddress({ host, port }: { host: string; port: number }): string {
  if (port === 0) throw new Error('RACKFEED_PORT is 0: nobody knows which port the controller has got.');
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const request = get(url, { agent: false, signal }, (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      const reason = signal.aborted ? `no answer within ${ANSWER_WITHIN_MS / 1000} s` : (error.code ?? error.message);
      reject(new Error(`The controller cannot be reached at ${url} (${reason}).`));
    });
  });
}
