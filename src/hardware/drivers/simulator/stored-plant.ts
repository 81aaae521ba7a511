import type { Millis } from '../../../kernel/clock.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { Plant } from './plant.js';

export interface KeptPlant {
  readonly plant: Plant;
  /** Wall clock of the moment it was kept. */
  readonly keptAt: Millis;
}

/** Words that may stand for each other; a word outside all of them stands only for itself. */
const WORDS = [
  ['ON', 'OFF'],
  ['OPEN', 'CLOSE'],
  ['HI', 'LO'],
];

/**
 * Reads a kept plant back. A key that an older release did not write takes its default; throws a sentence that follows
 * the file's name when the text is damaged or tells of another model.
 */
export function adopt(text: string, model: PduModel, defaults: Plant): KeptPlant {
  const kept = parse(text);
  const { model: name, enclosureSerialNumber } = model.profile;
  if (kept.model !== name || kept.enclosureSerialNumber !== enclosureSerialNumber) {
    throw new Error(`is of another model (${String(kept.model)} ${String(kept.enclosureSerialNumber)})`);
  }
  if (typeof kept.keptAt !== 'number' || !Number.isFinite(kept.keptAt))
    throw new Error('does not say when it was kept');
  const plant = like(defaults, kept.plant, 'plant');
  if (plant.activeInlet >= plant.inlets.length) throw new Error('has a wrong plant.activeInlet');
  return { plant, keptAt: kept.keptAt };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // told below
  }
  throw new Error('is damaged');
}

/** The value, once it has the form of the template all through. Throws naming the first key that has not. */
function like<T>(template: T, value: unknown, key: string): T {
  if (value === undefined) return template;
  const wrong = new Error(`has a wrong ${key}`);
  if (Array.isArray(template)) {
    if (!Array.isArray(value) || value.length !== template.length) throw wrong;
    const templates: readonly unknown[] = template;
    const entries: readonly unknown[] = value;
    return templates.map((entry, index) => like(entry, entries[index], `${key}[${index}]`)) as T;
  }
  if (typeof template === 'object' && template !== null) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong;
    const members = new Map<string, unknown>(Object.entries(value));
    const templates: readonly [string, unknown][] = Object.entries(template);
    const entries = templates.map(([name, entry]) => [name, like(entry, members.get(name), `${key}.${name}`)]);
    return Object.fromEntries(entries) as T;
  }
  if (!fits(template, value, key)) throw wrong;
  return value as T;
}

function fits(template: unknown, value: unknown, key: string): boolean {
  if (typeof value !== typeof template) return false;
  if (typeof value === 'number') return Number.isFinite(value) && (value >= 0 || key.endsWith('.temperature'));
  if (typeof value !== 'string') return true;
  return value === template || WORDS.some((words) => words.includes(String(template)) && words.includes(value));
}
