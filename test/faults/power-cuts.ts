import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.js';
import { RecordedDisk, type ChangeRecord, type Losses, type Tree } from './recorded-disk.js';

const RECORDER = join(import.meta.dirname, 'write-recorder.c');
const HEADER = 32;
/** The recorder's letters. */
const TYPES: Readonly<Record<string, ChangeRecord['type']>> = {
  C: 'create',
  F: 'folder',
  W: 'write',
  T: 'truncate',
  L: 'link',
  R: 'rename',
  U: 'unlink',
  b: 'begin',
  e: 'end',
};
/** SQLite maps this file into memory, where writes are not seen, and recreates it after a power cut. */
const isMapped = (name: string): boolean => name.endsWith('-shm');

export interface PowerCutOptions {
  readonly random: Random;
  /** True for a disk that reports a sync as completed and has done nothing: the test must detect it. */
  readonly liesAboutSyncs?: boolean;
  /** The number of first starts on an empty folder that are cut before one may complete (3). */
  readonly firstStarts?: number;
}

/** The longest time of a sync, µs, so that many kills come between a write and its sync. */
const SYNC_TAKES = 12_000;

/**
 * The data folder of a controller on a disk whose power is cut whenever the controller is killed. The controller runs
 * with a recorder (write-recorder.c, built here) that records each of its writes and syncs.
 */
export class PowerCuts {
  readonly total: Losses & { cuts: number } = { cuts: 0, changes: 0, lost: 0, torn: 0, names: 0, namesLost: 0 };
  readonly #folder: string;
  readonly #logs: string;
  #disk = new RecordedDisk();

  /**
   * @param dataDir the controller's data folder
   * @param work the folder of the recorder and its records, outside of the data folder
   */
  constructor(
    dataDir: string,
    private readonly work: string,
    private readonly options: PowerCutOptions,
  ) {
    this.#folder = realpathSync(dataDir);
    this.#logs = join(work, 'records');
    mkdirSync(this.#logs);
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', this.#library, RECORDER, '-ldl']);
  }

  get firstStarts(): number {
    return this.options.firstStarts ?? 3;
  }

  /** The environment of the controller's process. */
  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      RECORDER_FOLDER: this.#folder,
      RECORDER_LOGS: this.#logs,
      RECORDER_DELAY: String(SYNC_TAKES),
      UV_USE_IO_URING: '0', // writes by io_uring would bypass the recorder
    };
  }

  /** Turns the power on, before the controller writes anything: the present content of the folder is durable. */
  on(): void {
    this.#disk = new RecordedDisk();
    this.#readFolder([]);
  }

  /** Cuts the power when the controller with this number was killed: reduces the folder to what the disk preserved. */
  cut(pid: number): void {
    this.#read(pid);
    const { tree, losses } = this.#disk.afterCut(this.options.random);
    this.total.cuts++;
    for (const kind of ['changes', 'lost', 'torn', 'names', 'namesLost'] as const) this.total[kind] += losses[kind];
    empty(this.#folder);
    build(this.#folder, tree);
  }

  /** The recorded and the actual content of the folder, after a controller that ended by itself. */
  recordedAndReal(pid: number): { readonly recorded: Tree; readonly real: Tree } {
    this.#read(pid);
    const recorded = this.#disk.whole();
    this.on();
    return { recorded: withoutMapped(recorded), real: withoutMapped(this.#disk.whole()) };
  }

  get #library(): string {
    return join(this.work, 'write-recorder.so');
  }

  #readFolder(folder: readonly string[]): void {
    const full = join(this.#folder, ...folder);
    for (const name of readdirSync(full)) {
      const state = lstatSync(join(full, name), { bigint: true });
      const path = [...folder, name];
      if (state.isFile()) this.#disk.put(path, state.ino, readFileSync(join(full, name)));
      if (!state.isDirectory()) continue;
      this.#disk.putFolder(path);
      this.#readFolder(path);
    }
  }

  #read(pid: number): void {
    const log = join(this.#logs, `${pid}.log`);
    const bytes = readFileSync(log);
    for (let at = 0; at + HEADER <= bytes.length;) {
      const lengths = [bytes.readUInt16LE(at + 2), bytes.readUInt16LE(at + 4), bytes.readUInt32LE(at + 12)] as const;
      const [path, second, data] = lengths;
      const from = at + HEADER;
      const end = from + path + second + data;
      const type = TYPES[String.fromCharCode(bytes.readUInt8(at))];
      if (!type) throw new Error(`The recorder wrote something at ${at} that nobody understands.`);
      if (type !== 'end' || !this.options.liesAboutSyncs) {
        this.#disk.take({
          type,
          isDurable: bytes.readUInt8(at + 1) === 1,
          thread: bytes.readUInt32LE(at + 8),
          inode: bytes.readBigUInt64LE(at + 16),
          offset: Number(bytes.readBigUInt64LE(at + 24)),
          path: this.#namesOf(bytes.toString('utf8', from, from + path)),
          second: this.#namesOf(bytes.toString('utf8', from + path, from + path + second)),
          data: bytes.subarray(from + path + second, end),
        });
      }
      at = end;
    }
    rmSync(log);
  }

  /** The path within the folder; undefined if it is outside. */
  #namesOf(path: string): string[] | undefined {
    if (path === this.#folder) return [];
    return path.startsWith(`${this.#folder}/`) ? path.slice(this.#folder.length + 1).split('/') : undefined;
  }
}

function withoutMapped(tree: Tree): Tree {
  return new Map([...tree].filter(([name]) => !isMapped(name)));
}

/** Removes files and folders, but no sockets of other processes. */
function empty(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const state = lstatSync(path);
    if (state.isFile() || state.isDirectory()) rmSync(path, { recursive: true });
  }
}

function build(folder: string, tree: Tree): void {
  for (const [name, content] of withoutMapped(tree)) {
    const path = join(folder, name);
    if (content instanceof Uint8Array) {
      writeFileSync(path, content, { mode: 0o600 });
    } else {
      mkdirSync(path, { mode: 0o700 });
      build(path, content.tree);
    }
  }
}
