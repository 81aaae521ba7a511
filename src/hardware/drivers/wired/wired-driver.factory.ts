import { ConfigError } from '../../../config/runtime-config.js';
import type { GpioPointProfile, LinkKind, ModbusPointProfile, SnmpPointProfile } from '../../profiles/wiring.js';
import type { LinkProfile } from '../../profiles/wiring.js';
import { GpioLink } from '../gpio/gpio.link.js';
import type { DriverOptions } from '../index.js';
import { ModbusLink } from '../modbus/modbus.link.js';
import { SnmpLink } from '../snmp/snmp.link.js';
import { TIME_LIMITS, type TimeLimits } from '../time-limits.js';
import type { Link } from './link.js';
import { PointValues } from './point-values.js';
import { WiredDriver } from './wired.driver.js';
import { wiredPoints, type WiredPoint } from './wired-point.js';

/**
 * Creates the driver of a profile with a wiring. `composite` accepts links of every kind, so that relays and meters may
 * be different devices; any other name accepts only links of its own kind. Throws ConfigError.
 */
export function createWiredDriver(
  name: LinkKind | 'composite',
  { model, clock, limits = TIME_LIMITS }: DriverOptions,
): WiredDriver {
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
    links.set(
      link,
      createLink(
        profile,
        points.filter(({ where }) => where.link === link),
        values,
        clock,
        limits,
      ),
    );
  }
  return new WiredDriver({ name, model, clock, points, values, links, limits });
}

function createLink(
  profile: LinkProfile,
  points: readonly WiredPoint[],
  values: PointValues,
  clock: DriverOptions['clock'],
  limits: TimeLimits,
): Link {
  // The profile's rules ensure that each point is of the kind of its link.
  switch (profile.kind) {
    case 'modbus':
      return new ModbusLink(profile, points as WiredPoint<ModbusPointProfile>[], values, clock);
    case 'snmp':
      return new SnmpLink(profile, points as WiredPoint<SnmpPointProfile>[], values, clock);
    case 'gpio':
      return new GpioLink(profile, points as WiredPoint<GpioPointProfile>[], values, clock, limits);
  }
}
