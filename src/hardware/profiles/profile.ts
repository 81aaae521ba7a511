import type { SensorPort } from '../../common/ids.js';
import type { Amps, Hertz, Volts } from '../../common/units.js';
import type { WiringProfile } from './wiring.js';

/** `count` outlets of one kind on the bank at position `bank`. */
export const outletRows = (bank: number, count: number, receptacle: string): readonly OutletProfile[] =>
  Array.from({ length: count }, () => ({ bank, receptacle }));

/** A model of PDU as data. Built-in models are records of this type; a profile file is the same as JSON. */
export interface ModelProfile {
  /** Name of the model in RACKFEED_MODEL. */
  readonly model: string;
  readonly modelNumber: string;
  /** Decimal serial of the enclosure; part of the ids of inlets, lines, relay outputs and sensors. */
  readonly enclosureSerialNumber: string;
  readonly controllerSerialNumber: number;
  readonly formFactor: string;
  readonly phase: 'Single Phase' | 'Three Phase Delta' | 'Three Phase Wye';
  readonly inletConfig: 'standard' | 'dualcircuit' | 'ats';
  readonly inlets: readonly InletProfile[];
  readonly banks: readonly BankProfile[];
  /** The outlets in the order of their index, counted from 1 over all banks. */
  readonly outlets: readonly OutletProfile[];
  readonly outletSwitching: boolean;
  /** True if the current of each outlet is metered. */
  readonly outletMetering: boolean;
  /** Number of dry-contact relay outputs. */
  readonly relayOutputs: number;
  readonly sensorPorts: Readonly<Partial<Record<SensorPort, SensorKind>>>;
  /**
   * Share of a rating that a continuous load may use, 0.1 to 1. By default 0.8 where the nominal frequency of the first
   * inlet is 60 Hz, as North American codes ask, else 1.
   */
  readonly derating?: number;
  /** The places of its points on the links; only for drivers of real hardware. */
  readonly wiring?: WiringProfile;
}

export type SensorKind = 'temp_hum' | 'dio_hub';
export type LineName = 'L1' | 'L2' | 'L3';

export interface InletProfile {
  /** Connector of the cord, for example "NEMA L5-20P". */
  readonly plug: string;
  /** One line for single-phase, L1 L2 L3 for three-phase. */
  readonly lines: readonly LineName[];
  /** Line to neutral of one line in a wye or single-phase L-N; line to line in a delta or L-L. */
  readonly nominalVoltage: Volts;
  readonly nominalFrequency: Hertz;
  readonly ratedCurrent: Amps;
  readonly lineConfiguration: 'L-N' | 'L-L';
}

export interface BankProfile {
  /** Decimal serial of the bank's board: the bank's id. */
  readonly serial: string;
  /** Position of the feeding inlet, counted from 0. 0 in an ATS, whose inlets both feed every bank. */
  readonly inlet: number;
  /** One line: line to neutral (or the only circuit). Two lines: between them. */
  readonly lines: readonly LineName[];
  /** Rated current of the bank's own breaker; absent without one. */
  readonly breaker?: Amps;
}

export interface OutletProfile {
  /** Position of the bank, counted from 0. */
  readonly bank: number;
  /** Connector, for example "IEC 60320 C13". */
  readonly receptacle: string;
  /** Rated current of the outlet where it is not that of its connector. */
  readonly rating?: Amps;
}
