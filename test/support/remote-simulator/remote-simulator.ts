import { join } from 'node:path';
import type { DriverOptions } from '../../../src/hardware/drivers/index.js';
import type {
  IoHubSwitching,
  OutletSwitching,
  PduDriver,
  RelayOutputSwitching,
} from '../../../src/hardware/pdu.driver.js';
import type { PduModel } from '../../../src/hardware/profiles/pdu-model.js';
import type { Readings } from '../../../src/hardware/snapshot.js';
import { RemoteSimulatorConnection } from './connection.js';
import { SIMULATOR_SOCKET, type SimulatorRequest } from './protocol.js';

/** The driver file that RACKFEED_DRIVER names; the simulator listens in the data folder. */
export default ({ model, dataDir }: DriverOptions): PduDriver =>
  new RemoteSimulatorDriver(model, join(dataDir, SIMULATOR_SOCKET));

/**
 * Reaches a PDU that a process of its own simulates, or stands for, over a socket. Its relays stay as they are while
 * the controller is away, and it keeps its own account of what they did.
 */
class RemoteSimulatorDriver implements PduDriver {
  readonly name = 'remote-simulator';
  readonly outlets?: OutletSwitching;
  readonly relayOutputs?: RelayOutputSwitching;
  readonly ioHub?: IoHubSwitching;
  #connection: RemoteSimulatorConnection | undefined;
  #connecting: Promise<RemoteSimulatorConnection> | undefined;

  /** @param path of the simulator's socket */
  constructor(
    readonly model: PduModel,
    private readonly path: string,
  ) {
    const { outletSwitching, relayOutputs } = model.profile;
    if (outletSwitching) this.outlets = { setOutlets: (changes) => this.#command({ ask: 'setOutlets', changes }) };
    if (relayOutputs > 0) {
      this.relayOutputs = { setRelayOutput: (id, state) => this.#command({ ask: 'setRelayOutput', id, state }) };
    }
    if (model.sensors.some(({ kind }) => kind === 'dio_hub')) {
      this.ioHub = {
        setHubRelay: (port, index, state) => this.#command({ ask: 'setHubRelay', port, index, state }),
        setVdcOutput: (port, on) => this.#command({ ask: 'setVdcOutput', port, on }),
      };
    }
  }

  /** Rejects while there is no simulator of this model; each later call searches again. */
  async open(): Promise<void> {
    await this.#connected();
  }

  async close(): Promise<void> {
    await this.#connecting?.catch(() => undefined);
    this.#connection?.close();
    this.#connection = undefined;
  }

  async read(): Promise<Readings> {
    return (await this.#request({ ask: 'read' })) as Readings;
  }

  async #command(request: SimulatorRequest): Promise<void> {
    await this.#request(request);
  }

  async #request(request: SimulatorRequest): Promise<unknown> {
    return (await this.#connected()).request(request);
  }

  #connected(): Promise<RemoteSimulatorConnection> {
    if (this.#connection?.isOpen) return Promise.resolve(this.#connection);
    // Calls that find none together share the next one.
    return (this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined)));
  }

  async #connect(): Promise<RemoteSimulatorConnection> {
    const connection = await RemoteSimulatorConnection.open(this.path);
    try {
      const { model, enclosureSerialNumber } = this.model.profile;
      await connection.request({ ask: 'hello', pid: process.pid, model, serial: enclosureSerialNumber });
    } catch (error) {
      connection.close();
      throw error;
    }
    return (this.#connection = connection);
  }
}
