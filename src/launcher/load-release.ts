import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CachedModule } from './code-cache.js';
import type { Chosen } from './boot-book.js';
import type { Release } from './launch.js';

/** Loads what a release exports, and answers with it how to make its next start quicker. */
export async function loadRelease({ release, place }: Chosen, dataDir: string): Promise<[Release, () => void]> {
  if (!release.entry.endsWith('.cjs')) {
    return [(await import(pathToFileURL(release.entry).href)) as Release, () => undefined];
  }
  const module = new CachedModule(release.entry, join(dataDir, 'code-cache', `${place}.bin`));
  return [module.load() as Release, () => module.keep()];
}
