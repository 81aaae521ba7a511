import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';

const TIMEOUT_MS = 3000;
const HOSTS_FILE = '/etc/hosts';

/**
 * Resolves names by the hosts file and DNS, not with the system's resolver: that one occupies a thread of the pool
 * until it gives up, and the database needs those threads.
 */
@Injectable()
export class NameResolver {
  /**
   * The lookup function for sockets that resolve a name themselves.
   * @param choose selects from the addresses of the name, or throws
   */
  lookup(choose: (addresses: readonly string[]) => readonly string[]): LookupFunction {
    return (host, { all }, done) => {
      const answer = (addresses: readonly string[]): void => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) done(null, found);
        else done(null, found[0]?.address ?? '', found[0]?.family);
      };
      this.addressesOf(host)
        .then(choose)
        .then(answer, (error: unknown) => done(error as Error, ''));
    };
  }

  /** At least one address, IPv4 first. Rejects with a readable error when there is none, or after 3 s. */
  async addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host.replace(/%.*$/s, ''))) return [host];
    if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'];
    const listed = addressesIn(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), host);
    return listed.length > 0 ? listed : this.#query(host);
  }

  /** A new resolver for each query, so that changed name servers are used at once. */
  protected newResolver(): Resolver {
    return new Resolver({ timeout: 1000, tries: 3 });
  }

  async #query(host: string): Promise<readonly string[]> {
    const resolver = this.newResolver();
    const giveUp = (): void => resolver.cancel();
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    limit.addEventListener('abort', giveUp);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    limit.removeEventListener('abort', giveUp);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const isUnknown = answers.some((answer) => answer.status === 'rejected' && isNotFound(answer.reason));
    throw new Error(isUnknown ? `no host has the name "${host}"` : `no name server answered for "${host}"`);
  }
}

const isNotFound = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The addresses of a name in a hosts file. */
export const addressesIn = (hostsFile: string, host: string): string[] =>
  hostsFile
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trim().split(/\s+/))
    .filter(([address = '', ...names]) => isIP(address) && names.some((name) => isSameName(name, host)))
    .map(([address = '']) => address);

const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase().replace(/\.$/, '');
