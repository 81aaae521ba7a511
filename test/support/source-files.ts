import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface SourceFile {
  /** Path below its folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The files below a folder whose path matches. */
export const sourceFiles = (folder: string, wanted: RegExp): SourceFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((path) => wanted.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
