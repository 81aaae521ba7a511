import { createReadStream, existsSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Millis } from '../../common/clock.js';
import { VERSION } from '../../common/version.js';
import { dataFile, markInstalled } from '../data-folder.js';
import { DATABASE } from '../data-source.js';
import { DEVICE_KEY } from '../device-key.js';
import { HUB_AUTHORITY } from '../folder-role.js';
import { fsyncPath } from '../../common/durable-file.js';
import { backupCopyPath as backupCopy, BEFORE_RESTORE } from './backup-copy.js';
import { encryptFile, EncryptedFileError, decryptFile, type KeySource } from './encrypted-file.js';
import { hasAdministrator, integrityProblem } from './integrity-check.js';
import { withFile, type SqliteFile } from './sqlite-file.js';
import { clearFullCheckMarker } from './needs-check.js';

/** The files of an installation that cannot be recreated; the database is put in place last. */
const HTTPS_FILES = ['https-self-signed.pem', 'https-custom.pem'];
/** The host key of the SSH shell. */
export const SSH_HOST_KEY = 'ssh-host-key';
const FILES = [...HTTPS_FILES, SSH_HOST_KEY, HUB_AUTHORITY, DEVICE_KEY, DATABASE];

/** The note of a factory reset whose files are not all deleted. */
export const RESET_NOTE = 'factory-reset.json';

/** Files of the replaced database that would be mistaken for a part of the restored one. */
const DATABASE_SIDE_FILES = [`${DATABASE}-wal`, `${DATABASE}-shm`, 'intents.journal', RESET_NOTE];

/**
 * Tables that are never restored: sessions, which may have ended since, operations in progress, and alarms. An older row
 * of these would switch a relay, or send a message, that is no longer requested, or pass a new alarm off as acknowledged.
 */
const TRANSIENT_TABLES = [
  'session',
  'power_cycle',
  'power_on_count',
  'relay_intent',
  'action_run',
  'event_mark',
  'alarm_condition',
  'alarm_acknowledgement',
  'event_power_on',
];

/** The events that are open at the hub. */
const RAISED_EVENTS = 'fleet_raised';

const DRAFT = 'backup-draft-';
const MAX_DRAFT_AGE: Millis = 24 * 60 * 60_000;

