import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import { measureStart } from './measure-start.mjs';
import { median, PASSWORD, print, start, switchers, temporaryFolder } from './support.mjs';

const ROUNDS = 9;
/** The compile cache of a first start is stored five seconds after it. */
const REST = 7000;
const ROOT = join(import.meta.dirname, '..');

/** The one-file release as the systemd unit starts it, beside bare node:http. */
export async function benchRelease() {
  const folder = temporaryFolder();
  const { flags, entry, variables } = bundledRelease(folder);
  const environment = {
    ...variables,
    RACKFEED_HOST: '127.0.0.1',
    RACKFEED_DATA_DIR: join(folder, 'data'),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
  };
  const commands = {
    'bare node:http': [join(import.meta.dirname, 'bare-start.mjs')],
    'one file': [...flags, entry],
  };
  const seen = { 'bare node:http': [], 'one file': [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, command] of Object.entries(commands)) {
      seen[name].push(await measureStart(command, environment, REST));
    }
  }
  const [first] = seen['one file'];
  print('one file, first start', `${first.ms.toFixed(0)} ms`);
  for (const [name, [, ...starts]] of Object.entries(seen)) {
    const range = (what, unit) => {
      const values = starts.map((start) => start[what]).sort((a, b) => a - b);
      return `${median(values).toFixed(0)} ${unit} (${values[0].toFixed(0)} to ${values.at(-1).toFixed(0)})`;
    };
    const isOurs = name === 'one file';
    print(`${name}: start to first answer`, range('ms', 'ms'), isOurs ? 'aim ≤ 350 ms' : '');
    print(`${name}: processor time until then`, range('cpu', 'ms'));
    print(`${name}: resident after ${REST / 1000} s`, range('megabytes', 'MB'), isOurs ? 'aim ≤ 100 MB' : '');
  }
  const bare = seen['bare node:http'].slice(1);
  const against = (what) =>
    median(seen['one file'].slice(1).map((each, round) => each[what] / bare[round][what])).toFixed(2);
  print('one file against bare: start', against('ms'), 'aim ≤ 3.5');
  print('one file against bare: resident', against('megabytes'), 'aim ≤ 1.9');
  const loaded = await residentUnderLoad(entry, environment, flags);
  const ratio = loaded / median(bare.map(({ megabytes }) => megabytes));
  print('one file, 16 clients reading and switching: resident', `${loaded.toFixed(0)} MB`);
  print('  against bare at rest', ratio.toFixed(2), 'aim ≤ 2.5');
}

/** The resident memory of the release after half a minute with eight clients that read and eight that switch, MB. */
async function residentUnderLoad(entry, environment, flags) {
  const ready = /ready at http:\/\/127\.0\.0\.1:(\d+)/;
  const { child, found } = await start(entry, { ...environment, RACKFEED_PORT: '0' }, ready, flags);
  const port = Number(found[1]);
  const tokens = await switchers(port);
  const common = { port, tokens, connections: 8, seconds: 30 };
  await Promise.all([
    load({ ...common, path: '/api/outlets' }),
    load({ ...common, method: 'PUT', path: '/api/outlets/1', bodies: ['{"state":"OFF"}', '{"state":"ON"}'] }),
  ]);
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
  child.kill();
  return megabytes;
}

/** Builds the release in this folder; answers the command by which the systemd unit starts it. */
export function bundledRelease(folder) {
  execFileSync(process.execPath, [join(ROOT, 'scripts/bundle.mjs'), '--out', folder], { stdio: 'ignore' });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return { ...documented(), entry: join(folder, `rackfeed-${version}`, 'dist/main.js') };
}

/** The flags and variables of the unit file, so that the recommended start is measured. */
function documented() {
  const unit = readFileSync(join(ROOT, 'packaging/systemd/rackfeed.service'), 'utf8');
  const [, flags] = /^ExecStart=\S+ node (.*) \S+$/m.exec(unit);
  return {
    flags: flags.split(' '),
    variables: Object.fromEntries([...unit.matchAll(/\b(MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
  };
}
