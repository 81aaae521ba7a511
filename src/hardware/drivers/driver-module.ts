import { accessSync, constants } from 'node:fs';
import { parse, resolve } from 'node:path';
import { ConfigError } from '../../config/runtime-config.js';
import { PduDriver, type IoHubSwitching, type OutletSwitching, type RelayOutputSwitching } from '../pdu.driver.js';
import type { PduModel } from '../profiles/pdu-model.js';
import { emptyReadings, type Readings } from '../snapshot.js';
import { errorMessage } from '../../common/text.js';
import type { DriverOptions } from './index.js';

/** The members of PduDriver that a driver from a file must have. Its name is that of the file. */
type HardwareAccess = Pick<PduDriver, 'open' | 'close' | 'read' | 'outlets' | 'relayOutputs' | 'ioHub'>;

/** Argument of the function that a driver file exports. */
interface DriverFileOptions extends DriverOptions {
  /** Readings with every object of the model and no measurement, for the driver to fill in. */
  emptyReadings(): Readings;
}

const METHODS = ['open', 'close', 'read'] as const;
const ABILITIES = {
  outlets: ['setOutlets'],
  relayOutputs: ['setRelayOutput'],
  ioHub: ['setHubRelay', 'setVdcOutput'],
} as const;

const LISTS = ['inlets', 'banks', 'outlets', 'relayOutputs', 'sensors'] as const;
type ReadingsList = (typeof LISTS)[number];

/** True for a value of RACKFEED_DRIVER that is the path of a file, not the name of a built-in driver. */
export const isDriverFile = (value: string): boolean => value.includes('/') || /\.m?js$/.test(value);

/**
 * The maker of the driver that a file exports, which it makes without opening it. Both throw ConfigError in one
 * sentence: the first for a file without a driver, the maker for a driver that does not fit the model.
 */
export async function driverFromFile(path: string): Promise<(options: DriverOptions) => Promise<PduDriver>> {
  const refuse = (problem: string): ConfigError =>
    new ConfigError([`RACKFEED_DRIVER ${path} ${problem.replace(/\.$/, '')}.`]);
  const create = await exportedFunction(path, refuse);
  return async (options) => {
    let access: unknown;
    try {
      access = await create({ ...options, emptyReadings: () => emptyReadings(options.model) });
    } catch (error) {
      throw refuse(`has not made a driver: ${errorMessage(error)}`);
    }
    const missing = missingMember(access);
    if (missing !== undefined) throw refuse(`makes a driver without ${missing}`);
    return new FileDriver(parse(path).name, options.model, access as HardwareAccess);
  };
}

async function exportedFunction(
  path: string,
  refuse: (problem: string) => ConfigError,
): Promise<(options: DriverFileOptions) => unknown> {
  const file = resolve(path);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw refuse(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const { importModule } = await import('./import-module.js'); // few PDUs have a driver of their own
  const module = await importModule(file).catch((error: unknown) => {
    throw refuse(`cannot be loaded: ${errorMessage(error)}`);
  });
  const create: unknown = Reflect.get(module, 'default');
  if (typeof create !== 'function') throw refuse('must export a function as its default');
  return create as (options: DriverFileOptions) => unknown;
}

/** The first method that the object lacks, as `read()` or `outlets.setOutlets()`. */
function missingMember(access: unknown): string | undefined {
  const has = (owner: unknown, method: string): boolean =>
    typeof owner === 'object' && owner !== null && typeof Reflect.get(owner, method) === 'function';
  const method = METHODS.find((name) => !has(access, name));
  if (method !== undefined) return `${method}()`;
  for (const [ability, methods] of Object.entries(ABILITIES)) {
    const owner: unknown = Reflect.get(access as object, ability);
    const lacking = owner === undefined ? undefined : methods.find((name) => !has(owner, name));
    if (lacking !== undefined) return `${ability}.${lacking}()`;
  }
  return undefined;
}

/** A driver from a file. Readings that do not fit the model are refused here, before anything relies on them. */
class FileDriver extends PduDriver {
  override readonly outlets?: OutletSwitching;
  override readonly relayOutputs?: RelayOutputSwitching;
  override readonly ioHub?: IoHubSwitching;
  /** Identities of the objects that each list of readings must have. */
  readonly #expected: ReadonlyMap<ReadingsList, string>;

  constructor(
    readonly name: string,
    readonly model: PduModel,
    private readonly access: HardwareAccess,
  ) {
    super();
    const { outlets, relayOutputs, ioHub } = access;
    // Asynchronous, so that a file whose methods throw at once rejects as the port promises.
    if (outlets) this.outlets = { setOutlets: async (changes) => outlets.setOutlets(changes) };
    if (relayOutputs) {
      this.relayOutputs = { setRelayOutput: async (id, state) => relayOutputs.setRelayOutput(id, state) };
    }
    if (ioHub) {
      this.ioHub = {
        setHubRelay: async (port, index, state) => ioHub.setHubRelay(port, index, state),
        setVdcOutput: async (port, on) => ioHub.setVdcOutput(port, on),
      };
    }
    const readings = emptyReadings(model);
    this.#expected = new Map(LISTS.map((list) => [list, identitiesIn(readings[list])]));
  }

  async open(): Promise<void> {
    await this.access.open();
  }

  async close(): Promise<void> {
    await this.access.close();
  }

  async read(): Promise<Readings> {
    const readings = await this.access.read();
    for (const [list, expected] of this.#expected) {
      if (!Array.isArray(readings[list]) || identitiesIn(readings[list]) !== expected) {
        throw new Error(`The driver ${this.name} does not answer the ${list} of the model in their order.`);
      }
    }
    return readings;
  }
}

interface ReadObject {
  readonly id?: string;
  readonly port?: string;
  readonly kind?: string;
  readonly lines?: readonly ReadObject[];
}

/** Identity of each object in a list of readings, in their order. Throws for what is no such list. */
const identitiesIn = (list: readonly ReadObject[]): string =>
  JSON.stringify(list.map(({ id, port, kind, lines }) => [id, port, kind, lines && identitiesIn(lines)]));
