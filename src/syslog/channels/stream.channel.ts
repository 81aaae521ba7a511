import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { OutboundPolicyService } from '../../outbound/outbound-policy.service.js';
import type { SyslogTarget } from '../syslog-target.js';
import type { SyslogChannel } from './syslog-channel.js';
import { withTimeout } from './syslog-channel.js';

/**
 * A persistent connection over TCP (RFC 6587) or TLS (RFC 5425), each message after its length. The server's
 * certificate and name are always checked. The next message reopens a closed connection.
 */
export class StreamChannel implements SyslogChannel {
  #socket: Socket | undefined;
  #isReady = false;

  constructor(
    private readonly target: SyslogTarget,
    private readonly targets: OutboundPolicyService,
  ) {}

  /** True when the connection for the next message is open. */
  get isConnected(): boolean {
    return this.#isReady;
  }

  async send(message: Buffer): Promise<void> {
    try {
      const socket = this.#isReady && this.#socket ? this.#socket : await this.#connect();
      await withTimeout(write(socket, Buffer.concat([Buffer.from(`${message.length} `), message])), 'Sending');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#isReady = false;
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  async #connect(): Promise<Socket> {
    const socket = open(this.target, this.targets);
    this.#socket = socket;
    const ready = new Promise((resolve, reject) => {
      socket.once(this.target.protocol === 'tls' ? 'secureConnect' : 'connect', resolve);
      socket.once('close', () => reject(new Error('the connection was closed')));
      socket.on('error', reject); // never removed: 'close' follows it, and there is no other listener
    });
    socket.once('close', () => {
      if (this.#socket === socket) this.close();
    });
    await withTimeout(ready, 'Connecting'); // `send` closes a socket that is not ready in time
    socket.setKeepAlive(true, 60_000);
    socket.resume(); // data from the server is discarded, so that its end is noticed
    this.#isReady = true;
    return socket;
  }
}

/** Throws TargetRefusedError for a refused address; for a name with such an address the connection fails with it. */
function open({ host, port, protocol, trusted }: SyslogTarget, targets: OutboundPolicyService): Socket {
  if (isIP(host) !== 0) targets.allowed([host], port);
  const lookup = targets.lookupFor(port);
  if (protocol === 'tcp') return connectTcp({ host, port, lookup });
  return connectTls({
    host,
    port,
    lookup,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(trusted !== undefined && { ca: trusted }),
  });
}

const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
