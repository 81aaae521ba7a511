import type { Amps, Hertz } from '../../common/units.js';

/** Ratings of IEC 60320 connectors, as IEC has them and as North American approvals have them. */
const IEC_60320: Readonly<Record<string, readonly [iec: Amps, northAmerican: Amps]>> = {
  C1: [0.2, 0.2],
  C5: [2.5, 2.5],
  C7: [2.5, 2.5],
  C13: [10, 15],
  C15: [10, 15],
  C19: [16, 20],
  C21: [16, 20],
};

/** Domestic and other receptacles that do not name their current. */
const OTHER: readonly (readonly [name: RegExp, rating: Amps])[] = [
  [/\b(schuko|CEE ?7|type ?[EF])\b/i, 16],
  [/\b(BS ?1363|type ?G)\b/i, 13],
];

/** The nominal frequency of mains where the ratings of IEC apply. */
export const IEC_FREQUENCY: Hertz = 50;

/** True where ratings and continuous loads follow North American codes. */
export const isNorthAmerican = (frequency: Hertz): boolean => frequency >= 55;

/**
 * The rated current of a receptacle by its name, such as "IEC 60320 C13", "NEMA 5-20R" or "IEC 60309 16A"; undefined for
 * a name that says nothing about it.
 * @param frequency nominal frequency of the mains
 */
export function receptacleRating(receptacle: string, frequency: Hertz): Amps | undefined {
  const [, connector = ''] = /\b(C\d{1,2})\b/i.exec(receptacle) ?? [];
  const iec = IEC_60320[connector.toUpperCase()];
  if (iec) return iec[isNorthAmerican(frequency) ? 1 : 0];
  const [, nema] = /\bL?\d{1,2}-(\d{2,3})[RP]?\b/i.exec(receptacle) ?? [];
  if (nema !== undefined) return Number(nema);
  const [, named] = /\b(\d{1,3}) ?A\b/i.exec(receptacle) ?? [];
  if (named !== undefined && Number(named) > 0) return Number(named);
  return OTHER.find(([name]) => name.test(receptacle))?.[1];
}
