import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { median, percentile, print, signIn, startController, temporaryFolder } from '../support.mjs';
import { freePort } from '../measure-start.mjs';

const RUNS = 100;
const AT_ONCE = 8;

/** A command over SSH, from the start of the client to its end, beside sshd running `true`. */
export async function benchSsh() {
  const folder = temporaryFolder();
  const key = makeKey(folder, 'key');
  const { child, port } = await startController(16, folder);
  const ssh = await freePort();
  const post = async (path, body) => {
    const headers = { cookie: `SPID=${await session}`, 'content-type': 'application/json' };
    await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const session = signIn(port);
  await post('/api/conf', { sshEnabled: true, sshPort: ssh });
  await post('/api/users/1/sshKey', { sshKeyName: 'bench', sshKey: readFileSync(`${key}.pub`, 'utf8').trim() });

  for (let open = false; !open;) open = await connects(ssh); // it listens a moment after the answer

  const reference = existsSync('/usr/sbin/sshd') ? await startSshd(folder, key) : undefined;
  const before = memory(child.pid);
  const [own, theirs] = [[], []];
  for (let count = 0; count < RUNS; count++) {
    own.push(await run(folder, key, ssh, 'admin', 'ver'));
    // In turns, so that what else the machine does concerns both.
    if (reference) theirs.push(await run(folder, key, reference.port, userInfo().username, 'true'));
  }
  print('a command over SSH, one after the other: median', `${median(own).toFixed(0)} ms`);
  print('  the slowest of twenty', `${percentile(own, 0.95).toFixed(0)} ms`);
  if (reference) {
    print('sshd running true: median', `${median(theirs).toFixed(0)} ms`);
    print('  ratio of the medians', (median(own) / median(theirs)).toFixed(2), 'at most 2');
    reference.server.kill();
  } else {
    console.log('  sshd is missing (Debian package openssh-server), so there is nothing to compare it with');
  }
  const burst = await together(() => run(folder, key, ssh, 'admin', 'ver'));
  print(`  ${AT_ONCE} at once: median`, `${median(burst).toFixed(0)} ms`);
  print('  memory after these, above that of before', `${(memory(child.pid) - before).toFixed(0)} MB`);
  child.kill();
}

async function together(once) {
  const lists = await Promise.all(Array.from({ length: AT_ONCE }, () => inARow(once, RUNS / AT_ONCE)));
  return lists.flat();
}

async function inARow(once, count) {
  const times = [];
  for (let done = 0; done < count; done++) times.push(await once());
  return times;
}

function run(folder, key, port, user, command) {
  const options = ['StrictHostKeyChecking=no', `UserKnownHostsFile=${join(folder, 'known_hosts')}`, 'LogLevel=ERROR'];
  const args = [...options.flatMap((option) => ['-o', option]), '-F', 'none', '-i', key, '-p', String(port)];
  const from = performance.now();
  return new Promise((resolve, reject) => {
    execFile('ssh', [...args, `${user}@127.0.0.1`, command], (error, _, stderr) =>
      error ? reject(new Error(stderr)) : resolve(performance.now() - from),
    );
  });
}

async function startSshd(folder, key) {
  const port = await freePort();
  const host = makeKey(folder, 'host');
  mkdirSync('/run/sshd', { recursive: true });
  const config = join(folder, 'sshd_config');
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${host}`,
      `AuthorizedKeysFile ${key}.pub`,
      'StrictModes no',
      'UsePAM no',
      'UseDNS no',
      'PermitRootLogin yes',
      'PidFile none',
      'SetEnv SHLVL=2', // bash as an inner shell reads no ~/.bashrc, which may take longer than all else
      '',
    ].join('\n'),
  );
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve) => server.stderr.on('data', (text) => String(text).includes('listening') && resolve()));
  return { server, port };
}

function makeKey(folder, name) {
  const path = join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-N', '', '-t', 'ed25519', '-f', path]);
  return path;
}

const connects = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const memory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
