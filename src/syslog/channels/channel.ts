/** A way to a syslog server. */
export interface SyslogChannel {
  /** Hands one message to the network; rejects when that is not done in 3 s (to connect, to send). One at a time. */
  send(message: Buffer): Promise<void>;
  /** Ends the connection; a message on its way is rejected. */
  close(): void;
}
