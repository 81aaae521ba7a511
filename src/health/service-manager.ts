import { execFile } from 'node:child_process';
import type { Millis } from '../kernel/clock.js';

/** Longer than systemd ever takes to listen. */
const TELL_WITHIN: Millis = 10_000;

/** Who started this process and wants to hear from it: systemd with `Type=notify`. */
export abstract class ServiceManager {
  /** Told of nothing for so long it starts the process anew; undefined: it does not watch. */
  abstract readonly patience: Millis | undefined;
  /** Sends words like `READY=1`; resolves when it has them. Rejects when it cannot be reached. */
  abstract tell(...words: readonly string[]): Promise<void>;
}

export type TellSystemd = (words: readonly string[], socket: string) => Promise<void>;

/** As systemd says in the environment; nobody is told anything where it says nothing. */
export function serviceManagerOf(
  { NOTIFY_SOCKET, WATCHDOG_USEC }: Readonly<Record<string, string | undefined>>,
  tell: TellSystemd = tellSystemd,
): ServiceManager | undefined {
  if (!NOTIFY_SOCKET) return undefined;
  const patience = Number(WATCHDOG_USEC) / 1000;
  return {
    patience: patience > 0 ? patience : undefined,
    tell: (...words) => tell(words, NOTIFY_SOCKET),
  };
}

/** By systemd's own tool: Node opens no sockets of that kind (datagrams, by a path). */
function tellSystemd(words: readonly string[], socket: string): Promise<void> {
  const options = { env: { PATH: process.env.PATH, NOTIFY_SOCKET: socket }, timeout: TELL_WITHIN };
  return new Promise((resolve, reject) =>
    execFile('systemd-notify', [...words], options, (error) => {
      if (error) reject(new Error(error.message));
      else resolve();
    }),
  );
}
