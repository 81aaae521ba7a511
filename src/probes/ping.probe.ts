import { execFile } from 'node:child_process';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Millis } from '../common/clock.js';
import { codeOf } from '../outbound/delivery.js';

/** One echo request. */
export interface Ping {
  /** An address or a host name. */
  readonly target: string;
  /** `default`, `secondary`, or the name of a network interface. */
  readonly networkInterface: string;
  readonly limit: Millis;
}

/** Asks the network whether somebody answers. */
export abstract class PingProbe {
  /** True: answered within the limit; false: not, or nobody has that name; undefined: no ping could be sent. Never rejects. */
  abstract ping(ping: Ping): Promise<boolean | undefined>;
  /** The reason why this host can send none, as a sentence; undefined if it can. Never rejects. */
  abstract check(): Promise<string | undefined>;
}

/** Nothing of the controller's own environment but where programs are: it may hold a password. */
const environment = () => ({ PATH: process.env['PATH'] ?? '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' });

/** Additional time that the command may take to resolve a name and to end. */
const GRACE: Millis = 3000;
const ANSWERED = 0;
/** No answer; and: unknown name, unknown interface, no way there. */
const NOT_ANSWERED = [1, 2];

/** The output of the command if the host does not let this process send. */
const FORBIDDEN = /not permitted|permission denied|cap_net_raw/i;
const MISSING = 'The host system has no ping command: install its package (iputils-ping on Debian and Ubuntu).';
const NOT_ALLOWED =
  'The ping command of the host system may not send: give it the capability cap_net_raw, or this user the right to ' +
  'ICMP sockets (sysctl net.ipv4.ping_group_range).';

interface PingEnd {
  readonly code: string | number | null | undefined;
  readonly forbidden: boolean;
}

/** The ping command of the host system, which may send echo requests without more rights for the controller. */
@Injectable()
export class PingCommand extends PingProbe {
  protected readonly command: string = 'ping';

  async ping(ping: Ping): Promise<boolean | undefined> {
    const { code, forbidden } = await this.#run(ping);
    if (forbidden) return undefined;
    if (code === ANSWERED) return true;
    return typeof code === 'number' && NOT_ANSWERED.includes(code) ? false : undefined;
  }

  /** By a ping to this host itself. */
  async check(): Promise<string | undefined> {
    const { code, forbidden } = await this.#run({ target: '127.0.0.1', networkInterface: '', limit: 1000 });
    if (forbidden) return NOT_ALLOWED;
    return code === 'ENOENT' || code === 'EACCES' ? MISSING : undefined;
  }

  #run(ping: Ping): Promise<PingEnd> {
    return new Promise<PingEnd>((resolve) => {
      // Arguments as a list and no shell: a target is never read as anything but a target.
      const options = { timeout: ping.limit + GRACE, killSignal: 'SIGKILL', env: environment() } as const;
      execFile(this.command, pingArguments(ping), options, (error, _, stderr) => {
        const code = error ? (error.killed === true ? NOT_ANSWERED[0] : error.code) : ANSWERED;
        resolve({ code, forbidden: code !== ANSWERED && FORBIDDEN.test(stderr) });
      });
    }).catch((error: unknown) => ({ code: codeOf(error), forbidden: false })); // no memory for a process
  }
}

/** The arguments of one ping with the command's own time limit. */
export function pingArguments({ target, networkInterface, limit }: Ping, secondary = secondaryInterface()): string[] {
  const way = networkInterface === 'secondary' ? (secondary ?? 'secondary') : networkInterface;
  return [
    ...(isIPv6(target) ? ['-6'] : []),
    '-n',
    '-c',
    '1',
    '-W',
    String(limit / 1000),
    ...(way === '' || way === 'default' ? [] : ['-I', way]),
    '--',
    target,
  ];
}

/** The second interface of the host system that leads outside. */
export function secondaryInterface(interfaces = networkInterfaces()): string | undefined {
  const outside = Object.entries(interfaces).filter(([, addresses = []]) =>
    addresses.some(({ internal }) => !internal),
  );
  return outside[1]?.[0];
}
