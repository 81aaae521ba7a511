import { isIPv4, isIPv6, type AddressInfo } from 'node:net';

/** Addresses of a machine that more network cards, bridges and tunnels have are not all shown. */
const MOST_SHOWN = 4;

export interface ReadyFacts {
  /** Address and port that the server listens on. */
  readonly listening: Pick<AddressInfo, 'address' | 'port'>;
  /** All addresses of this machine; those of a container mean nothing to anybody outside of it. */
  readonly ownAddresses: readonly string[];
  readonly model: string;
  readonly driver: string;
  readonly version: string;
}

/**
 * The line that tools wait for, and the first one printed. Its address works in a browser on this machine: a server that
 * listens on all addresses is named as localhost, and then by the addresses that others on the network reach it at.
 */
export function readyLine({ listening, ownAddresses, model, driver, version }: ReadyFacts): string {
  const { address, port } = listening;
  const url = (host: string): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const listensOnAll = address === '0.0.0.0' || address === '::';
  const others = ownAddresses
    .filter((own) => listensOnAll && !isLoopback(own) && (address === '::' || isIPv4(own)))
    .slice(0, MOST_SHOWN);
  return (
    `Rackfeed is ready at ${url(listensOnAll ? 'localhost' : address)} ` +
    `(model ${model}, driver ${driver}, version ${version})` +
    (others.length > 0 ? `, on the network at ${others.map(url).join(' ')}` : '')
  );
}

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';
