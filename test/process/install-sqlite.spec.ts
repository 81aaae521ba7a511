import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { create } from 'tar';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';

jest.setTimeout(60_000);

const ROOT = join(import.meta.dirname, '../..');
const BINARY = 'build/Release/node_sqlite3.node';
const GOOD = readFileSync(join(ROOT, 'node_modules/sqlite3', BINARY));
/** A file that the dynamic linker refuses, as it does a binary for a newer C library. */
const UNLOADABLE = GOOD.subarray(0, 30_000);

let folder: string;
let sqlite: string;
let host: Server;
let asked: string[];

beforeEach(() => anInstallationIn(temporaryFolder()));

/** An installation without its native add-on yet, and a quick compiler: it copies the working binary. */
function anInstallationIn(place: string): void {
  folder = place;
  sqlite = join(folder, 'node_modules/sqlite3');
  cpSync(join(ROOT, 'scripts/install'), join(folder, 'scripts/install'), { recursive: true });
  for (const part of ['package.json', 'lib']) {
    cpSync(join(ROOT, 'node_modules/sqlite3', part), join(sqlite, part), { recursive: true });
  }
  for (const name of ['bindings', 'undici', 'tar']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  compilerThat(`
    const { cpSync } = require('fs');
    console.log('compiling');
    cpSync(${JSON.stringify(join(ROOT, 'node_modules/sqlite3', BINARY))}, ${JSON.stringify(BINARY)});`);
  asked = [];
}
afterEach(async () => {
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  removeFolder(folder);
});

function compilerThat(body: string): void {
  const program = join(sqlite, 'node_modules/node-gyp/bin');
  mkdirSync(program, { recursive: true });
  writeFileSync(join(sqlite, 'node_modules/node-gyp/package.json'), '{ "name": "node-gyp" }');
  const begins = `require('fs').writeFileSync(${JSON.stringify(join(folder, 'compiled'))}, '');`;
  writeFileSync(join(program, 'node-gyp.js'), begins + body);
}

/** A server of the prebuilt binary; without one it answers 404. */
async function hostWith(binary?: Buffer): Promise<string> {
  const made = join(folder, 'made');
  mkdirSync(join(made, 'build/Release'), { recursive: true });
  writeFileSync(join(made, BINARY), binary ?? '');
  await create({ cwd: made, file: join(made, 'made.tar.gz'), gzip: true }, ['build']);
  host = createServer(({ url }, response) => {
    asked.push(url ?? '');
    response.statusCode = binary ? 200 : 404;
    // The answer ends with the connection, as with simple file servers.
    response.shouldKeepAlive = false;
    response.useChunkedEncodingByDefault = false;
    response.flushHeaders();
    response.end(binary ? readFileSync(join(made, 'made.tar.gz')) : '');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

async function install(from: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(folder, 'scripts/install/sqlite.mjs')], {
    env: { ...process.env, npm_config_sqlite3_binary_host: from },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}
const isCompiled = (): boolean => existsSync(join(folder, 'compiled'));
const isGood = (): boolean => readFileSync(join(sqlite, BINARY)).equals(GOOD);

describe('the postinstall script', () => {
  it('does nothing if the native add-on loads', async () => {
    cpSync(join(ROOT, 'node_modules/sqlite3', BINARY), join(sqlite, BINARY));
    expect(await install(await hostWith(GOOD))).toEqual({ code: 0, said: '' });
    expect([asked, isCompiled()]).toEqual([[], false]);
  });

  it('does nothing if the package itself is missing, as in a dry run of npm', async () => {
    rmSync(sqlite, { recursive: true });
    expect(await install(await hostWith(GOOD))).toEqual({ code: 0, said: '' });
  });

  it('uses the prebuilt binary if that loads, without a compiler', async () => {
    const { code, said } = await install(await hostWith(GOOD));
    expect([code, isCompiled(), isGood()]).toEqual([0, false, true]);
    expect(asked).toEqual([expect.stringMatching(/^\/v[\d.]+\/sqlite3-v[\d.]+-napi-v6-\w+-\w+\.tar\.gz$/)]);
    expect(said).toMatch(/took the binary that its authors made/);
  });

  it('compiles if the prebuilt binary does not load on this system, and prints this and the duration', async () => {
    const { code, said } = await install(await hostWith(UNLOADABLE));
    expect([code, isCompiled(), isGood()]).toEqual([0, true, true]);
    expect(said).toMatch(/does not load here \(.+\)\.\n.*takes one to three minutes/);
  });

  it('compiles if the present binary does not load', async () => {
    mkdirSync(join(sqlite, 'build/Release'), { recursive: true });
    writeFileSync(join(sqlite, BINARY), UNLOADABLE);
    const { code } = await install(await hostWith());
    expect([code, isCompiled(), isGood()]).toEqual([0, true, true]);
  });

  it('compiles if there is no prebuilt binary', async () => {
    const { code, said } = await install(await hostWith());
    expect([code, isCompiled(), isGood()]).toEqual([0, true, true]);
    expect(said).toMatch(/there is no ready-made binary at http.* \(status 404\)/);
  });

  it('compiles in a path without a space, because make cannot do it in another', async () => {
    const outer = folder;
    anInstallationIn(join(outer, 'Rack 7'));
    const compiler = join(sqlite, 'node_modules/node-gyp/bin/node-gyp.js');
    writeFileSync(compiler, `if (/\\s/.test(process.cwd())) process.exit(1);${readFileSync(compiler, 'utf8')}`);
    const { code } = await install(await hostWith());
    expect([code, isCompiled(), isGood()]).toEqual([0, true, true]);
    folder = outer;
  });

  it('names the command to run if the headers of Node are not available', async () => {
    compilerThat(`console.error('gyp ERR! stack FetchError: getaddrinfo ENOTFOUND nodejs.org'); process.exit(1);`);
    const { code, said } = await install(await hostWith());
    expect(code).toBe(1);
    expect(said).toMatch(/npm_package_config_node_gyp_nodedir=<folder> npm run postinstall/);
  });

  it('names the packages to install if there is no compiler', async () => {
    compilerThat(`console.error('gyp ERR! stack Error: not found: make'); process.exit(1);`);
    const { code, said } = await install(await hostWith());
    expect(code).toBe(1);
    expect(said).toMatch(/apt install python3 make g\+\+.* npm run postinstall/);
  });
});
