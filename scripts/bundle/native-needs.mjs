import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The C library that the native files of a release need: glibc or musl, as this machine has it, and of glibc the newest
 * version that one of them requires, which is often older than that of this machine. Undefined on other systems.
 */
export async function nativeNeeds(tree, paths) {
  if (process.platform !== 'linux') return {};
  process.report.excludeNetwork = true;
  if (process.report.getReport().header.glibcVersionRuntime === undefined) return { libc: 'musl' };
  const asked = [];
  for (const path of paths.filter((each) => each.endsWith('.node'))) {
    const text = await readFile(join(tree, path), 'latin1');
    asked.push(...Array.from(text.matchAll(/\bGLIBC_(\d+(?:\.\d+){1,2})\b/g), ([, version]) => version));
  }
  const [minimumGlibc] = asked.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return { libc: 'glibc', ...(minimumGlibc && { minimumGlibc }) };
}
