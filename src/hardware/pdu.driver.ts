import type { OutletId, RelayOutputId, SensorPort } from '../common/ids.js';
import type { OnOff } from '../common/units.js';
import type { PduModel } from './profiles/pdu-model.js';
import type { ContactState, Readings } from './snapshot.js';

/** Switching of the outlets' relays. */
export interface OutletSwitching {
  /**
   * Drives all of these relays, in this order: one that cannot be driven keeps no other from its state. Resolves when
   * the hardware has accepted all of them; rejects when it has not accepted one, or after 2 s.
   */
  setOutlets(changes: readonly { readonly id: OutletId; readonly state: OnOff }[]): Promise<void>;
}

/** Switching of the dry-contact relay outputs. */
export interface RelayOutputSwitching {
  /** Drives one relay. Resolves when the hardware has accepted the command; rejects after 2 s. */
  setRelayOutput(id: RelayOutputId, state: OnOff): Promise<void>;
}

/** Switching of the smart I/O hubs on the accessory ports. */
export interface IoHubSwitching {
  /** Drives output relay `index` (from 1) of the hub on `port`. Rejects after 2 s, or when no hub is connected. */
  setHubRelay(port: SensorPort, index: number, state: ContactState): Promise<void>;
  /** Switches the hub's DC supply for its sensors. Rejects after 2 s, or when no hub is connected. */
  setVdcOutput(port: SensorPort, on: boolean): Promise<void>;
}

/**
 * The port to the hardware: the abilities of every PDU, and one optional property for each ability that only some have.
 * Only RelayControlService calls the switching abilities; only MeterPollerService calls `read`, and the demo, which has no
 * poller while it makes its past.
 */
export abstract class PduDriver {
  /** The driver's name in RACKFEED_DRIVER. */
  abstract readonly name: string;
  abstract readonly model: PduModel;

  /** Connects. Never moves a relay: the relays' present states are adopted. */
  abstract open(): Promise<void>;
  /** Disconnects and stores what has to survive. Never moves a relay. */
  abstract close(): Promise<void>;

  /**
   * Reads all meters, relays and sensors once. V, A, W, VA, var, Hz are RMS over one mains cycle or longer; energy in
   * kWh, never falling; °C; % RH. Entries are in the profile's order. Rejects after 500 ms.
   */
  abstract read(): Promise<Readings>;

  readonly outlets?: OutletSwitching;
  readonly relayOutputs?: RelayOutputSwitching;
  readonly ioHub?: IoHubSwitching;
}
