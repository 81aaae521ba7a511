import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../support/source-files.js';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['src', 'test', 'bench', 'scripts', 'web/src', 'docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
/** Written by a generator, or history that must stay as it is. */
const NOT_OURS = /schema\.d\.ts$|^src\/database\/migrations\/|^docs\/(screens|mib)\/|^test\/laws\/words\.spec\.ts$/;

/** Words that this project used for what has a name in the field, and that name. */
const RETIRED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    deed: 'audit record',
    hindrance: 'reason, refusal',
    obstacle: 'reason, refusal',
    verdict: 'result, outcome',
    errand: 'operation',
    ordeal: 'fault run',
    tribunal: 'checker',
    testimony: 'record',
    witness: 'recorder',
    salvage: 'recover',
    soundness: 'integrity',
    suspicion: 'needs check',
    throwaway: 'temporary',
    patience: 'backoff, time limit',
    occasion: 'context',
  }),
);

/** The parts of an identifier: `relayWear` has two. */
const wordsOf = (line: string): string[] =>
  line
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const singular = (word: string): string => (word.endsWith('s') ? word.slice(0, -1) : word);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const files = SOURCES.flatMap((path) =>
  path.endsWith('.md')
    ? [{ path, text: read(path) }]
    : sourceFiles(join(ROOT, path), /\.(ts|tsx|mjs|cjs|md|css)$/).map((file) => ({
        ...file,
        path: `${path}/${file.path}`,
      })),
).filter(({ path }) => !NOT_OURS.test(path));

/** The retired words of a line, each with the name to use instead. */
const retiredIn = (line: string): string[] =>
  wordsOf(line).flatMap((word) => {
    const name = RETIRED.get(word) ?? RETIRED.get(singular(word));
    return name === undefined ? [] : [`${word} (${name})`];
  });

describe('the words', () => {
  it('of names, comments, texts and documents are those of the field', () => {
    const found = files.flatMap(({ path, text }) =>
      [path, ...text.split('\n')].flatMap((line, place) => retiredIn(line).map((word) => `${path}:${place}: ${word}`)),
    );
    expect(found).toEqual([]);
  });

  it('are looked for in identifiers, in the plural and in the names of files as well', () => {
    expect(retiredIn('const auditDeeds = soundnessOf(path)')).toEqual([
      'deeds (audit record)',
      'soundness (integrity)',
    ]);
    expect(retiredIn('src/database/salvage.ts')).toEqual(['salvage (recover)']);
    expect(retiredIn('indeed, a wearable')).toEqual([]);
  });
});
