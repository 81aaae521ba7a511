import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes durable what stands in a file, or which names a folder has. */
export async function fsyncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

/** Gives a complete file its name at one stroke: after a power cut the old one stands there, or all of the new. */
export async function renameDurably(draft: string, path: string): Promise<void> {
  await fsyncPath(draft);
  await rename(draft, path);
  await fsyncPath(dirname(path));
}
