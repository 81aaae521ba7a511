import { readFile, rm, writeFile } from 'node:fs/promises';
import { fsyncPath, renameDurably } from '../common/durable-file.js';
import { dataFile, IN_MEMORY } from './data-folder.js';

/**
 * A value with secrets in a file of its own in the data folder (JSON, 0600), replaced as a whole. A controller without a
 * data folder holds it in memory.
 */
export class PrivateFile<T> {
  #inMemory: T | undefined;

  constructor(
    private readonly dataDir: string,
    private readonly name: string,
  ) {}

  /** The stored value; undefined if there is none. Rejects when the file cannot be read. */
  async read(): Promise<T | undefined> {
    if (this.#isInMemory) return this.#inMemory;
    try {
      return JSON.parse(await readFile(this.#path, 'utf8')) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Resolves when the value is durable. */
  async write(value: T): Promise<void> {
    if (this.#isInMemory) {
      this.#inMemory = value;
      return;
    }
    await writeFile(`${this.#path}.new`, JSON.stringify(value), { mode: 0o600 });
    await renameDurably(`${this.#path}.new`, this.#path);
  }

  async remove(): Promise<void> {
    this.#inMemory = undefined;
    if (this.#isInMemory) return;
    await rm(this.#path, { force: true });
    await fsyncPath(this.dataDir);
  }

  get #isInMemory(): boolean {
    return this.dataDir === IN_MEMORY;
  }

  get #path(): string {
    return dataFile(this.dataDir, this.name);
  }
}
