import type { WiredDriver } from './wired.driver.js';

/** One line of a probe: a point, and what it shows or why it does not. */
export interface ProbedPoint {
  readonly name: string;
  /** The link it is reached over, as the profile names it. */
  readonly link: string;
  /** With its unit; undefined for what did not answer. */
  readonly shows?: string;
  readonly trouble?: string;
}

/** Connects, reads everything once, leaves. Moves no relay. Never rejects. */
export async function probe(driver: WiredDriver): Promise<ProbedPoint[]> {
  try {
    await driver.open().catch(() => undefined); // each point says what became of it
    return driver.look().map(({ point: { name, kind, unit, where }, value, trouble }) => ({
      name,
      link: where.link,
      ...(value !== undefined && { shows: shown(value, kind === 'relay', unit) }),
      ...(trouble !== undefined && { trouble }),
    }));
  } finally {
    await driver.close();
  }
}

const shown = (value: number | boolean, isRelay: boolean, unit: string): string => {
  if (typeof value === 'number') return unit === '' ? String(value) : `${value} ${unit}`;
  if (isRelay) return value ? 'ON' : 'OFF';
  return value ? 'yes' : 'no';
};
