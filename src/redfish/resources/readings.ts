import type { InletModel, PduModel } from '../../hardware/profiles/pdu-model.js';
import type { InletReading, PowerReading, Readings } from '../../hardware/snapshot.js';

/** Percent of the rating of the most loaded line; unknown while the current of a line is. */
export function loadPercent({ ratedCurrent, lines }: InletModel, reading: InletReading): number | undefined {
  const currents = lines.length > 1 ? reading.lines.map(({ current }) => current) : [reading.current];
  const known = currents.filter((current) => current !== undefined);
  if (known.length === 0 || known.length < currents.length) return undefined;
  return (Math.max(...known) / ratedCurrent) * 100;
}

/** The inlets that the load draws from: of a transfer switch one, none while it is unknown which. */
export const feedingInlets = ({ profile }: PduModel, { inlets }: Pick<Readings, 'inlets'>): readonly InletReading[] =>
  profile.inletConfig === 'ats' ? inlets.filter(({ active }) => active === true) : inlets;

/** The sum of a measure; unknown if a part of it is. */
export function sumOfReadings(
  readings: readonly PowerReading[],
  measure: 'activePower' | 'apparentPower' | 'reactivePower' | 'energy',
): number | undefined {
  return total(readings.map((reading) => reading[measure]));
}

/** The sum; unknown if a part of it is. */
export function total(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 || known.length < values.length) return undefined;
  return known.reduce((sum, value) => sum + value, 0);
}
