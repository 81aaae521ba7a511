import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './durable-file.js';
import { PLACES, type Place } from './launch.js';

/** How the last change of version ended, or how it stands. */
export interface Outcome {
  readonly result: 'trying' | 'confirmed' | 'rolledBack';
  /** The version that was installed. */
  readonly version: string;
  /** The version before it. */
  readonly from: string;
  /** Wall clock, ms. */
  readonly at: number;
  /** Why it was rolled back. */
  readonly reason?: string;
  /** True once it stands in the audit log. */
  readonly recorded?: boolean;
}

/** Which release starts next. This one small file, replaced as a whole, is the switch between versions. */
export interface BootState {
  readonly format: 1;
  readonly active: Place;
  /** Where to go back to. */
  readonly previous: Place;
  /** True until the active version has proved itself. */
  readonly trial: boolean;
  /** Starts of the active version that did not prove themselves yet. */
  readonly attempts: number;
  /** Of the machine at the last of them: a power cut is not the fault of a version that was good before. */
  readonly bootId?: string;
  /** Of the installed release when `active` was chosen: who installs another one means that one. */
  readonly baseVersion: string;
  readonly last?: Outcome;
}

const FILE = 'boot.json';

export const firmwareFolder = (dataDir: string): string => join(dataDir, 'firmware');

/** What starts next; undefined where no firmware was ever uploaded, or where the file cannot be understood. */
export function readBootState(dataDir: string): BootState | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(join(firmwareFolder(dataDir), FILE), 'utf8'));
    return isBootState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Durable when it returns. Throws where the storage refuses. */
export function writeBootState(dataDir: string, state: BootState): void {
  mkdirSync(firmwareFolder(dataDir), { recursive: true, mode: 0o700 });
  replaceFile(join(firmwareFolder(dataDir), FILE), `${JSON.stringify(state)}\n`);
}

function isBootState(value: unknown): value is BootState {
  if (typeof value !== 'object' || value === null) return false;
  const { format, active, previous, trial, attempts, baseVersion } = value as Partial<Record<keyof BootState, unknown>>;
  return (
    format === 1 &&
    PLACES.includes(active as Place) &&
    PLACES.includes(previous as Place) &&
    typeof trial === 'boolean' &&
    Number.isSafeInteger(attempts) &&
    typeof baseVersion === 'string'
  );
}
