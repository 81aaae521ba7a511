const TIMEOUT_MS = 3000;

/** The result of the work; rejects when there is none after 3 s, after calling `giveUp`. */
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

/** A connection to a syslog server. */
export interface SyslogChannel {
  /** Sends one message; rejects when that is not done in 3 s each to connect and to send. One at a time. */
  send(message: Buffer): Promise<void>;
  /** Closes the connection; a message in transit is rejected. */
  close(): void;
}
