import { readFile, rm, writeFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { fsyncPath, renameDurably } from '../common/durable-file.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { dataFile, IN_MEMORY } from '../database/data-folder.js';

/** A signing request that waits for its certificate, with its key. */
export interface SigningRequest {
  /** The request (PKCS #10) as PEM. */
  readonly pem: string;
  /** The private key (PKCS #8) as PEM. */
  readonly key: string;
  /** Host names and IP addresses. */
  readonly names: readonly string[];
  readonly keyType: 'EC' | 'RSA';
  readonly organization?: string;
  readonly country?: string;
}

const NAME = 'https-request.json';

/**
 * The open signing request with its key, a file in the data folder (0600). A controller without a data folder holds it
 * in memory.
 */
@Injectable()
export class SigningRequestFile {
  #inMemory: SigningRequest | undefined;

  constructor(private readonly config: RuntimeConfig) {}

  /** The stored request; undefined if there is none. Rejects when the file cannot be read. */
  async read(): Promise<SigningRequest | undefined> {
    if (this.#isInMemory) return this.#inMemory;
    try {
      return JSON.parse(await readFile(this.#path, 'utf8')) as SigningRequest;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async write(request: SigningRequest): Promise<void> {
    if (this.#isInMemory) {
      this.#inMemory = request;
      return;
    }
    await writeFile(`${this.#path}.new`, JSON.stringify(request), { mode: 0o600 });
    await renameDurably(`${this.#path}.new`, this.#path);
  }

  async remove(): Promise<void> {
    this.#inMemory = undefined;
    if (this.#isInMemory) return;
    await rm(this.#path, { force: true });
    await fsyncPath(this.config.dataDir);
  }

  get #isInMemory(): boolean {
    return this.config.dataDir === IN_MEMORY;
  }

  get #path(): string {
    return dataFile(this.config.dataDir, NAME);
  }
}
