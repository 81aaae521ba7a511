import { createSocket } from 'node:dgram';
import type { OutboundPolicyService } from '../../outbound/outbound-policy.service.js';
import type { SyslogTarget } from '../syslog-target.js';
import type { SyslogChannel } from './syslog-channel.js';
import { withTimeout } from './syslog-channel.js';

/**
 * One datagram for each message (RFC 5426). The name is resolved for each, so a server with a new address is found. The
 * delivery is not confirmed.
 */
export class UdpChannel implements SyslogChannel {
  constructor(
    private readonly target: SyslogTarget,
    private readonly targets: OutboundPolicyService,
  ) {}

  async send(message: Buffer): Promise<void> {
    const { host, port } = this.target;
    const { address, family } = await this.targets.resolve(host, port);
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    try {
      const sent = new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.send(message, port, address, (error) => (error ? reject(error) : resolve()));
      });
      await withTimeout(sent, 'Sending');
    } finally {
      socket.close();
    }
  }

  close(): void {
    // Every datagram has its own socket, which is closed already.
  }
}
