import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Millis } from '../../common/clock.js';
import { within } from '../../common/time-limit.js';
import type { OutboundPolicyService } from '../../outbound/outbound-policy.service.js';
import type { BrokerSettings } from './broker-settings.js';

const LIMIT: Millis = 10_000;

/** The steps of opening a connection, each reported when it has succeeded. */
export type SocketStep = 'address' | 'connection' | 'encryption';

/**
 * Opens a connection to the broker at a checked address; with TLS, its certificate and name are checked before anything
 * is sent. Rejects with the error of the step that failed.
 */
export async function openSocket(
  settings: BrokerSettings,
  targets: OutboundPolicyService,
  onStep: (step: SocketStep, detail: string) => void = () => undefined,
): Promise<Socket> {
  const { host, port, tls } = settings;
  const { address } = await targets.resolve(host, port);
  onStep('address', address);
  const tcp = connectTcp({ host: address, port, noDelay: true });
  try {
    await ready(tcp, 'connect');
    onStep('connection', `${address} port ${port}`);
    if (!tls) return tcp;
    const encrypted = connectTls({
      socket: tcp,
      host: isIP(host) === 0 ? host : address,
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 && { servername: host }),
      ...(settings.caCert !== '' && { ca: settings.caCert }),
      ...(settings.clientCert !== '' && { cert: settings.clientCert, key: settings.clientKey }),
    });
    await ready(encrypted, 'secureConnect');
    onStep('encryption', encrypted.getProtocol() ?? 'TLS');
    return encrypted;
  } catch (error) {
    tcp.destroy();
    throw error;
  }
}

/** Resolves at the event; rejects when the socket fails, closes or takes too long. */
function ready(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const arrived = new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('close', () => reject(new Error('the connection was closed')));
    socket.on('error', reject); // never removed: a socket without a listener would end the process
  });
  return within(LIMIT, arrived, 'no answer in time');
}
