import type { Volts } from '../../../common/units.js';

/** An inlet as seen by the transfer switch. */
export interface Source {
  /** 0 without mains. */
  readonly voltage: Volts;
  readonly nominalVoltage: Volts;
}

/** An inlet is ready within this share of its nominal voltage. */
const TOLERANCE = 0.15;

export const isReady = ({ voltage, nominalVoltage }: Source): boolean =>
  Math.abs(voltage - nominalVoltage) <= nominalVoltage * TOLERANCE;

/**
 * The position of the inlet that feeds the load: A whenever it is ready, else B if it is; with neither ready the active
 * one as long as it has any voltage at all.
 */
export function activeAfter(active: number, sources: readonly Source[]): number {
  const ready = sources.findIndex(isReady);
  if (ready >= 0) return ready;
  if ((sources[active]?.voltage ?? 0) > 0) return active;
  const any = sources.findIndex(({ voltage }) => voltage > 0);
  return any >= 0 ? any : active;
}
