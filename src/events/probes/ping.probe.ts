import { execFile } from 'node:child_process';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Millis } from '../../kernel/clock.js';

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
}

/** Nothing of the controller's own environment but where programs are: it may hold a password. */
const environment = () => ({ PATH: process.env['PATH'] ?? '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' });

/** How much longer than its limit the command may take to find a name and to end. */
const GRACE: Millis = 3000;
const ANSWERED = 0;
/** No answer; and: unknown name, unknown interface, no way there. */
const NOT_ANSWERED = [1, 2];

/** The ping command of the host system, which may send echo requests without more rights for the controller. */
@Injectable()
export class PingCommand extends PingProbe {
  protected readonly command: string = 'ping';

  ping(ping: Ping): Promise<boolean | undefined> {
    return new Promise((resolve) => {
      // Arguments as a list and no shell: a target is never read as anything but a target.
      const options = { timeout: ping.limit + GRACE, killSignal: 'SIGKILL', env: environment() } as const;
      execFile(this.command, pingArguments(ping), options, (error) => {
        const code = error ? (error.killed === true ? NOT_ANSWERED[0] : error.code) : ANSWERED;
        if (code === ANSWERED) resolve(true);
        else resolve(typeof code === 'number' && NOT_ANSWERED.includes(code) ? false : undefined);
      });
    });
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
