/**
 * node scripts/package-client.mjs [folder]: makes the npm package of the TypeScript client in `release/client`, or in the
 * folder: its types are those of the API document, which web/src/api/schema.d.ts has already.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'packaging/client');
const folder = resolve(process.argv[2] ?? join(ROOT, 'release/client'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of ['src', 'README.md']) cpSync(join(SOURCE, name), join(folder, name), { recursive: true });
cpSync(join(ROOT, 'web/src/api/schema.d.ts'), join(folder, 'src/schema.d.ts'));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const manifest = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
const options = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noImplicitOverride: true },
  ...{
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2023', 'dom', 'dom.asynciterable'],
  },
  ...{ types: [], declaration: true, skipLibCheck: false, rootDir: 'src', outDir: 'dist' },
};
const config = join(folder, 'tsconfig.json');
writeFileSync(config, JSON.stringify({ compilerOptions: options, include: ['src'] }));
execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' });
cpSync(join(folder, 'src/schema.d.ts'), join(folder, 'dist/schema.d.ts')); // a declaration is not emitted
for (const name of ['node_modules', 'tsconfig.json', 'src']) rmSync(join(folder, name), { recursive: true });
console.log(`The client is in ${folder}.`);
