import type { Limit } from '../engine/compiled-rule.js';
import { decimal, type EventParam } from './param.js';

/** Something that is measured: what it is called, its unit, and the parameter that limits it. */
export interface Quantity {
  readonly label: string;
  readonly unit: string;
  readonly param: EventParam;
}

const quantity = (label: string, param: string, unit: string, min: number, max: number): Quantity => ({
  label,
  unit,
  param: decimal(param, { min, max, ...(unit !== '' && { unit }) }),
});

export const amps = quantity('current', 'amperage threshold', 'A', 0, 10_000);
export const volts = quantity('voltage', 'voltage threshold', 'V', 0, 10_000);
export const hertz = quantity('line frequency', 'line frequency threshold', 'Hz', 0, 1000);
export const ratio = quantity('power factor', 'power factor threshold', '', 0, 1);
export const watts = quantity('active power', 'active power threshold', 'W', 0, 10_000_000);
export const voltAmperes = quantity('apparent power', 'apparent power threshold', 'VA', 0, 10_000_000);
export const vars = quantity('reactive power', 'reactive power threshold', 'var', -10_000_000, 10_000_000);
export const kilowattHours = quantity('active energy', 'kWh threshold', 'kWh', 0, 1_000_000_000);
export const percent = quantity('phase imbalance', 'percent imbalance threshold', '%', 0, 200);
export const celsius = quantity('temperature', 'temperature threshold', '°C', -100, 200);
export const humidity = quantity('relative humidity', 'humidity threshold', '%', 0, 100);

/** The side of the limit on which a value is beyond it. */
export type Direction = Exclude<Limit['direction'], 'reached'>;
export const above = 'above';
export const below = 'below';
