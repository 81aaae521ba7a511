import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the content of a file, or the names in a folder, durable. */
export async function fsyncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

/** Renames a complete file atomically: after a power cut there is either the old file or all of the new one. */
export async function renameDurably(draft: string, path: string): Promise<void> {
  await fsyncPath(draft);
  await rename(draft, path);
  await fsyncPath(dirname(path));
}
