import { SystemClock } from '../kernel/clock.js';
import { probe, type ProbedPoint } from './drivers/wired/probe.js';
import { wiredDriver } from './drivers/wired/wired-driver.factory.js';
import { loadProfile } from './profiles/index.js';
import { PduModel } from './profiles/pdu-model.js';

/**
 * What `rackfeed probe <profile>` prints: each point with its value and unit, then how many did not answer. Throws
 * ConfigError for a profile that is not sound or has no wiring.
 * @returns the lines, and whether everything has answered
 */
export async function probeProfile(path: string): Promise<{ lines: string[]; complete: boolean }> {
  const model = new PduModel(loadProfile(path));
  const driver = wiredDriver('composite', { model, clock: new SystemClock(), dataDir: ':memory:' });
  const points = await probe(driver);
  const silent = points.filter(({ shows }) => shows === undefined);
  const summary =
    silent.length === 0
      ? `All ${points.length} points have answered.`
      : `${silent.length} of ${points.length} points did not answer.`;
  return { lines: [...tableOf(points), '', summary], complete: silent.length === 0 };
}

function tableOf(points: readonly ProbedPoint[]): string[] {
  const width = (of: (point: ProbedPoint) => string) => Math.max(...points.map((point) => of(point).length));
  const [name, link] = [width((point) => point.name), width((point) => point.link)];
  return points.map(
    (point) =>
      `${point.name.padEnd(name)}  ${point.link.padEnd(link)}  ${point.shows ?? `-  (${point.trouble ?? ''})`}`,
  );
}
