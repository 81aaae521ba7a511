import type { Millis } from '../../common/clock.js';
import { within } from '../../common/time-limit.js';
import { PduDriver, type IoHubSwitching, type OutletSwitching, type RelayOutputSwitching } from '../pdu.driver.js';
import type { PduModel } from '../profiles/pdu-model.js';
import type { Readings } from '../snapshot.js';

/** The time limits of a driver's calls and of the programs that it runs for them. */
export interface TimeLimits {
  readonly read: Millis;
  readonly switch: Millis;
  /** One run of a program of the host, such as gpioinfo. */
  readonly program: Millis;
}

/** Limits that keep a poll cycle within its second. */
export const TIME_LIMITS: TimeLimits = { read: 500, switch: 2000, program: 1000 };

/** Enforces the contract of a driver: no call exceeds its time limit, and reads do not pile up on a dead bus. */
export class TimeLimitedDriver extends PduDriver {
  override readonly outlets?: OutletSwitching;
  override readonly relayOutputs?: RelayOutputSwitching;
  override readonly ioHub?: IoHubSwitching;
  #hangingRead = false;

  constructor(
    readonly inner: PduDriver,
    private readonly limits = TIME_LIMITS,
  ) {
    super();
    const { outlets, relayOutputs, ioHub } = inner;
    const switching = (call: Promise<void>): Promise<void> =>
      within(limits.switch, call, `The hardware did not switch within ${limits.switch} ms.`);
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

  /** Rejects after the limit of a read, and at once while an earlier read still hangs. */
  read(): Promise<Readings> {
    if (this.#hangingRead) return Promise.reject(new Error('The hardware still owes the answer to an earlier read.'));
    this.#hangingRead = true;
    const { read } = this.limits;
    return within(read, this.#read(), `The hardware did not read within ${read} ms.`);
  }

  async #read(): Promise<Readings> {
    try {
      return await this.inner.read();
    } finally {
      this.#hangingRead = false;
    }
  }
}
