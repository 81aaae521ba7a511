import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages with a frame of their own, which have tests of their own. */
const ALONE = ['/login', '/wall'];

/** The path of every page of the registry, with the id of a sample object if needed. */
export function pagesToShow(): string[] {
  const pages = JSON.parse(readFileSync(join(import.meta.dirname, '../../../dist/web/pages.json'), 'utf8')) as object;
  return Object.keys(pages)
    .filter((path) => !ALONE.includes(path))
    .map((path) => path.replace(/:\w+/, '1'));
}
