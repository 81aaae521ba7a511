import { ConfigError } from '../config/runtime-config.js';

/** The error of a start that could not listen on its port; any other error as it is. */
export function portProblem(error: unknown, { host, port }: { readonly host: string; readonly port: number }): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new ConfigError([`RACKFEED_PORT ${port} is taken by another program on ${host}.`]);
  if (code === 'EACCES') return new ConfigError([`RACKFEED_PORT ${port} may not be opened by this user.`]);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConfigError([`RACKFEED_HOST "${host}" is not an address of this machine (${code}).`]);
  }
  return error;
}
