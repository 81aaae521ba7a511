import { ConfigError } from '../../config/runtime-config.js';
import { dataFile } from '../../database/data-folder.js';
import type { Clock } from '../../kernel/clock.js';
import type { PduDriver } from '../pdu.driver.js';
import type { PduModel } from '../profiles/pdu-model.js';
import { PLANT_SOCKET } from './plant/plant-wire.js';
import { PlantDriver } from './plant/plant.driver.js';
import { SimulatorDriver } from './simulator/simulator.driver.js';
import { TimeLimitedDriver, type TimeLimits } from './time-limits.js';
import { wiredDriver } from './wired/wired-driver.factory.js';

/** What every driver is made from. */
export interface DriverParts {
  readonly model: PduModel;
  readonly clock: Clock;
  /** The data folder, or `:memory:`. */
  readonly dataDir: string;
  /** {@link TIME_LIMITS} where nothing is said. */
  readonly limits?: TimeLimits;
}

/** One row a way of reaching hardware. */
const DRIVERS: Readonly<Record<string, (parts: DriverParts) => PduDriver>> = {
  simulator: (parts) => new SimulatorDriver(parts),
  modbus: (parts) => wiredDriver('modbus', parts),
  snmp: (parts) => wiredDriver('snmp', parts),
  gpio: (parts) => wiredDriver('gpio', parts),
  composite: (parts) => wiredDriver('composite', parts),
  plant: ({ model, dataDir }) => new PlantDriver(model, dataFile(dataDir, PLANT_SOCKET)),
};

/** The driver of this name within its time limits, not open yet. Throws ConfigError for a name nobody has. */
export function createDriver({ name, ...parts }: DriverParts & { readonly name: string }): PduDriver {
  const make = Object.hasOwn(DRIVERS, name) ? DRIVERS[name] : undefined;
  if (!make) {
    throw new ConfigError([`RACKFEED_DRIVER must be one of ${Object.keys(DRIVERS).join(', ')}; it is "${name}".`]);
  }
  return new TimeLimitedDriver(make(parts), parts.limits);
}

/** The simulator behind this driver, for its control API; undefined when it is real hardware. */
export function simulatorOf(driver: PduDriver): SimulatorDriver | undefined {
  const inner = driver instanceof TimeLimitedDriver ? driver.inner : driver;
  return inner instanceof SimulatorDriver ? inner : undefined;
}