/** The first line of a backup's content. */
export interface BackupManifest {
  readonly version: string;
  /** ISO 8601. */
  readonly madeAt: string;
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

/**
 * Writes a backup into an empty file, also while a controller runs. Rejects when there is no space for it.
 * @param signal ends it, also while the file takes nothing
 */
export async function writeBackup(
  dataDir: string,
  file: FileHandle,
  key: KeySource,
  now: Millis,
  signal?: AbortSignal,
): Promise<void> {
  removeStaleDrafts(dataDir, now);
  await withDraft(dataDir, async (draft) => {
    await copyDatabase(dataDir, draft, signal);
    for (const name of FILES.filter((each) => each !== DATABASE && existsSync(dataFile(dataDir, each)))) {
      await copyFile(dataFile(dataDir, name), join(draft, name));
    }
    const names = FILES.filter((name) => existsSync(join(draft, name)));
    const files = names.map((name) => ({ name, size: statSync(join(draft, name)).size }));
    const manifest: BackupManifest = { version: VERSION, madeAt: new Date(now).toISOString(), files };
    const content = pipeline(contentOf(draft, manifest), createGzip(), () => undefined);
    await encryptFile(content, file, key, signal);
  });
}

/**
 * Restores a backup into a data folder that the caller has locked. Returns the folder with the replaced files;
 * undefined where there were none. Throws {@link EncryptedFileError}, and changes nothing then.
 */
export async function restoreBackup(
  dataDir: string,
  file: FileHandle,
  key: KeySource,
  now: Millis,
): Promise<{ readonly manifest: BackupManifest; readonly aside: string | undefined }> {
  const content = await decryptFile(file, key);
  return withDraft(dataDir, async (draft) => {
    const manifest = await readContent(
      pipeline(content, createGunzip(), () => undefined),
      draft,
    );
    await assertUsable(join(draft, DATABASE));
    for (const { name } of manifest.files) await fsyncPath(join(draft, name));
    const aside = await moveAside(dataDir, now);
    // From here on a start finds an installation, complete or damaged, and never creates a new administrator.
    markInstalled(dataDir);
    for (const name of FILES.filter((each) => existsSync(join(draft, each)))) {
      await rename(join(draft, name), dataFile(dataDir, name));
    }
    await fsyncPath(dataDir);
    clearFullCheckMarker(dataDir);
    return { manifest, aside };
  });
}

/** Copies a consistent snapshot of the whole database, with history and log. */
async function copyDatabase(dataDir: string, draft: string, signal?: AbortSignal): Promise<void> {
  const source = dataFile(dataDir, DATABASE);
  const { bavail, bsize } = statfsSync(dataDir);
  const needed = 2 * statSync(source).size + 4 * 1024 * 1024;
  if (bavail * bsize < needed) throw new Error('ENOSPC: there is too little space in the data folder for a backup.');
  const copy = join(draft, DATABASE);
  await withFile(source, (database) => database.run('VACUUM INTO ?', [copy], signal));
  await withFile(copy, deleteTransientRows);
}

async function deleteTransientRows(database: SqliteFile): Promise<void> {
  const rows = await database.all("SELECT name FROM sqlite_master WHERE type = 'table'");
  const tables = new Set(rows.map(({ name }) => String(name)));
  for (const table of TRANSIENT_TABLES.filter((name) => tables.has(name))) await database.run(`DELETE FROM "${table}"`);
  // The hub may have learned more since.
  if (tables.has(RAISED_EVENTS)) await database.run(`UPDATE "${RAISED_EVENTS}" SET "certain" = 0`);
}

async function* contentOf(folder: string, manifest: BackupManifest): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(manifest)}\n`);
  for (const { name } of manifest.files) yield* createReadStream(join(folder, name)) as AsyncIterable<Buffer>;
}

/** Writes the files of a backup into a folder. The backup is authentic, so errors may show its content. */
async function readContent(content: Readable, folder: string): Promise<BackupManifest> {
  let rest: Buffer = Buffer.alloc(0);
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const more = async (): Promise<void> => {
    const next = await chunks.next();
    if (next.done) throw new EncryptedFileError('The backup is not complete.');
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
  };
  while (!rest.includes('\n')) await more();
  const end = rest.indexOf('\n');
  const manifest = JSON.parse(rest.subarray(0, end).toString('utf8')) as BackupManifest;
  rest = rest.subarray(end + 1);
  for (const { name, size } of manifest.files) {
    if (!FILES.includes(name))
      throw new EncryptedFileError(`The backup holds "${name}", which this version does not know.`);
    const file = await open(join(folder, name), 'wx', 0o600);
    try {
      for (let left = size; left > 0;) {
        if (rest.length === 0) await more();
        const part = rest.subarray(0, left);
        await file.write(part);
        left -= part.length;
        rest = rest.subarray(part.length);
      }
    } finally {
      await file.close();
    }
  }
  return manifest;
}

async function assertUsable(database: string): Promise<void> {
  const problem = existsSync(database) ? await integrityProblem(database) : 'it is missing';
  if (problem) throw new EncryptedFileError(`The database of the backup cannot be used: ${problem}.`);
  if (!(await hasAdministrator(database))) throw new EncryptedFileError('The backup holds no built-in administrator.');
}

async function moveAside(dataDir: string, now: Millis): Promise<string | undefined> {
  const present = [...FILES, ...DATABASE_SIDE_FILES]
    .map((name) => dataFile(dataDir, name))
    .concat(backupCopy(dataDir))
    .filter((path) => existsSync(path));
  if (present.length === 0) return undefined;
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const folder = await mkdtemp(dataFile(dataDir, `${BEFORE_RESTORE}${stamp}-`));
  // A start in between finds no database where one was: it reports damage and creates nothing.
  for (const path of present) await rename(path, join(folder, path.slice(dataDir.length + 1)));
  await fsyncPath(folder);
  await fsyncPath(dataDir);
  return folder;
}

/** The draft folder is inside the data folder, with the same permissions, as its files are not encrypted. */
async function withDraft<T>(dataDir: string, work: (draft: string) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(dataFile(dataDir, DRAFT));
  return work(draft).finally(() => rmSync(draft, { recursive: true, force: true }));
}

/** Removes the drafts of processes that were killed. */
function removeStaleDrafts(dataDir: string, now: Millis): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(DRAFT))) {
    const path = dataFile(dataDir, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: now };
    if (now - mtimeMs > MAX_DRAFT_AGE) rmSync(path, { recursive: true, force: true });
  }
}
