import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { CompiledRule } from '../engine/compiled-rule.js';
import type { EventParam } from './param.js';

/** The three parameters of an event, checked; unused ones are empty. */
export type Params = readonly [string, string, string];

/** A measure of the history that an event compares with its limit; `energy` is that since the reset of the counter. */
export type RecordedMeasure =
  | 'current'
  | 'voltage'
  | 'frequency'
  | 'activePower'
  | 'reactivePower'
  | 'apparentPower'
  | 'powerFactor'
  | 'energy'
  | 'temperature'
  | 'humidity'
  | 'phaseImbalance';

/** One event code. The check of a body, the catalogue of the browser and the engine all live by it. */
export interface EventRow {
  readonly code: number;
  /** As the specification's table names it. */
  readonly name: string;
  readonly params: readonly EventParam[];
  /** True if a PDU of this model can raise it. */
  readonly fits: (model: PduModel) => boolean;
  /** The measure that the history has of the objects that it watches; absent where the history keeps none. */
  readonly recorded?: RecordedMeasure;
  /** It needs the ping command of the host. */
  readonly pings?: true;
  /** Reads the parameters once. They must be checked already, and the model must fit. */
  readonly compile: (params: Params, model: PduModel) => CompiledRule;
}

export const always = (): boolean => true;
