import { ConfigError } from '../../../config/runtime-config.js';
import { busOf } from '../buses.js';
import type { DriverOptions } from '../index.js';
import { TIME_LIMITS } from '../time-limits.js';
import type { Link } from './bus.js';
import { PointValues } from './point-values.js';
import { WiredDriver } from './wired.driver.js';
import { wiredPoints } from './wired-point.js';

/**
 * Creates the driver of a profile with a wiring. `composite` accepts links of every kind, so that relays and meters may
 * be different devices; any other name accepts only links of its own kind. Throws ConfigError.
 */
export function createWiredDriver(name: string, { model, clock, limits = TIME_LIMITS }: DriverOptions): WiredDriver {
  const { wiring } = model.profile;
  if (!wiring) {
    throw new ConfigError([
      `RACKFEED_DRIVER ${name} needs a profile with a wiring; RACKFEED_MODEL names ${model.profile.model}, which has none.`,
    ]);
  }
  const foreign = Object.entries(wiring.links).filter(([, { kind }]) => name !== 'composite' && kind !== name);
  if (foreign.length > 0) {
    throw new ConfigError(
      foreign.map(([link, { kind }]) => `RACKFEED_DRIVER is ${name}, but link ${link} is ${kind}; use composite.`),
    );
  }
  const values = new PointValues(clock);
  const points = wiredPoints(model.profile);
  const links = new Map<string, Link>();
  for (const [link, profile] of Object.entries(wiring.links)) {
    const own = points.filter(({ where }) => where.link === link);
    const connected = busOf(profile.kind)?.connect(profile, own, { values, clock, limits });
    if (connected) links.set(link, connected);
  }
  return new WiredDriver({ name, model, clock, points, values, links, limits });
}
