import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { accessToken, median, PASSWORD, print, signIn, start, startController, temporaryFolder } from './support.mjs';

/** The cost of a sign-in, the effect of a flood of them on the poll cycle, and the cost of checking a credential. */
export async function benchSignIn() {
  const { child, port } = await startController(48);
  // A token, because only the newest eight sessions of a user stay valid.
  const token = await accessToken(port, await signIn(port));
  await rate(port, child.pid);
  await flood(port, token);
  child.kill();
  await recognising();
}

async function rate(port, pid) {
  const times = [];
  const peakBefore = peakMemory(pid);
  for (let count = 0; count < 60; count++) {
    const from = performance.now();
    await signIn(port);
    times.push(performance.now() - from);
  }
  print('sign-in, one after the other: median', `${median(times).toFixed(1)} ms`);
  print('  for each second', (1000 / median(times)).toFixed(0));
  print(
    '  peak memory above that of before',
    `${(peakMemory(pid) - peakBefore).toFixed(0)} MB`,
    'argon2id: 19 MiB each, one at a time',
  );
}

const peakMemory = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** 200 concurrent sign-ins for some seconds; the stream's messages show the delay of the poll cycles. */
async function flood(port, token) {
  const arrivals = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.on('message', () => arrivals.push(performance.now()));
  socket.send(JSON.stringify({ token }));
  const gaps = async (seconds) => {
    arrivals.length = 0;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return arrivals.slice(1).map((at, index) => at - arrivals[index]);
  };
  const late = (list) => Math.max(...list.map((gap) => Math.abs(gap - 1000)));

  await new Promise((resolve) => setTimeout(resolve, 1100)); // the first message is sent at once, not with a poll cycle
  const quiet = await gaps(6);
  const answers = new Map();
  let going = true;
  const one = async () => {
    while (going) {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/login`, {
        method: 'POST',
        body: JSON.stringify({ username: 'admin', password: PASSWORD }),
      });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      // A refused client waits a little, or the flood would consist of refusals only.
      if (status === 429) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const all = Array.from({ length: 200 }, one);
  const flooded = await gaps(6);
  going = false;
  await Promise.all(all);
  socket.close();
  print('a poll cycle’s delay at rest: worst of 6 s', `${late(quiet).toFixed(1)} ms`);
  print('a poll cycle’s delay with 200 sign-ins at once: worst of 6 s', `${late(flooded).toFixed(1)} ms`);
  print('  answered in that time', [...answers].map(([status, count]) => `${status}: ${count}`).join(', '));
}

async function recognising() {
  const { child, found } = await start(
    'bench/guard-server.mjs',
    { BENCH_DATA: join(temporaryFolder(), 'data') },
    /result ({.*})/,
  );
  for (const [name, microseconds] of Object.entries(JSON.parse(found[1]))) {
    print(`recognising a repeated ${name}: CPU`, `${microseconds.toFixed(1)} µs`, 'aim < 50 µs');
  }
  child.kill();
}
