import { PduDriver, type IoHubSwitching, type OutletSwitching, type RelayOutputSwitching } from '../../pdu.driver.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { Readings } from '../../snapshot.js';
import { PlantConnection } from './plant-connection.js';
import type { Question } from './plant-wire.js';

/**
 * Reaches a PDU that a process of its own simulates, or stands for, over a socket. Its relays stay as they are while
 * the controller is away, and it keeps its own account of what they did.
 */
export class PlantDriver extends PduDriver {
  readonly name = 'plant';
  override readonly outlets?: OutletSwitching;
  override readonly relayOutputs?: RelayOutputSwitching;
  override readonly ioHub?: IoHubSwitching;
  #connection: PlantConnection | undefined;
  #connecting: Promise<PlantConnection> | undefined;

  /** @param path of the plant's socket */
  constructor(
    readonly model: PduModel,
    private readonly path: string,
  ) {
    super();
    const { outletSwitching, relayOutputs } = model.profile;
    if (outletSwitching) this.outlets = { setOutlets: (changes) => this.#tell({ ask: 'setOutlets', changes }) };
    if (relayOutputs > 0) {
      this.relayOutputs = { setRelayOutput: (id, state) => this.#tell({ ask: 'setRelayOutput', id, state }) };
    }
    if (model.sensors.some(({ kind }) => kind === 'dio_hub')) {
      this.ioHub = {
        setHubRelay: (port, index, state) => this.#tell({ ask: 'setHubRelay', port, index, state }),
        setVdcOutput: (port, on) => this.#tell({ ask: 'setVdcOutput', port, on }),
      };
    }
  }

  /** Rejects while there is no plant of this model; each later call looks for it again. */
  async open(): Promise<void> {
    await this.#connected();
  }

  async close(): Promise<void> {
    await this.#connecting?.catch(() => undefined);
    this.#connection?.close();
    this.#connection = undefined;
  }

  async read(): Promise<Readings> {
    return (await this.#ask({ ask: 'read' })) as Readings;
  }

  async #tell(question: Question): Promise<void> {
    await this.#ask(question);
  }

  async #ask(question: Question): Promise<unknown> {
    return (await this.#connected()).ask(question);
  }

  #connected(): Promise<PlantConnection> {
    if (this.#connection?.isOpen) return Promise.resolve(this.#connection);
    // Calls that find none together share the next one.
    return (this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined)));
  }

  async #connect(): Promise<PlantConnection> {
    const connection = await PlantConnection.open(this.path);
    try {
      const { model, enclosureSerialNumber } = this.model.profile;
      await connection.ask({ ask: 'hello', pid: process.pid, model, serial: enclosureSerialNumber });
    } catch (error) {
      connection.close();
      throw error;
    }
    return (this.#connection = connection);
  }
}
