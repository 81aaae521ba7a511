import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { eventually } from '../support/time/time-limits.js';

jest.setTimeout(120_000);

const ROOT = join(import.meta.dirname, '../..');
/** With a space and a letter that is not ASCII, as the home of a user may have them. */
const NAME = 'Gerät 7';
let folder: string;

const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

function build(...args: readonly string[]) {
  const script = join(folder, 'scripts/checked.cjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'build.mjs', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** The same without waiting for it; what it has said. */
const buildBeside = async (...args: readonly string[]): Promise<string> => {
  const script = join(folder, 'scripts/checked.cjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'build.mjs', ...args]);
  return stdout;
};

const runLocalRelease = (): string =>
  execFileSync(process.execPath, [join(folder, 'release/local/dist/main.js')], { encoding: 'utf8' });

/** A source tree of one DTO and one page, and of the programs one that prints which release it is. */
beforeAll(() => {
  folder = join(temporaryFolder(), NAME);
  mkdirSync(folder);
  for (const name of [
    'scripts',
    '.swcrc',
    'tsconfig.json',
    'tsconfig.build.json',
    'package.json',
    'package-lock.json',
  ]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['web', 'src/cli', 'src/launcher', 'src/hardware/drivers']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  for (const name of [
    'server',
    'cli/rackfeed',
    'cli/run-release',
    'launcher/launcher',
    'hardware/drivers/import-module',
  ]) {
    write(`src/${name}.ts`, 'export {};');
  }
  write('src/main.ts', `console.log('release one');`);
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
  write('src/line.view.ts', 'export class LineView { id: string; }');
  write(
    'src/inlet.view.ts',
    `import type { LineView } from './line.view.js';\nexport class InletView { lines: LineView[]; }`,
  );
});
afterAll(() => removeFolder(dirname(folder)));

describe('npm run build', () => {
  it('compiles the server, bundles the pages, and prints the duration', () => {
    expect(build()).toMatchObject({ status: 0, stdout: expect.stringMatching(/takes about .*\nBuilt in \d+ s\./) });
    expect(existsSync(join(folder, 'dist/web/index.html'))).toBe(true);
  });

  it('puts types, validators and comments into the OpenAPI document, each once', () => {
    expect(read('dist/outlet.dto.js').replaceAll(/\s+/g, ' ')).toContain(
      `{ state: { required: true, description: "As it is switched.", enum: [ 'ON' ] } }`,
    );
  });

  it('imports the classes that an OpenAPI type names, wherever the sources are', () => {
    expect(read('dist/inlet.view.js')).toMatch(/from "\.\/line\.view\.js"/);
  });

  it('names the folder of the sources in no file, so that builds in different folders are the same', () => {
    const files = ['dist', 'release/local'].flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => readFileSync(file, 'utf8').includes(dirname(folder)))).toEqual([]);
  });

  it('makes of the programs a release in one file, which runs', () => {
    expect(runLocalRelease()).toBe('release one\n');
    expect(existsSync(join(folder, 'release/local/dist/web/index.html'))).toBe(true);
    expect(existsSync(join(folder, 'release/local.new'))).toBe(false);
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

  it('builds only the parts whose sources have changed', () => {
    write('dist/other.js', '// as it was');
    write('web/index.html', '<p>another page</p>');
    expect(build('--if-changed').status).toBe(0);
    expect(read('dist/other.js')).toBe('// as it was');
    for (const pages of ['dist/web', 'release/local/dist/web']) {
      expect(read(`${pages}/index.html`)).toContain('another page');
    }
  });

  it('builds the one file alone, as "npm start" does, and leaves the compiled server to others', () => {
    write('src/main.ts', `console.log('release two');`);
    expect(build('--if-changed', 'one-file').status).toBe(0);
    expect(runLocalRelease()).toBe('release two\n');
    expect(read('dist/main.js')).toContain('release one');
  });

  it('builds once for two who ask at the same time', async () => {
    write('src/cli/rackfeed.ts', 'export const again = 2;');
    const said = await Promise.all([1, 2].map(() => buildBeside('--if-changed', 'one-file')));
    expect(said.filter((text) => text.includes('Built in'))).toHaveLength(1);
    expect(runLocalRelease()).toBe('release two\n');
  });

  it('names what to install where the development packages are left out', () => {
    const packages = join(folder, 'node_modules');
    renameSync(packages, `${packages}.all`);
    try {
      expect(build()).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^A build needs .*: npm ci --include=dev\n$/),
      });
    } finally {
      renameSync(`${packages}.all`, packages);
    }
  });

  it('leaves the types to "npm run typecheck"', () => {
    write('src/other.ts', `export const other: number = 'a text';`);
    expect(build('compiled').status).toBe(0);
    expect(read('dist/other.js')).toContain(`other = 'a text'`);
  });

  it('ends with 1 on an error of syntax, preserves the previous build, and does not count it as current', () => {
    write('src/main.ts', `console.log('release three';`);
    for (let round = 0; round < 2; round++) {
      const { status, stderr } = build('--if-changed');
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/main\.ts[^]*build of the server and the one file failed/),
      ]);
    }
    expect(read('dist/main.js')).toContain('release two');
    expect(runLocalRelease()).toBe('release two\n');
    write('src/main.ts', `console.log('release four');`);
    expect(build('--if-changed').status).toBe(0);
    expect(runLocalRelease()).toBe('release four\n');
    expect(existsSync(join(folder, 'release/local.new'))).toBe(false);
  });

  it('names the place of a mistake in a file that the OpenAPI document describes', () => {
    write('src/bank.view.ts', 'export class BankView { id: ; }');
    expect(build('compiled')).toMatchObject({ status: 1, stderr: expect.stringContaining('src/bank.view.ts(1,') });
    write('src/banks.service.ts', `export type Phase = 'L1' | 'L2';`);
    write(
      'src/bank.view.ts',
      `import type { Phase } from './banks.service.js';\nexport class BankView { phase: Phase; }`,
    );
    expect(build('compiled').stderr).toContain(
      'src/bank.view.ts:2: the type Phase is one of the API; declare it outside of ./banks.service.js.',
    );
  });
});

