import { createSocket } from 'node:dgram';
import type { OutboundTargets } from '../../outbound/outbound-targets.service.js';
import type { SyslogTarget } from '../syslog-target.js';
import type { SyslogChannel } from './channel.js';
import { within } from './within.js';

/**
 * One datagram a message (RFC 5426). The name is resolved for each, so a server that moves is found; nothing tells
 * whether it arrived.
 */
export class UdpChannel implements SyslogChannel {
  constructor(
    private readonly target: SyslogTarget,
    private readonly targets: OutboundTargets,
  ) {}

  async send(message: Buffer): Promise<void> {
    const { host, port } = this.target;
    const { address, family } = await this.targets.reach(host, port);
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    try {
      const sent = new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.send(message, port, address, (error) => (error ? reject(error) : resolve()));
      });
      await within(sent, 'Sending');
    } finally {
      socket.close();
    }
  }

  close(): void {
    // Every datagram has a socket of its own, which is closed already.
  }
}
