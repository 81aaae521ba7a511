import type { Random } from './random.js';

/** A change that is in the system's cache until a sync of its file or folder has ended. */
interface Change<T> {
  /** True for a write that bypasses the cache (O_SYNC, O_DSYNC): never lost. */
  readonly isDurable: boolean;
  apply(to: T): void;
  /** The remainder of the change if it was in progress when the power was cut. */
  torn?(random: Random): Change<T>;
}

/** The changes without a sync that are preserved: one choice for all files, or one for each file. */
export type Keeping = 'none' | 'all' | 'beginning' | 'some';

export interface Losses {
  /** The number of writes and size changes without a sync, and of those that were lost or torn. */
  changes: number;
  lost: number;
  torn: number;
  /** The same for names that were created, renamed and removed. */
  names: number;
  namesLost: number;
}

class Bytes {
  #bytes = Buffer.alloc(0);
  #size = 0;

  static from(bytes: Uint8Array): Bytes {
    const made = new Bytes();
    made.write(0, bytes);
    return made;
  }

  get all(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  write(at: number, data: Uint8Array): void {
    this.#reserve(at + data.length);
    this.#bytes.set(data, at);
    this.#size = Math.max(this.#size, at + data.length);
  }

  resize(size: number): void {
    this.#reserve(size);
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(size, this.#bytes.length * 2));
    larger.set(this.all);
    this.#bytes = larger;
  }
}

type Names = Map<string, Node>;

/** The durable content of a file or folder, and the changes since without a sync. */
class Cached<T> {
  #pending: Change<T>[] = [];
  /** The number of changes so far. */
  #count = 0;

  constructor(
    private readonly durable: T,
    private readonly copy: (of: T) => T,
  ) {}

  change(change: Change<T>): void {
    this.#pending.push(change);
    this.#count++;
  }

  /** The number of changes so far, at the begin of a sync. */
  get count(): number {
    return this.#count;
  }

  get pending(): number {
    return this.#pending.length;
  }

  /** Ends a sync that began after this number of changes. */
  makeDurable(count: number): void {
    const durableCount = this.#pending.length - (this.#count - count);
    for (const change of this.#pending.splice(0, Math.max(0, durableCount))) change.apply(this.durable);
  }

  whole(): T {
    return this.#applied(this.#pending);
  }

  /** The content after a power cut. */
  afterCut(keeping: Keeping, random: Random, count: (lost: number, torn: number) => void): T {
    const changes: Change<T>[] = [];
    let torn = 0;
    const beginning = keeping === 'beginning' ? random.index(this.#pending.length + 1) : 0;
    for (const [place, change] of this.#pending.entries()) {
      const isKept =
        change.isDurable ||
        keeping === 'all' ||
        (keeping === 'beginning' && place < beginning) ||
        (keeping === 'some' && random.is(0.5));
      const isTorn = !isKept && change.torn !== undefined && (keeping === 'some' || place === beginning);
      if (isKept) changes.push(change);
      else if (isTorn && keeping !== 'none' && change.torn && random.is(0.5)) {
        torn++;
        changes.push(change.torn(random));
      }
    }
    count(this.#pending.length - changes.length, torn);
    return this.#applied(changes);
  }

  #applied(changes: readonly Change<T>[]): T {
    const state = this.copy(this.durable);
    for (const change of changes) change.apply(state);
    return state;
  }
}

type File = Cached<Bytes>;
type Folder = Cached<Names>;
type Node = { readonly file: File } | { readonly folder: Folder };

const aFile = (bytes: Uint8Array): File => new Cached(Bytes.from(bytes), ({ all }) => Bytes.from(all));
const aFolder = (names: Names): Folder => new Cached(names, (of) => new Map(of));

/** The content of a folder: the bytes of a file or another folder, by name. */
export type Tree = ReadonlyMap<string, Content>;
export type Content = Uint8Array | { readonly tree: Tree };

/** A change recorded by the recorder in the controller. */
export interface ChangeRecord {
  readonly type: 'create' | 'folder' | 'write' | 'truncate' | 'link' | 'rename' | 'unlink' | 'begin' | 'end';
  readonly isDurable: boolean;
  readonly thread: number;
  readonly inode: bigint;
  /** The offset of a write; the size of a truncation. */
  readonly offset: number;
  /** The names on the path below the folder. */
  readonly path: readonly string[] | undefined;
  readonly second: readonly string[] | undefined;
  readonly data: Uint8Array;
}

/**
 * A disk with a cache that loses its power. Synced changes are preserved; of the others anything may be: nothing, all,
 * the first ones, or any of them, with the last or each one torn at sector boundaries. A sync of a file makes its
 * content durable and not its name: that takes a sync of its folder, as POSIX has it.
 */
export class RecordedDisk {
  readonly #root = aFolder(new Map());
  readonly #files = new Map<bigint, File>();
  /** The syncs in progress, by thread. */
  readonly #syncs = new Map<number, { readonly of: File | Folder; readonly count: number }>();

  /** Adds a durable file. */
  put(path: readonly string[], inode: bigint, bytes: Uint8Array): void {
    const file = this.#files.get(inode) ?? aFile(bytes);
    this.#files.set(inode, file);
    this.#enter(path, { file });
    this.#parent(path).makeDurable(Infinity);
  }

  /** Adds a durable folder. */
  putFolder(path: readonly string[]): void {
    this.#enter(path, { folder: aFolder(new Map()) });
    this.#parent(path).makeDurable(Infinity);
  }

  take(record: ChangeRecord): void {
    const { type, inode, offset, data, isDurable, path = [], second } = record;
    const file = this.#files.get(inode);
    switch (type) {
      case 'create': {
        const made = aFile(Buffer.alloc(0));
        this.#files.set(inode, made);
        this.#enter(path, { file: made });
        return;
      }
      case 'folder':
        this.#files.delete(inode); // of a deleted file: the system reuses numbers
        this.#enter(path, { folder: aFolder(new Map()) });
        return;
      case 'write':
        file?.change(aWrite(offset, data, isDurable));
        return;
      case 'truncate':
        file?.change({ isDurable, apply: (bytes) => bytes.resize(offset) });
        return;
      case 'begin':
      case 'end':
        this.#sync(record, file ?? this.#folder(path));
        return;
      case 'unlink':
        this.#enter(path, undefined);
        return;
      case 'link':
        if (second) this.#enter(second, this.#at(path));
        return;
      case 'rename':
        this.#rename(record.path, second);
    }
  }

  /** The content of the folder while the power is on. */
  whole(): Tree {
    return treeOf(
      this.#root,
      (folder) => folder.whole(),
      (file) => file.whole(),
    );
  }

  /** The content of the folder after a power cut. */
  afterCut(random: Random): { readonly tree: Tree; readonly losses: Losses } {
    const losses: Losses = { changes: 0, lost: 0, torn: 0, names: 0, namesLost: 0 };
    const forAll = random.oneOf<Keeping | undefined>(['none', 'none', 'all', undefined, undefined, undefined]);
    const keeping = (): Keeping => forAll ?? random.oneOf(['none', 'all', 'beginning', 'some'] as const) ?? 'none';
    const tree = treeOf(
      this.#root,
      (folder) => {
        losses.names += folder.pending;
        return folder.afterCut(keeping(), random, (lost) => (losses.namesLost += lost));
      },
      (file) => {
        losses.changes += file.pending;
        return file.afterCut(keeping(), random, (lost, torn) => {
          losses.lost += lost;
          losses.torn += torn;
        });
      },
    );
    return { tree, losses };
  }

  #sync({ type, thread }: ChangeRecord, of: File | Folder): void {
    if (type === 'begin') {
      this.#syncs.set(thread, { of, count: of.count });
      return;
    }
    const begun = this.#syncs.get(thread);
    begun?.of.makeDurable(begun.count);
    this.#syncs.delete(thread);
  }

  /** Renames; the old and the new name change atomically if they are in the same folder. */
  #rename(from: readonly string[] | undefined, to: readonly string[] | undefined): void {
    const node = from && this.#at(from);
    if (from && to && this.#parent(from) === this.#parent(to)) {
      this.#parent(to).change({
        isDurable: false,
        apply: (names) => {
          names.delete(from.at(-1) ?? '');
          if (node) names.set(to.at(-1) ?? '', node);
        },
      });
      return;
    }
    if (to) this.#enter(to, node);
    if (from) this.#enter(from, undefined);
  }

