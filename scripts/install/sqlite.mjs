/**
 * The postinstall script: makes sure that the native add-on of sqlite3 loads on this machine. Where it does already,
 * nothing happens. Otherwise the prebuilt binary of its authors is fetched and tested (it needs a C library as new as
 * theirs), and if that is not available or does not load, it is compiled.
 *
 *   npm_config_sqlite3_binary_host            the address of the binary, instead of GitHub
 *   npm_package_config_node_gyp_nodedir       folder of Node's headers (with include/node/node.h), for the compiler
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'node_modules/sqlite3');
const BINARY = join(PACKAGE, 'build/Release/node_sqlite3.node');
const RELEASES = 'https://github.com/TryGhost/node-sqlite3/releases/download';
const FETCH_WITHIN_MS = 60_000;
const HEADERS = 'npm_package_config_node_gyp_nodedir';
const require = createRequire(import.meta.url);

// It is missing in a dry run of npm.
if (existsSync(join(PACKAGE, 'package.json')) && whyItDoesNotLoad() !== undefined) await mend();

async function mend() {
  let reason = await fetchBinary();
  if (reason === undefined) {
    reason = whyItDoesNotLoad();
    if (reason === undefined) {
      console.log('SQLite: took the binary that its authors made; it loads here.');
      return;
    }
    reason = `the binary that its authors made does not load here (${reason})`;
  }
  rmSync(join(PACKAGE, 'build'), { recursive: true, force: true });
  console.log(`SQLite: ${reason}.`);
  console.log(
    'SQLite: compiling it for this machine, which takes one to three minutes, and much longer on a small board …',
  );
  const begun = performance.now();
  const { code, output } = /\s/.test(PACKAGE) ? await compileElsewhere() : await compile(PACKAGE);
  const problem = code === 0 ? whyItDoesNotLoad() : 'the compiler failed';
  if (problem === undefined) {
    console.log(`SQLite: compiled in ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
    return;
  }
  console.error(output.split('\n').slice(-30).join('\n'));
  console.error(`SQLite: ${problem}; its last words stand above. ${remedy(output)}`);
  process.exit(1);
}

/** Loads it in a separate process, which an incompatible library may end. */
function whyItDoesNotLoad() {
  const { status, stderr } = spawnSync(process.execPath, ['-e', "require('sqlite3')"], { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return undefined;
  return (/^Error: (.*)$/m.exec(stderr ?? '')?.[1] ?? 'loading it ends the process').replaceAll(ROOT, '.');
}

/** Fetches the binary for this platform; answers the reason if it is not available. */
async function fetchBinary() {
  const { version, binary } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const api = Math.max(...binary.napi_versions);
  const platform = isMusl() ? 'linuxmusl' : process.platform;
  const file = `sqlite3-v${version}-napi-v${api}-${platform}-${process.arch}.tar.gz`;
  const host = process.env.npm_config_sqlite3_binary_host || RELEASES;
  const url = `${host.replace(/\/$/, '')}/v${version}/${file}`;
  try {
    const { EnvHttpProxyAgent, fetch } = require('undici');
    const { extract } = require('tar');
    const answer = await fetch(url, {
      dispatcher: new EnvHttpProxyAgent(),
      signal: AbortSignal.timeout(FETCH_WITHIN_MS),
    });
    if (!answer.ok) return `there is no ready-made binary at ${url} (status ${answer.status})`;
    await mkdir(PACKAGE, { recursive: true });
    const wanted = (path) => path.replace(/^\.\//, '') === 'build/Release/node_sqlite3.node';
    const archive = Buffer.from(await answer.arrayBuffer()); // a megabyte
    await pipeline(Readable.from([archive]), extract({ cwd: PACKAGE, filter: wanted }));
    return existsSync(BINARY) ? undefined : `what ${url} answers holds no binary`;
  } catch (error) {
    return `its ready-made binary cannot be fetched (${error.cause?.message || error.message})`;
  }
}

function isMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

/** In a path with a space make and the compiler find nothing: the package is compiled in a temporary folder instead. */
async function compileElsewhere() {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-sqlite-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const copy = join(folder, 'sqlite3');
    cpSync(PACKAGE, copy, { recursive: true });
    const result = await compile(copy);
    if (result.code === 0) cpSync(join(copy, 'build/Release/node_sqlite3.node'), BINARY);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiles with the headers of this Node's installation, so that nothing is fetched. */
function compile(folder) {
  const gyp = require.resolve('node-gyp/bin/node-gyp.js', { paths: [PACKAGE] });
  const beside = resolve(process.execPath, '../..');
  const isBeside = existsSync(join(beside, 'include/node/node.h'));
  const said = process.env[HEADERS] || process.env.npm_config_nodedir;
  const env = { ...process.env, ...(isBeside && !said && { [HEADERS]: beside }) };
  const child = spawn(process.execPath, [gyp, 'rebuild'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ code: 1, output: message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Instructions by the output of the compiler. */
function remedy(output) {
  if (
    /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|FetchError|fetch failed|node-v[\d.]+-headers|ECONNRESET/.test(output)
  ) {
    return `Node's headers could not be fetched from nodejs.org. Where include/node/node.h lies in a folder, name the folder: ${HEADERS}=<folder> npm run postinstall`;
  }
  return 'It needs python3, make and g++ ("apt install python3 make g++" on Debian); then run: npm run postinstall';
}
