import type { SyslogTarget } from '../syslog-target.js';
import { StreamChannel } from './stream.channel.js';
import { UdpChannel } from './udp.channel.js';

/** A way to a syslog server. */
export interface SyslogChannel {
  /** Hands one message to the network; rejects when that is not done in 3 s (to connect, to send). One at a time. */
  send(message: Buffer): Promise<void>;
  /** Ends the connection; a message on its way is rejected. */
  close(): void;
}

export const openChannel = (target: SyslogTarget): SyslogChannel =>
  target.protocol === 'udp' ? new UdpChannel(target) : new StreamChannel(target);
