import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';

jest.setTimeout(120_000);

const ROOT = join(import.meta.dirname, '../..');
let folder: string;

const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

function build(...args: readonly string[]) {
  const script = join(folder, 'scripts/checked.cjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'build.mjs', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** A source tree of one DTO and one page. */
beforeAll(() => {
  folder = temporaryFolder();
  for (const name of ['scripts', 'tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['src', 'web']) mkdirSync(join(folder, name));
  write('web/index.html', '<p>page</p>');
  write('web/vite.config.js', `export default { root: import.meta.dirname, build: { outDir: '../dist/web' } };`);
  write(
    'src/outlet.dto.ts',
    `import { IsIn } from 'class-validator';
     export class OutletDto {
       /** As it is switched. */
       @IsIn(['ON'])
       state: 'ON';
     }`,
  );
});
afterAll(() => removeFolder(folder));

describe('npm run build', () => {
  it('compiles the server, bundles the pages, and prints the duration', () => {
    expect(build()).toMatchObject({ status: 0, stdout: expect.stringMatching(/takes about .*\nBuilt in \d+ s\./) });
    expect(existsSync(join(folder, 'dist/web/index.html'))).toBe(true);
  });

  it('puts types, validators and comments into the OpenAPI document, each once', () => {
    expect(read('dist/outlet.dto.js')).toContain(
      `{ state: { required: true, description: "As it is switched.", enum: ['ON'] } }`,
    );
  });

  it('with --if-changed does nothing, until a source has changed', () => {
    write('dist/outlet.dto.js', '// as it was');
    expect(build('--if-changed')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(read('dist/outlet.dto.js')).toBe('// as it was');
    write('src/other.ts', 'export const other = 1;');
    expect(build('--if-changed').status).toBe(0);
    expect(read('dist/other.js')).toContain('other = 1');
    expect(read('dist/outlet.dto.js')).toContain('OutletDto');
  });

  it('ends with 1 on a type error, preserves the previous build, and does not count it as current', () => {
    write('src/other.ts', `export const other: number = 'text';`);
    for (let round = 0; round < 2; round++) {
      const { status, stderr } = build('--if-changed');
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/src\/other\.ts.*TS2322[^]*build of the server failed/),
      ]);
    }
    expect(read('dist/other.js')).toContain('other = 1');
  });
});
