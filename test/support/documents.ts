/** The documents of the project and the commands in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The paths of all Markdown documents, from the root of the project. */
export const documents = (): string[] =>
  [
    ...readdirSync(ROOT),
    ...['docs', 'packaging'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`),
    ),
  ]
    .filter((path) => path.endsWith('.md'))
    .sort();

/** A fenced block of shell commands. */
export interface CommandBlock {
  readonly page: string;
  readonly commands: string;
}

/** The one block of plain text of a document that contains this. */
export function textBlock(page: string, part: string): string {
  const blocks = Array.from(
    readFileSync(join(ROOT, page), 'utf8').matchAll(/^```text\n([^]*?)^```/gm),
    ([, text = '']) => text,
  );
  const [block, ...others] = blocks.filter((text) => text.includes(part));
  if (block === undefined || others.length > 0) throw new Error(`${page} has not one block with ${part}.`);
  return block;
}

/** The blocks of a document in their order. */
export const commandBlocks = (page: string): CommandBlock[] =>
  Array.from(
    readFileSync(join(ROOT, page), 'utf8').matchAll(/^( *)```(?:sh|bash|console)\n([^]*?)^ *```/gm),
    ([, indent = '', commands = '']) => ({ page, commands: commands.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }),
  );
