import { PduDriver, type IoHubSwitching, type OutletSwitching, type RelayOutputSwitching } from '../../pdu.driver.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { Readings } from '../../snapshot.js';
import { RemoteSimulatorConnection } from './remote-simulator-connection.js';
import type { SimulatorRequest } from './remote-simulator-protocol.js';

/**
 * Reaches a PDU that a process of its own simulates, or stands for, over a socket. Its relays stay as they are while
 * the controller is away, and it keeps its own account of what they did.
 */
export class RemoteSimulatorDriver extends PduDriver {
  readonly name = 'plant';
  override readonly outlets?: OutletSwitching;
  override readonly relayOutputs?: RelayOutputSwitching;
  override readonly ioHub?: IoHubSwitching;
  #connection: RemoteSimulatorConnection | undefined;
  #connecting: Promise<RemoteSimulatorConnection> | undefined;

  /** @param path of the simulator's socket */
  constructor(
    readonly model: PduModel,
    private readonly path: string,
  ) {
    super();
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

  /** Rejects while there is no simulator of this model; each later call looks for it again. */
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
