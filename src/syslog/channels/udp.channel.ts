import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Names } from '../../kernel/names.js';
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
    private readonly names: Names,
  ) {}

  async send(message: Buffer): Promise<void> {
    const { host, port } = this.target;
    const [address = ''] = await this.names.addressesOf(host);
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
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