describe('npm run dev', () => {
  /** A program that runs until it is asked to stop. */
  const program = (name: string): string => `console.log('${name} runs');
    process.on('SIGTERM', () => process.exit());
    setInterval(() => undefined, 1000);`;
  /** Saves a file as many editors do: another one takes its place. */
  const save = (path: string, text: string): void => {
    write(`${path}.new`, text);
    renameSync(join(folder, `${path}.new`), join(folder, path));
  };

  it('runs what each change has built, also after a mistake, and leaves no process when it is interrupted', async () => {
    write('src/bank.view.ts', 'export class BankView { id: string; }');
    write('src/main.ts', program('one'));
    const dev = spawn(process.execPath, [join(folder, 'scripts/checked.cjs'), 'dev.mjs'], { detached: true });
    let said = '';
    for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<void>((resolve) => dev.once('close', () => resolve()));
    const says = (text: string) => eventually(() => said.includes(text));
    try {
      await says('one runs');
      await says('localhost'); // the address of the pages
      save('src/main.ts', program('two'));
      await says('two runs');
      save('src/main.ts', program('three') + '(');
      await says('The build of the server failed');
      save('src/main.ts', program('four'));
      await says('four runs');
      dev.kill('SIGINT');
      await ended; // the output is closed: neither the program nor Vite runs any more
      expect(said.match(/^\w+ runs$/gm)).toEqual(['one runs', 'two runs', 'four runs']);
    } finally {
      if (dev.exitCode === null) process.kill(-(dev.pid ?? 0), 'SIGKILL');
    }
  });
});
