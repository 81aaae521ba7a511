const TIMEOUT_MS = 3000;

/** The result of the work; rejects when it has not come in 3 s, after calling `giveUp`. */
export async function withTimeout<T>(work: Promise<T>, what: string, giveUp?: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp?.();
      reject(new Error(`${what} took longer than ${TIMEOUT_MS / 1000} s`));
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** A way to a syslog server. */
export interface SyslogChannel {
  /** Hands one message to the network; rejects when that is not done in 3 s (to connect, to send). One at a time. */
  send(message: Buffer): Promise<void>;
  /** Ends the connection; a message on its way is rejected. */
  close(): void;
}
