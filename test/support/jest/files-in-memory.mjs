/**
 * Keeps the temporary files of the tests in memory where there is enough of it: a controller waits for the disk after each
 * write, some forty times in a start, and no test cuts the power of this machine.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** The free space that all workers together never fill, bytes; many containers have far less. */
const ENOUGH = 4 * 2 ** 30;
const ANYONE = 0o1777; // PostgreSQL and mosquitto run as other users

let folder;

export function keepFilesInMemory() {
  if (process.env.TMPDIR || freeSpace() < ENOUGH) return;
  forgetFilesOfKilledRuns();
  folder = mkdtempSync(`${MEMORY}/tests-${process.pid}-`);
  chmodSync(folder, ANYONE);
  process.env.TMPDIR = folder;
  process.once('exit', forgetFiles);
}

function forgetFiles() {
  remove(folder);
}

function forgetFilesOfKilledRuns() {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^tests-(\d+)-/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) remove(`${MEMORY}/${name}`);
  }
}

function remove(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

function freeSpace() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0; // a system without it
  }
}
