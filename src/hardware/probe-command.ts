import { SystemClock } from '../common/clock.js';
import { createWiredDriver } from './drivers/wired/wired-driver.factory.js';
import type { WiredDriver } from './drivers/wired/wired.driver.js';
import { loadProfile } from './profiles/index.js';
import { PduModel } from './profiles/pdu-model.js';

/** One line of a probe: a point with its value, or with the reason why it has none. */
export interface ProbedPoint {
  readonly name: string;
  /** Name of the point's link in the profile. */
  readonly link: string;
  /** The value with its unit; undefined if the point did not answer. */
  readonly shows?: string;
  readonly problem?: string;
}

/** Connects, reads everything once, disconnects. Moves no relay. Never rejects. */
export async function probe(driver: WiredDriver): Promise<ProbedPoint[]> {
  try {
    await driver.open().catch(() => undefined); // each point has its own problem
    return driver.inspect().map(({ point: { name, kind, unit, where }, value, problem }) => ({
      name,
      link: where.link,
      ...(value !== undefined && { shows: formatValue(value, kind === 'relay', unit) }),
      ...(problem !== undefined && { problem }),
    }));
  } finally {
    await driver.close();
  }
}

const formatValue = (value: number | boolean, isRelay: boolean, unit: string): string => {
  if (typeof value === 'number') return unit === '' ? String(value) : `${value} ${unit}`;
  if (isRelay) return value ? 'ON' : 'OFF';
  return value ? 'yes' : 'no';
};

/**
 * The output of `rackfeed probe <profile>`: each point with its value and unit, then the number of those that did not
 * answer. Throws ConfigError for a profile that is invalid or has no wiring.
 * @returns the lines, and true if every point has answered
 */
export async function probeProfile(path: string): Promise<{ lines: string[]; complete: boolean }> {
  const model = new PduModel(loadProfile(path));
  const driver = createWiredDriver('composite', { model, clock: new SystemClock(), dataDir: ':memory:' });
  const points = await probe(driver);
  const silent = points.filter(({ shows }) => shows === undefined);
  const summary =
    silent.length === 0
      ? `All ${points.length} points have answered.`
      : `${silent.length} of ${points.length} points did not answer.`;
  return { lines: [...formatTable(points), '', summary], complete: silent.length === 0 };
}

function formatTable(points: readonly ProbedPoint[]): string[] {
  const width = (of: (point: ProbedPoint) => string) => Math.max(...points.map((point) => of(point).length));
  const [name, link] = [width((point) => point.name), width((point) => point.link)];
  return points.map(
    (point) =>
      `${point.name.padEnd(name)}  ${point.link.padEnd(link)}  ${point.shows ?? `-  (${point.problem ?? ''})`}`,
  );
}
