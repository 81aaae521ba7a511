import { ConfigError } from '../../config/runtime-config.js';
import type { Clock } from '../../common/clock.js';
import type { PduDriver } from '../pdu.driver.js';
import type { PduModel } from '../profiles/pdu-model.js';
import { BUSES } from './buses.js';
import { driverFromFile, isDriverFile } from './driver-module.js';
import { SimulatorDriver } from './simulator/simulator.driver.js';
import { TimeLimitedDriver, type TimeLimits } from './time-limits.js';
import { createWiredDriver } from './wired/wired-driver.factory.js';

/** The input from which every driver is made. */
export interface DriverOptions {
  readonly model: PduModel;
  readonly clock: Clock;
  /** The data folder, or `:memory:`. */
  readonly dataDir: string;
  /** {@link TIME_LIMITS} where nothing is said. */
  readonly limits?: TimeLimits;
}

/** The ways of reaching hardware: the simulator, a bus of `buses.ts`, or several of them. */
const DRIVERS: Readonly<Record<string, (options: DriverOptions) => PduDriver>> = {
  simulator: (options) => new SimulatorDriver(options),
  ...Object.fromEntries(BUSES.map(({ kind }) => [kind, (options: DriverOptions) => createWiredDriver(kind, options)])),
  composite: (options) => createWiredDriver('composite', options),
};

interface NamedDriver extends DriverOptions {
  /** RACKFEED_DRIVER. */
  readonly name: string;
}

/** The built-in driver of this name within its time limits, not open yet. Throws ConfigError for an unknown name. */
export const createDriver = ({ name, ...options }: NamedDriver): PduDriver =>
  new TimeLimitedDriver(builtInDriver(name)(options), options.limits);

function builtInDriver(name: string): (options: DriverOptions) => PduDriver {
  const make = Object.hasOwn(DRIVERS, name) ? DRIVERS[name] : undefined;
  if (make) return make;
  const names = Object.keys(DRIVERS).join(', ');
  throw new ConfigError([`RACKFEED_DRIVER must be one of ${names} or the path of a driver file; it is "${name}".`]);
}

/** The maker of the driver of RACKFEED_DRIVER. Throws ConfigError for an unknown name or an unusable file. */
export const findDriver = async (name: string): Promise<(options: DriverOptions) => PduDriver | Promise<PduDriver>> =>
  isDriverFile(name) ? driverFromFile(name) : builtInDriver(name);

/** Like `createDriver`; the name may also be the path of a driver file. */
export async function loadDriver({ name, ...options }: NamedDriver): Promise<PduDriver> {
  const make = await findDriver(name);
  return new TimeLimitedDriver(await make(options), options.limits);
}

/** The simulator behind this driver, for its control API; undefined when it is real hardware. */
export function simulatorOf(driver: PduDriver): SimulatorDriver | undefined {
  const inner = driver instanceof TimeLimitedDriver ? driver.inner : driver;
  return inner instanceof SimulatorDriver ? inner : undefined;
}
