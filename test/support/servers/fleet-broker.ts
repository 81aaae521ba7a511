import { EmbeddedBroker, type BrokerOptions } from '../../../src/hub/broker/embedded-broker.js';
import { FleetPort } from '../../../src/hub/link/fleet-port.js';
import type { Certificate } from '../../../src/tls/certificate.js';

interface Options extends BrokerOptions {
  readonly certificate: Certificate;
  readonly authority: string;
}

/** The broker of a hub behind a fleet port on the loopback, without the hub. */
export class FleetBroker {
  private constructor(
    readonly broker: EmbeddedBroker,
    private readonly fleetPort: FleetPort,
  ) {}

  static async start({ certificate, authority, ...options }: Options): Promise<FleetBroker> {
    const broker = await EmbeddedBroker.create(options);
    const port = await FleetPort.open({
      ...{ host: '127.0.0.1', port: 0, certificate, authority },
      onMqtt: (socket) => broker.accept(socket),
      onHttp: (socket) => socket.destroy(),
    });
    return new FleetBroker(broker, port);
  }

  get port(): number {
    return this.fleetPort.port;
  }

  async stop(): Promise<void> {
    const closed = this.fleetPort.close();
    await this.broker.stop();
    await closed;
  }
}
