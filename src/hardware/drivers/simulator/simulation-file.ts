import { Logger } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Clock, Millis } from '../../../common/clock.js';
import { renameDurably } from '../../../common/durable-file.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { SimulatedPdu } from './simulated-pdu.js';

export interface StoredSimulation {
  readonly pdu: SimulatedPdu;
  /** Wall clock at which it was stored. */
  readonly storedAt: Millis;
}

/** Words of which each may replace the others; any other word has to be equal to that of the template. */
const INTERCHANGEABLE_WORDS = [
  ['ON', 'OFF'],
  ['OPEN', 'CLOSE'],
  ['HI', 'LO'],
];

/**
 * Reads a stored simulation. A key that an older release did not write takes its default. Throws an error whose message
 * continues a sentence after the file's name when the text is damaged or describes another model.
 */
export function parseStoredSimulation(text: string, model: PduModel, defaults: SimulatedPdu): StoredSimulation {
  const stored = parse(text);
  const { model: name, enclosureSerialNumber } = model.profile;
  if (stored.model !== name || stored.enclosureSerialNumber !== enclosureSerialNumber) {
    throw new Error(`is of another model (${String(stored.model)} ${String(stored.enclosureSerialNumber)})`);
  }
  if (typeof stored.keptAt !== 'number' || !Number.isFinite(stored.keptAt))
    throw new Error('does not say when it was stored');
  const pdu = conformTo(defaults, stored.plant, 'plant');
  if (pdu.activeInlet >= pdu.inlets.length) throw new Error('has a wrong plant.activeInlet');
  return { pdu, storedAt: stored.keptAt };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // refused below
  }
  throw new Error('is damaged');
}

/** The value if it has the form of the template throughout. Throws an error that names the first key that does not. */
function conformTo<T>(template: T, value: unknown, key: string): T {
  if (value === undefined) return template;
  const wrong = new Error(`has a wrong ${key}`);
  if (Array.isArray(template)) {
    if (!Array.isArray(value) || value.length !== template.length) throw wrong;
    const templates: readonly unknown[] = template;
    const entries: readonly unknown[] = value;
    return templates.map((entry, index) => conformTo(entry, entries[index], `${key}[${index}]`)) as T;
  }
  if (typeof template === 'object' && template !== null) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong;
    const members = new Map<string, unknown>(Object.entries(value));
    const templates: readonly [string, unknown][] = Object.entries(template);
    const entries = templates.map(([name, entry]) => [name, conformTo(entry, members.get(name), `${key}.${name}`)]);
    return Object.fromEntries(entries) as T;
  }
  if (!fits(template, value, key)) throw wrong;
  return value as T;
}

function fits(template: unknown, value: unknown, key: string): boolean {
  if (typeof value !== typeof template) return false;
  if (typeof value === 'number') return Number.isFinite(value) && (value >= 0 || key.endsWith('.temperature'));
  if (typeof value !== 'string') return true;
  return (
    value === template ||
    INTERCHANGEABLE_WORDS.some((words) => words.includes(String(template)) && words.includes(value))
  );
}

/** Stores the simulated PDU across restarts of the controller. Without a path it stores nothing. */
export class SimulationFile {
  readonly #logger = new Logger('Simulator');
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(
    private readonly path: string | undefined,
    private readonly model: PduModel,
    private readonly clock: Clock,
  ) {}

  /** Reads the file; undefined without one, and with a warning if it is damaged or another model's. Never rejects. */
  async load(defaults: SimulatedPdu): Promise<StoredSimulation | undefined> {
    if (this.path === undefined || !existsSync(this.path)) return undefined;
    try {
      return parseStoredSimulation(await readFile(this.path, 'utf8'), this.model, defaults);
    } catch (error) {
      this.#logger.warn(`${this.path} ${(error as Error).message}. Starting from defaults with all relays ON.`);
      await rename(this.path, `${this.path}.unusable`).catch(() => undefined); // the next save replaces it anyway
      return undefined;
    }
  }

  /** Resolves when the present state, or a later one, is durable. A call during a write waits for the next write. */
  save(pdu: SimulatedPdu): Promise<void> {
    if (this.path === undefined) return Promise.resolve();
    if (!this.#running) {
      this.#running = this.#write(this.path, pdu).finally(() => (this.#running = undefined));
      return this.#running;
    }
    return (this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.save(pdu);
      }));
  }

  async #write(path: string, pdu: SimulatedPdu): Promise<void> {
    const { model, enclosureSerialNumber } = this.model.profile;
    const text = JSON.stringify({ model, enclosureSerialNumber, keptAt: this.clock.now(), plant: pdu });
    await writeFile(`${path}.tmp`, text, { mode: 0o600 });
    await renameDurably(`${path}.tmp`, path);
  }
}
