import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';
import { createApp } from '../dist/app.js';
import { readConfig } from '../dist/config/runtime-config.js';
import { MeterPollerService } from '../dist/hardware/meter-poller.service.js';
import { median, PASSWORD, print, profileOf, signIn, temporaryFolder } from './support.mjs';

const READERS = 1000;
const ROUNDS = 25;

/** Time until the last of 1,000 readers has a message, against raw ws sending one shared buffer of the same size. */
export async function benchStream() {
  const config = readConfig({
    RACKFEED_MODEL: profileOf(48, temporaryFolder()),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
  });
  const app = await createApp({ ...config, dataDir: ':memory:' }, { polling: false });
  await app.listen(0, '127.0.0.1');
  const poller = app.get(MeterPollerService);
  const port = app.getHttpServer().address().port;
  const token = await signIn(port);

  const raw = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  let payload = Buffer.from('{}');
  raw.on('connection', (socket) => socket.once('message', () => socket.send(payload, { binary: false })));

  const stream = await readers(port, token);
  payload = Buffer.alloc(stream.size, 0x20);
  const bare = await readers(raw.address().port, token);

  const rackfeed = [];
  const prepared = [];
  for (let round = 0; round < ROUNDS; round++) {
    rackfeed.push(await stream.round(() => poller.poll()));
    prepared.push(
      await bare.round(() => {
        for (const socket of raw.clients) socket.send(payload, { binary: false });
      }),
    );
  }
  const ratio = median(rackfeed.slice(3)) / median(prepared.slice(3));
  print(
    `raw ws, one prepared buffer of ${payload.length} bytes, 1,000 readers: last has it`,
    `${median(prepared).toFixed(1)} ms`,
  );
  print('the stream, from the start of the poll cycle: last has it', `${median(rackfeed).toFixed(1)} ms`);
  print('the stream against raw ws', ratio.toFixed(2), 'aim ≤ 1.3');
  stream.stop();
  await stalled(poller, port, token);
  bare.stop();
  raw.close();
  await app.close();
}

/** The cost of readers that stop reading: the memory of the controller after 1,000 more messages, for each of them. */
async function stalled(poller, port, token) {
  const count = 100;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stream-reader.mjs'), port, token, count, 'stall'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  // Messages queued for a socket are in buffers outside the heap.
  const queued = () => process.memoryUsage().rss / 1024;
  const before = queued();
  for (let round = 0; round < 1000; round++) {
    await poller.poll();
    await new Promise((resolve) => setImmediate(resolve));
  }
  print(
    'a reader that stops reading: memory after 1,000 messages',
    `${((queued() - before) / count).toFixed(0)} KiB`,
    'aim ≤ 256 KiB',
  );
  child.kill('SIGKILL');
}

async function readers(port, token) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stream-reader.mjs'), port, token, READERS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const { WebSocket } = await import('ws');
  const size = await new Promise((resolve) => {
    const probe = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    probe.on('open', () => probe.send(JSON.stringify({ cookie: token })));
    probe.once('message', (data) => {
      resolve(data.length);
      probe.terminate();
    });
  });
  return {
    size,
    async round(send) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      const from = performance.timeOrigin + performance.now();
      await send();
      const { value } = await lines.next();
      return Number(value.slice(5)) - from;
    },
    stop: () => child.kill(),
  };
}
