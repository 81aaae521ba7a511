import { readFile, writeFile } from 'node:fs/promises';
import { createPrivateKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { fsyncPath, renameDurably } from '../common/durable-file.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { dataFile, IN_MEMORY } from '../database/data-folder.js';
import { deleteDurably } from '../database/private-file.js';
import { leafOf, type Certificate } from './certificate.js';
import type { CertificateSource } from './certificate.view.js';

const FILES = {
  selfSigned: 'https-self-signed.pem',
  custom: 'https-custom.pem',
} as const;
type FileName = keyof typeof FILES;
const KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/;

/**
 * Certificates with their keys in the data folder, one file each (0600), so that key and certificate always match. A
 * controller without a data folder holds them in memory.
 */
@Injectable()
export class CertificateFiles {
  readonly #inMemory = new Map<FileName, string>();

  constructor(private readonly config: RuntimeConfig) {}

  /** Reads a certificate; undefined when there is none. Rejects when the file cannot be read or used. */
  async read(source: CertificateSource): Promise<Certificate | undefined> {
    const text = await this.#text(source);
    if (text === undefined) return undefined;
    const [key = ''] = KEY.exec(text) ?? [];
    const certificate = { key, chain: text.replace(key, '') };
    if (!leafOf(certificate).checkPrivateKey(createPrivateKey(key))) throw new Error('its key is that of another');
    return certificate;
  }

  /** Writes a new certificate to a draft file, durably; the returned function puts it in place. */
  async prepare(source: CertificateSource, { key, chain }: Certificate): Promise<() => Promise<void>> {
    return this.#prepare(source, key + chain);
  }

  /** Writes a draft; the returned function puts it in place. */
  async #prepare(source: FileName, text: string): Promise<() => Promise<void>> {
    if (this.config.dataDir === IN_MEMORY) {
      return async () => void this.#inMemory.set(source, text);
    }
    const path = this.#path(source);
    const draft = draftOf(path);
    await writeFile(draft, text, { mode: 0o600 });
    await fsyncPath(draft);
    return () => renameDurably(draft, path);
  }

  /** The names of all these files in the data folder. */
  get names(): readonly string[] {
    return Object.values(FILES).flatMap((name) => [name, draftOf(name)]);
  }

  /** Deletes certificates, and drafts that a process left as it ended. */
  async remove(...sources: readonly FileName[]): Promise<void> {
    for (const source of sources) this.#inMemory.delete(source);
    await deleteDurably(
      this.config.dataDir,
      sources.flatMap((source) => [FILES[source], draftOf(FILES[source])]),
    );
  }

  async #text(source: FileName): Promise<string | undefined> {
    if (this.config.dataDir === IN_MEMORY) return this.#inMemory.get(source);
    return readFile(this.#path(source), 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
  }

  #path(source: FileName): string {
    return dataFile(this.config.dataDir, FILES[source]);
  }
}

const draftOf = (path: string): string => `${path}.new`;
