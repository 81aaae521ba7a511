import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './durable-file.js';
import { PLACES, type Place } from './launch.js';

/** The outcome or the progress of the last change of version. */
export interface Outcome {
  readonly result: 'trying' | 'confirmed' | 'rolledBack';
  /** The version that was installed. */
  readonly version: string;
  /** The previous version. */
  readonly from: string;
  /** Wall clock, ms. */
  readonly at: number;
  /** The reason of the roll-back. */
  readonly reason?: string;
  /** True once it is in the audit log. */
  readonly recorded?: boolean;
}

/** The release that starts next. This one small file, replaced as a whole, switches between versions. */
export interface BootState {
  readonly format: 1;
  readonly active: Place;
  /** The place of the previous version, for a roll-back. */
  readonly previous: Place;
  /** True until the active version has passed its trial. */
  readonly trial: boolean;
  /** Starts of the active version that have not been confirmed yet. */
  readonly attempts: number;
  /** The boot id of the machine at the last of them: a power cut is not the fault of a confirmed version. */
  readonly bootId?: string;
  /** The installed version when `active` was chosen: installing another release makes that one active. */
  readonly baseVersion: string;
  readonly last?: Outcome;
}

const FILE = 'boot.json';

export const firmwareFolder = (dataDir: string): string => join(dataDir, 'firmware');

/** Reads the boot state; undefined where no firmware was ever uploaded, or where the file is invalid. */
export function readBootState(dataDir: string): BootState | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(join(firmwareFolder(dataDir), FILE), 'utf8'));
    return isBootState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the boot state durably. Throws where the storage fails. */
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
