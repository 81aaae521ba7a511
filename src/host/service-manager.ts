import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Millis } from '../common/clock.js';

/** The time limit of a notification, longer than systemd ever takes to read one, s. */
const NOTIFY_WITHIN = 10;

/** The service manager that started this process and expects notifications: systemd with `Type=notify`. */
export abstract class ServiceManager {
  /** The time without a notification after which it restarts the process; undefined without a watchdog. */
  abstract readonly watchdogTimeout: Millis | undefined;
  /** Sends words like `READY=1`; resolves when they have arrived. Rejects when it cannot be reached. */
  abstract notify(...words: readonly string[]): Promise<void>;
}

export type NotifySystemd = (words: readonly string[]) => Promise<void>;

/** The service manager that the environment names; without one no notifications are sent. */
export function serviceManagerOf(
  { NOTIFY_SOCKET, WATCHDOG_USEC }: Readonly<Record<string, string | undefined>>,
  notifierFor = (socket: string): NotifySystemd => {
    const notifier = new NotifyProcess(socket);
    return (words) => notifier.notify(words);
  },
): ServiceManager | undefined {
  if (!NOTIFY_SOCKET) return undefined;
  const notify = notifierFor(NOTIFY_SOCKET);
  const watchdogTimeout = Number(WATCHDOG_USEC) / 1000;
  return {
    watchdogTimeout: watchdogTimeout > 0 ? watchdogTimeout : undefined,
    notify: (...words) => notify(words),
  };
}

/**
 * Notifies systemd with its own tool, as Node has no datagram sockets with a path. One shell, started beforehand, runs
 * the tool for each message, so that a notification needs no file handle of this process, which may have none left.
 */
class NotifyProcess {
  #child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  readonly #waiting: ((result: string) => void)[] = [];

  constructor(private readonly socket: string) {
    this.#start();
  }

  async notify(words: readonly string[]): Promise<void> {
    const child = this.#child ?? this.#start();
    const result = await new Promise<string>((resolve) => {
      this.#waiting.push(resolve);
      child.stdin.write(`${words.join('\n')}\n\n`);
    });
    if (result !== '0') throw new Error(`systemd-notify: ${result}`);
  }

  #start(): ChildProcessByStdio<Writable, Readable, null> {
    const child = spawn('/bin/sh', ['-c', NOTIFY_EACH], {
      env: { PATH: process.env.PATH, NOTIFY_SOCKET: this.socket },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = (reason: string): void => {
      if (this.#child === child) this.#child = undefined;
      for (const resolve of this.#waiting.splice(0)) resolve(reason);
    };
    child.once('error', ({ message }) => ended(message));
    child.once('exit', () => ended('it has ended'));
    child.stdin.on('error', () => undefined); // its exit is reported below
    createInterface(child.stdout).on('line', (code) =>
      this.#waiting.shift()?.(code === '0' ? code : `exit code ${code}`),
    );
    // Neither keeps this process running: the shell ends when its standard input is closed.
    child.unref();
    for (const stream of [child.stdin, child.stdout] as unknown as Socket[]) stream.unref();
    this.#child = child;
    return child;
  }
}

/** A loop that reads words, one a line, up to an empty line, passes them on and prints the exit code. */
const NOTIFY_EACH = `
set --
while IFS= read -r word; do
  if [ -n "$word" ]; then set -- "$@" "$word"; continue; fi
  timeout ${NOTIFY_WITHIN} systemd-notify "$@" >/dev/null
  echo $?
  set --
done`;