  #enter(path: readonly string[], node: Node | undefined): void {
    const name = path.at(-1) ?? '';
    const apply = (names: Names): void => {
      if (node) names.set(name, node);
      else names.delete(name);
    };
    this.#parent(path).change({ isDurable: false, apply });
  }

  #parent(path: readonly string[]): Folder {
    return this.#folder(path.slice(0, -1));
  }

  #folder(path: readonly string[]): Folder {
    if (path.length === 0) return this.#root;
    const node = this.#at(path);
    if (!node || !('folder' in node)) throw new Error(`The recorder has not seen the folder ${path.join('/')}.`);
    return node.folder;
  }

  #at(path: readonly string[]): Node | undefined {
    return this.#parent(path)
      .whole()
      .get(path.at(-1) ?? '');
  }
}

function treeOf(folder: Folder, names: (of: Folder) => Names, bytes: (of: File) => Bytes): Tree {
  const tree = new Map<string, Content>();
  for (const [name, node] of names(folder)) {
    tree.set(name, 'file' in node ? bytes(node.file).all : { tree: treeOf(node.folder, names, bytes) });
  }
  return tree;
}

function aWrite(at: number, data: Uint8Array, isDurable: boolean): Change<Bytes> {
  return {
    isDurable,
    apply: (bytes) => bytes.write(at, data),
    torn: (random) => tornWrite(at, data, random),
  };
}

/** Random sectors of a write: a disk only guarantees that each sector is written as a whole. */
function tornWrite(at: number, data: Uint8Array, random: Random): Change<Bytes> {
  const sector = random.oneOf([512, 4096]) ?? 512;
  const parts: [number, Uint8Array][] = [];
  for (let from = at; from < at + data.length;) {
    const to = Math.min(at + data.length, (Math.floor(from / sector) + 1) * sector);
    if (random.is(0.5)) parts.push([from, data.subarray(from - at, to - at)]);
    from = to;
  }
  return {
    isDurable: false,
    apply: (bytes) => {
      for (const [start, part] of parts) bytes.write(start, part);
    },
  };
}
