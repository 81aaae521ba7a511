import type { Millis } from '../common/clock.js';
import type { Amps, KilowattHours, PowerFactor, Vars, VoltAmperes, Volts, Watts } from '../common/units.js';

/** Sinusoidal AC power, pure. Loads are inductive: reactive power is positive. */

export interface Power {
  readonly active: Watts;
  readonly reactive: Vars;
}

export const NO_POWER: Power = { active: 0, reactive: 0 };

/** The power of a load with this current and power factor at this voltage. */
export const powerOf = (voltage: Volts, current: Amps, powerFactor: PowerFactor): Power => ({
  active: voltage * current * powerFactor,
  reactive: voltage * current * reactiveFactor(powerFactor),
});

/** The reactive share of the apparent power at a power factor. */
export const reactiveFactor = (powerFactor: PowerFactor): number =>
  Math.sqrt(Math.max(0, 1 - powerFactor * powerFactor));

/** Phasor sum: active with active, reactive with reactive; apparent powers do not add. */
export const sumOf = (powers: readonly Power[]): Power =>
  powers.reduce(
    (sum, { active, reactive }) => ({ active: sum.active + active, reactive: sum.reactive + reactive }),
    NO_POWER,
  );

// Math.hypot guards against an overflow that no power reaches, and takes ten times as long.
export const apparentPower = ({ active, reactive }: Power): VoltAmperes =>
  Math.sqrt(active * active + reactive * reactive);

export interface Phasor {
  readonly re: number;
  readonly im: number;
}

/** Positions of the lines in a three-phase system, L1 first. */
export type LinePosition = 0 | 1 | 2;

/** Unit voltages of L1, L2, L3 against neutral: each lags the one before by 120°. */
export const LINE_VOLTAGES: readonly [Phasor, Phasor, Phasor] = [
  { re: 1, im: 0 },
  { re: -0.5, im: -Math.sqrt(3) / 2 },
  { re: -0.5, im: Math.sqrt(3) / 2 },
];

/** A load between a line and neutral, or between two lines. */
export interface LineLoad {
  readonly from: LinePosition;
  readonly to?: LinePosition;
  readonly power: Power;
}

/** The voltage phasor across a load, for a line-to-neutral voltage of 1. */
export function voltageAcross({ from, to }: Pick<LineLoad, 'from' | 'to'>): Phasor {
  const start = LINE_VOLTAGES[from];
  if (to === undefined) return start;
  const end = LINE_VOLTAGES[to];
  return { re: start.re - end.re, im: start.im - end.im };
}

/** The current that flows from line `from` through a load: the conjugate of power over voltage. */
export function currentThrough({ active, reactive }: Power, { re, im }: Phasor): Phasor {
  const square = re * re + im * im;
  if (square === 0) return { re: 0, im: 0 };
  return { re: (active * re + reactive * im) / square, im: (active * im - reactive * re) / square };
}

/** RMS currents of L1, L2, L3; the currents of several loads on a line are added as phasors. */
export function lineCurrents(lineToNeutral: Volts, loads: readonly LineLoad[]): readonly [Amps, Amps, Amps] {
  const sums = [0, 1, 2].map(() => ({ re: 0, im: 0 })) as [Sum, Sum, Sum];
  for (const load of loads) {
    const across = voltageAcross(load);
    const current = currentThrough(load.power, { re: across.re * lineToNeutral, im: across.im * lineToNeutral });
    add(sums[load.from], current, 1);
    if (load.to !== undefined) add(sums[load.to], current, -1);
  }
  return [magnitude(sums[0]), magnitude(sums[1]), magnitude(sums[2])];
}

interface Sum {
  re: number;
  im: number;
}

function add(sum: Sum, { re, im }: Phasor, sign: 1 | -1): void {
  sum.re += sign * re;
  sum.im += sign * im;
}

const magnitude = ({ re, im }: Phasor): number => Math.sqrt(re * re + im * im);

/** Largest deviation of a line from the mean line current, in percent of the mean; 0 without a load. */
export function phaseImbalance(currents: readonly Amps[]): number {
  const mean = currents.reduce((sum, current) => sum + current, 0) / currents.length;
  if (!(mean > 0)) return 0;
  return (currents.reduce((most, current) => Math.max(most, Math.abs(current - mean)), 0) / mean) * 100;
}

const MILLIS_AND_WATTS_IN_KILOWATT_HOUR = 3.6e9;

/** Energy of a steady power over a duration; never negative. */
export const energyOf = (power: Watts, duration: Millis): KilowattHours =>
  (Math.max(0, power) * Math.max(0, duration)) / MILLIS_AND_WATTS_IN_KILOWATT_HOUR;
