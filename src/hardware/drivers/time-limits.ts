import type { Millis } from '../../kernel/clock.js';
import { PduDriver, type IoHubSwitching, type OutletSwitching, type RelayOutputSwitching } from '../pdu.driver.js';
import type { PduModel } from '../profiles/pdu-model.js';
import type { Readings } from '../snapshot.js';
import { within } from './within.js';

export const READ_LIMIT: Millis = 500;
export const SWITCH_LIMIT: Millis = 2000;

/** Keeps the promises of the port for any driver: no call outlasts its limit, and reads do not pile up on a silent bus. */
export class TimeLimitedDriver extends PduDriver {
  override readonly outlets?: OutletSwitching;
  override readonly relayOutputs?: RelayOutputSwitching;
  override readonly ioHub?: IoHubSwitching;
  #hangingRead = false;

  constructor(readonly inner: PduDriver) {
    super();
    const { outlets, relayOutputs, ioHub } = inner;
    if (outlets) this.outlets = { setOutlets: (changes) => switching(outlets.setOutlets(changes)) };
    if (relayOutputs) {
      this.relayOutputs = { setRelayOutput: (id, state) => switching(relayOutputs.setRelayOutput(id, state)) };
    }
    if (ioHub) {
      this.ioHub = {
        setHubRelay: (port, index, state) => switching(ioHub.setHubRelay(port, index, state)),
        setVdcOutput: (port, on) => switching(ioHub.setVdcOutput(port, on)),
      };
    }
  }

  get name(): string {
    return this.inner.name;
  }

  get model(): PduModel {
    return this.inner.model;
  }

  open(): Promise<void> {
    return this.inner.open();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** Rejects after 500 ms, and at once while an earlier read still hangs. */
  read(): Promise<Readings> {
    if (this.#hangingRead) return Promise.reject(new Error('The hardware still owes the answer to an earlier read.'));
    this.#hangingRead = true;
    return within(READ_LIMIT, this.#read(), `The hardware did not read within ${READ_LIMIT} ms.`);
  }

  async #read(): Promise<Readings> {
    try {
      return await this.inner.read();
    } finally {
      this.#hangingRead = false;
    }
  }
}

const switching = (call: Promise<void>): Promise<void> =>
  within(SWITCH_LIMIT, call, `The hardware did not switch within ${SWITCH_LIMIT} ms.`);
