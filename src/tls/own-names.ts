import { networkInterfaces } from 'node:os';

/** The names of the controller: host names and addresses. */
export interface OwnNames {
  readonly hosts: readonly string[];
  readonly addresses: readonly string[];
}

const MAX_ADDRESSES = 32;

/** A host name with and without `.local`. */
export function localNamesOf(hostName: string): string[] {
  const host = hostName.toLowerCase();
  return [host, `${host.split('.')[0] ?? host}.local`];
}

/** The host name with and without `.local`, and every address of this machine, the loopback for tunnels among them. */
export function ownNames(hostName: string): OwnNames {
  return {
    hosts: [...new Set([...localNamesOf(hostName), 'localhost'])],
    addresses: [...new Set([...ownAddresses(), '127.0.0.1'])].slice(0, MAX_ADDRESSES),
  };
}

/** Every address of this machine but link-local IPv6 ones, which depend on the interface of the client. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address }) => address)
    .filter((address) => !/^fe80:/i.test(address));
