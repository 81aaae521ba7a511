import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes the names in a folder durable. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a file that only this user can read, durably; with the flag `wx` it must not be there yet. */
export function writeDurably(path: string, content: string | Uint8Array, flag: 'w' | 'wx' = 'w'): void {
  const handle = openSync(path, flag, 0o600);
  try {
    for (let rest = Buffer.from(content); rest.length > 0;) rest = rest.subarray(writeSync(handle, rest));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a file atomically: after a crash or power cut there is either the old or the new one, complete. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const next = `${path}.new`;
  writeDurably(next, content);
  renameSync(next, path);
  syncFolder(dirname(path));
}
