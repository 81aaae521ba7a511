import { readFile, rm, writeFile } from 'node:fs/promises';
import { fsyncPath, renameDurably } from '../common/durable-file.js';
import { errorMessage } from '../common/text.js';
import { dataFile, IN_MEMORY } from './data-folder.js';

/** Deletes files and folders in the data folder, durably. Rejects with the names and errors of those that stay. */
export async function deleteDurably(dataDir: string, names: readonly string[]): Promise<void> {
  if (dataDir === IN_MEMORY) return;
  const failures: string[] = [];
  for (const name of names) {
    await rm(dataFile(dataDir, name), { recursive: true, force: true }).catch((error: unknown) => {
      failures.push(errorMessage(error)); // such as a file of another user
    });
  }
  await fsyncPath(dataDir);
  if (failures.length > 0) throw new Error(failures.join(' '));
}

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

  /** The names of the file and its draft in the data folder. */
  get names(): readonly string[] {
    return [this.name, `${this.name}.new`];
  }

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
    await deleteDurably(this.dataDir, this.names);
  }

  get #isInMemory(): boolean {
    return this.dataDir === IN_MEMORY;
  }

  get #path(): string {
    return dataFile(this.dataDir, this.name);
  }
}
