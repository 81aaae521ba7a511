import { within } from '../../common/time-limit.js';

const TIMEOUT_MS = 3000;

/** The result of the work; rejects when there is none after 3 s. */
export const withTimeout = <T>(work: Promise<T>, what: string): Promise<T> =>
  within(TIMEOUT_MS, work, `${what} took longer than ${TIMEOUT_MS / 1000} s`);

/** A connection to a syslog server. */
export interface SyslogChannel {
  /** Sends one message; rejects when that is not done in 3 s each to connect and to send. One at a time. */
  send(message: Buffer): Promise<void>;
  /** Closes the connection; a message in transit is rejected. */
  close(): void;
}
