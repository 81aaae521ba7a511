import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dataFile, prepareDataFolder } from '../../database/data-folder.js';

/** Marks a folder as that of a demo. */
const MARKER = 'demo';
const COMPLETE = 'complete';

/** The data folder of a demo: a temporary one, or one that stays. */
export class DemoFolder {
  private constructor(
    readonly path: string,
    private readonly isTemporary: boolean,
  ) {}

  /** A new temporary folder, which is removed when this process ends. */
  static temporary(): DemoFolder {
    const folder = new DemoFolder(mkdtempSync(join(tmpdir(), 'rackfeed-demo-')), true);
    process.once('exit', () => folder.#remove());
    return folder;
  }

  /** The folder of an earlier demo, or a new or empty one. Throws for any other: its content is not touched. */
  static stored(path: string): DemoFolder {
    const folder = new DemoFolder(resolve(path), false);
    const isUsed = existsSync(folder.path) && readdirSync(folder.path).length > 0;
    if (isUsed && !existsSync(folder.#marker)) {
      throw new Error(`The folder "${folder.path}" is not that of a demo; name a new one. Nothing in it was changed.`);
    }
    if (isUsed && !folder.hasPast) {
      throw new Error(`The demo in "${folder.path}" was stopped before it was complete; remove the folder.`);
    }
    return folder;
  }

  /** True once the past of the demo is complete. */
  get hasPast(): boolean {
    return existsSync(this.#marker) && readFileSync(this.#marker, 'utf8').startsWith(COMPLETE);
  }

  begin(): void {
    prepareDataFolder(this.path);
    if (!this.hasPast) this.#mark('begun');
  }

  complete(): void {
    this.#mark(COMPLETE);
  }

  get #marker(): string {
    return dataFile(this.path, MARKER);
  }

  #mark(state: string): void {
    writeFileSync(this.#marker, `${state}: the folder of a demo, made by "rackfeed demo"\n`, { mode: 0o600 });
  }

  #remove(): void {
    if (this.isTemporary) rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
