import { describe, expect, it } from '@jest/globals';
import { Random } from './random.js';
import { RecordedDisk, type ChangeRecord, type Tree } from './recorded-disk.js';

const INODE = 7n;
const FOLDER = 1n;
const FILE = ['journal'];

const record = (type: ChangeRecord['type'], rest: Partial<ChangeRecord> = {}): ChangeRecord => ({
  type,
  isDurable: false,
  thread: 1,
  inode: INODE,
  offset: 0,
  path: FILE,
  second: undefined,
  data: Buffer.alloc(0),
  ...rest,
});
const write = (text: string, offset = 0): ChangeRecord => record('write', { data: Buffer.from(text), offset });
const sync = (rest: Partial<ChangeRecord> = {}): ChangeRecord[] => [record('begin', rest), record('end', rest)];
const syncFolder = sync({ inode: FOLDER, path: [] });

/** A disk with a durable file that holds "old". */
function disk(...records: readonly ChangeRecord[]): RecordedDisk {
  const made = new RecordedDisk();
  made.put(FILE, INODE, Buffer.from('old'));
  for (const each of records) made.take(each);
  return made;
}

const text = (tree: Tree, name = 'journal'): string | undefined => {
  const content = tree.get(name);
  return content instanceof Uint8Array ? Buffer.from(content).toString() : undefined;
};

/** All contents that the disk had after many cuts. */
function outcomes<T>(of: RecordedDisk, read: (tree: Tree) => T): Set<T> {
  return new Set(Array.from({ length: 300 }, (_, seed) => read(of.afterCut(new Random(seed)).tree)));
}

describe('a disk that loses its power', () => {
  it('preserves a write whose sync has ended, and its size', () => {
    const cut = disk(write('newer'), ...sync());
    expect(outcomes(cut, text)).toEqual(new Set(['newer']));
  });

  it('preserves or loses a write without a sync', () => {
    expect(outcomes(disk(write('new')), text)).toEqual(new Set(['old', 'new']));
  });

  it('preserves or loses a write made after the sync had begun', () => {
    const [begin, end] = sync() as [ChangeRecord, ChangeRecord];
    expect(outcomes(disk(begin, { ...write('new'), thread: 2 }, end), text)).toEqual(new Set(['old', 'new']));
    expect(outcomes(disk(write('new'), begin), text)).toEqual(new Set(['old', 'new']));
  });

  it('may preserve a later write and lose an earlier one, and nothing that was truncated', () => {
    const cut = disk(write('OLD'), record('truncate', { offset: 1 }), write('!', 3));
    expect(outcomes(cut, text)).toContain('old!');
    expect(outcomes(cut, text)).toContain('O');
  });

  it('tears a write at sector boundaries', () => {
    const cut = disk(write('a'.repeat(2048)), ...sync(), write('b'.repeat(1000), 300));
    const lengths = outcomes(
      cut,
      (tree) =>
        text(tree)
          ?.match(/b+/g)
          ?.map(({ length }) => length) ?? [],
    );
    // 300 to 512, 512 to 1024, 1024 to 1300: each of the three independently.
    const seen = new Set([...lengths].map((each) => each.join()));
    expect(
      [...seen].filter((each) => !['', '212', '512', '276', '724', '788', '212,276', '1000'].includes(each)),
    ).toEqual([]);
    expect(seen.size).toBeGreaterThan(3);
  });

  it('preserves a write that bypasses the cache', () => {
    expect(outcomes(disk({ ...write('new'), isDurable: true }), text)).toEqual(new Set(['new']));
  });

  it('may lose the name of a new file whose content was synced, until its folder is synced', () => {
    const made = [
      record('create', { inode: 8n, path: ['key'] }),
      record('write', { inode: 8n, path: ['key'], data: Buffer.from('secret') }),
      ...sync({ inode: 8n, path: ['key'] }),
    ];
    const key = (tree: Tree) => text(tree, 'key');
    expect(outcomes(disk(...made), key)).toEqual(new Set([undefined, 'secret']));
    expect(outcomes(disk(...made, ...syncFolder), key)).toEqual(new Set(['secret']));
  });

  it('has the old or the new name of a renamed file, and the file it replaced until its folder is synced', () => {
    const renamed = [
      record('create', { inode: 8n, path: ['next'] }),
      record('write', { inode: 8n, path: ['next'], data: Buffer.from('new') }),
      ...sync({ inode: 8n, path: ['next'] }),
      ...syncFolder,
      record('rename', { path: ['next'], second: FILE }),
    ];
    const both = (tree: Tree) => `${text(tree)} ${text(tree, 'next')}`;
    expect(outcomes(disk(...renamed), both)).toEqual(new Set(['old new', 'new undefined']));
    expect(outcomes(disk(...renamed, ...syncFolder), both)).toEqual(new Set(['new undefined']));
  });
});
