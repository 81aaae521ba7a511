import { readFileSync, statSync } from 'node:fs';

/** The profile with the most outlets has a third of this; a device file would never end. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The text of a file that the operator has written. Throws for what is no file, cannot be read or is too large. */
export function readOperatorFile(path: string): string {
  const file = statSync(path);
  if (!file.isFile()) throw new Error('it is not a file');
  if (file.size > MAX_BYTES) throw new Error('it is larger than 4 MiB');
  return readFileSync(path, 'utf8');
}

/** Parses JSON of such a file; some editors begin it with a byte order mark. Throws SyntaxError. */
export const parseOperatorJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));
