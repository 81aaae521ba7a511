import { createHash } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fsyncPath } from '../../common/durable-file.js';
import { firmwareFolder } from '../../launcher/boot-state.js';
import type { Slot } from '../../launcher/launch.js';
import type { Manifest, ManifestFile } from './manifest.js';
import { FirmwareRefusal } from './manifest.js';

/** The firmware folder in the data folder: `upload/` during an upload, `incoming/` during unpacking, and two slots. */
export class FirmwareStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = firmwareFolder(dataDir);
  }

  get uploadFolder(): string {
    return join(this.#folder, 'upload');
  }

  get #incoming(): string {
    return join(this.#folder, 'incoming');
  }

  /** Creates an empty folder for an upload. */
  async beginUpload(): Promise<void> {
    await mkdir(this.uploadFolder, { recursive: true, mode: 0o700 });
  }

  /** Free bytes on the disk of the uploads. */
  async freeSpace(): Promise<number> {
    const { bavail, bsize } = await statfs(this.uploadFolder);
    return bavail * bsize;
  }

  /** Creates an empty folder for unpacking. */
  async begin(): Promise<void> {
    await rm(this.#incoming, { recursive: true, force: true });
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
  }

  /** Removes the files of an upload that was refused or interrupted. */
  async clear(): Promise<void> {
    await rm(this.#incoming, { recursive: true, force: true });
    await rm(this.uploadFolder, { recursive: true, force: true });
  }

  /** Writes one file of the release, durable when it resolves. An existing file is refused. */
  async write(path: string, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const target = join(this.#incoming, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(target, 'wx', 0o600);
    try {
      for await (const chunk of body) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Reads all files back from the disk and makes their folders durable. Throws {@link FirmwareRefusal}. */
  async check({ files }: Manifest): Promise<void> {
    for (const file of files) await this.#checkFile(file);
    const entries = await readdir(this.#incoming, { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => !entry.isDirectory());
    if (found.length !== files.length + 2 || !found.every((entry) => entry.isFile())) {
      throw new FirmwareRefusal('it has left more than its files');
    }
    for (const folder of foldersOf(entries, this.#incoming)) await fsyncPath(folder);
  }

  /** Moves the checked release into a slot that nothing refers to any more. */
  async moveInto(slot: Slot): Promise<void> {
    const target = join(this.#folder, slot);
    await rm(target, { recursive: true, force: true });
    await rename(this.#incoming, target);
    await fsyncPath(this.#folder);
  }

  async #checkFile({ path, sha256 }: ManifestFile): Promise<void> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(this.#incoming, path))) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) throw new FirmwareRefusal(`${path} was not written to the disk as it came`);
  }
}

/** The folder itself and all folders below it, the deepest first. */
const foldersOf = (entries: readonly Dirent[], root: string): string[] =>
  [root, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))].sort(
    (a, b) => b.length - a.length,
  );
