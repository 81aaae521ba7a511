/** Units of every quantity in the product. Base units only: scaling (milliamps, centi-degrees) ends inside a driver. */

/** RMS voltage, V. */
export type Volts = number;
/** RMS current, A. */
export type Amps = number;
/** Active power, W. */
export type Watts = number;
/** Apparent power, VA. */
export type VoltAmperes = number;
/** Reactive power, var. */
export type Vars = number;
/** Active / apparent power, 0 to 1. */
export type PowerFactor = number;
/** Active energy, kWh. */
export type KilowattHours = number;
/** Line frequency, Hz. */
export type Hertz = number;
/** Temperature, °C. */
export type Celsius = number;
/** Relative humidity, %. */
export type RelativeHumidity = number;
/** A duration in the API, s. */
export type Seconds = number;

/** State of a relay contact that carries an outlet or a relay output. */
export type OnOff = 'ON' | 'OFF';

/** Rounds to three decimals for responses: meters have no more, and JSON stays small. Unknown stays unknown. */
export function rounded(value: number): number;
export function rounded(value: number | undefined): number | undefined;
export function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 1000) / 1000;
}

/** Rounds a share of 0 to 1 to so many decimals. A part never becomes nothing, and never all. */
export function roundedShare(share: number, digits: number): number {
  const step = 10 ** -digits;
  const isPart = share > 0 && share < 1;
  return Number((isPart ? Math.min(1 - step, Math.max(step, share)) : share).toFixed(digits));
}
