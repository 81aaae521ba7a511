import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Clock } from '../../../kernel/clock.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { Plant } from './plant.js';
import { adopt, type KeptPlant } from './stored-plant.js';

/** Keeps the plant over a restart of the controller. Without a path it keeps nothing. */
export class PlantFile {
  readonly #logger = new Logger('Simulator');
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(
    private readonly path: string | undefined,
    private readonly model: PduModel,
    private readonly clock: Clock,
  ) {}

  /** What was kept; undefined at the first start, and with a warning when it is damaged or another model's. Never rejects. */
  async load(defaults: Plant): Promise<KeptPlant | undefined> {
    if (this.path === undefined || !existsSync(this.path)) return undefined;
    try {
      return adopt(await readFile(this.path, 'utf8'), this.model, defaults);
    } catch (error) {
      this.#logger.warn(`${this.path} ${(error as Error).message}. Starting from defaults with all relays ON.`);
      await rename(this.path, `${this.path}.unusable`).catch(() => undefined); // the next save replaces it all the same
      return undefined;
    }
  }

  /** Resolves when the plant as it is at this call, or later, is durable. Asked for during a write, it is the next one. */
  save(plant: Plant): Promise<void> {
    if (this.path === undefined) return Promise.resolve();
    if (!this.#running) {
      this.#running = this.#write(this.path, plant).finally(() => (this.#running = undefined));
      return this.#running;
    }
    return (this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.save(plant);
      }));
  }

  async #write(path: string, plant: Plant): Promise<void> {
    const { model, enclosureSerialNumber } = this.model.profile;
    const text = JSON.stringify({ model, enclosureSerialNumber, keptAt: this.clock.now(), plant });
    const temporary = `${path}.tmp`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  }
}

/** A rename is durable when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
