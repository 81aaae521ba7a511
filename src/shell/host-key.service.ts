import { readFile, writeFile } from 'node:fs/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { renameDurably } from '../common/durable-file.js';
import { errorMessage } from '../common/text.js';
import { FactoryResets } from '../common/factory-resets.js';
import { Mutex } from '../common/mutex.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { dataFile, IN_MEMORY } from '../database/data-folder.js';
import { SSH_HOST_KEY } from '../database/maintenance/backup.js';
import { deleteDurably } from '../database/private-file.js';
import { hostKeyOf, makeHostKey, type HostKey } from './host-key.js';

const NAMES = [SSH_HOST_KEY, `${SSH_HOST_KEY}.new`];

/**
 * The host key of the SSH shell: made at the first start, stored in the data folder (0600), and made new by a factory
 * reset. A backup has it, so that clients recognise a restored controller.
 */
@Injectable()
export class HostKeyService implements OnModuleInit {
  readonly #logger = new Logger('SSH');
  readonly #mutex = new Mutex();
  #key: HostKey | undefined;

  constructor(
    private readonly config: RuntimeConfig,
    resets: FactoryResets,
  ) {
    resets.addFiles({ names: () => NAMES, forget: () => this.#mutex.run(() => this.#replace()) });
  }

  async onModuleInit(): Promise<void> {
    await this.#mutex.run(async () => {
      this.#key = await this.#read();
      if (!this.#key) await this.#make();
    });
  }

  get current(): HostKey {
    return (this.#key ??= makeHostKey());
  }

  async #read(): Promise<HostKey | undefined> {
    if (this.config.dataDir === IN_MEMORY) return undefined;
    try {
      return hostKeyOf(await readFile(this.#path, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      this.#logger.error(`The stored host key cannot be used, so a new one is made: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** Deletes the stored key first: one that could not be replaced would be used again after the next start. */
  async #replace(): Promise<void> {
    try {
      await deleteDurably(this.config.dataDir, NAMES);
    } finally {
      await this.#make();
    }
  }

  /** A full disk stops nobody from signing in: a key that cannot be stored is used until the next start. */
  async #make(): Promise<void> {
    this.#key = makeHostKey();
    if (this.config.dataDir === IN_MEMORY) return;
    try {
      await writeFile(`${this.#path}.new`, this.#key.privateKey, { mode: 0o600 });
      await renameDurably(`${this.#path}.new`, this.#path);
    } catch (error) {
      this.#logger.error(`The new host key is used but could not be stored: ${errorMessage(error)}`);
    }
  }

  get #path(): string {
    return dataFile(this.config.dataDir, SSH_HOST_KEY);
  }
}
