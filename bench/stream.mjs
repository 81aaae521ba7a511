import { WebSocketServer } from 'ws';
import { createApp } from '../dist/app.js';
import { readConfig } from '../dist/config/runtime-config.js';
import { MeterPollerService } from '../dist/hardware/meter-poller.service.js';
import { median, PASSWORD, print, profileOf, signIn, startReaders, temporaryFolder } from './support.mjs';

const READERS = 1000;
const ROUNDS = 25;
/** Chromium's offer. */
const OFFER = 'permessage-deflate; client_max_window_bits';

/**
 * Time until the last of 1,000 readers has a message, and the CPU of the server for it, against raw ws sending one shared
 * buffer of the same size: plain and compressed readers, interleaved in one run.
 */
export async function benchStream() {
  const [plainApp, compressedApp] = [await controller(), await controller()];
  const raw = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  let payload = Buffer.from('{}');
  raw.on('connection', (socket) => socket.once('message', () => socket.send(payload, { binary: false })));

  const plain = await startReaders({ port: plainApp.port, token: plainApp.token, count: READERS });
  const compressed = await startReaders({
    port: compressedApp.port,
    token: compressedApp.token,
    count: READERS,
    offer: OFFER,
  });
  const bare = await startReaders({ port: raw.address().port, token: plainApp.token, count: READERS });
  const waysToSend = {
    plain: [plain, () => plainApp.poller.poll()],
    compressed: [compressed, () => compressedApp.poller.poll()],
    bare: [
      bare,
      () => {
        for (const socket of raw.clients) socket.send(payload, { binary: false });
      },
    ],
  };
  payload = Buffer.alloc((await round(...waysToSend.plain)).size - 4, 0x20);
  const seen = { plain: [], compressed: [], bare: [] };
  for (let count = 0; count < ROUNDS; count++) {
    for (const [name, way] of Object.entries(waysToSend)) seen[name].push(await round(...way));
  }
  const of = (name, what) => median(seen[name].slice(3).map((one) => one[what]));
  const ms = (value) => `${value.toFixed(1)} ms`;
  print(`raw ws, one buffer of ${payload.length} bytes, 1,000 readers: last has it`, ms(of('bare', 'ms')));
  print('the stream, from the start of the poll cycle: last has it', ms(of('plain', 'ms')));
  print('the stream against raw ws', (of('plain', 'ms') / of('bare', 'ms')).toFixed(2), 'aim ≤ 1.3');
  print('the same compressed: last has it', ms(of('compressed', 'ms')));
  print(
    'bytes of a message, plain and compressed',
    `${of('plain', 'size')} ${of('compressed', 'size')}`,
    'aim ≤ 3,500',
  );
  print('CPU of a poll cycle with 1,000 readers: raw ws', ms(of('bare', 'cpu')));
  print('CPU of a poll cycle with 1,000 readers: plain', ms(of('plain', 'cpu')));
  print('CPU of a poll cycle with 1,000 readers: compressed', ms(of('compressed', 'cpu')));
  print('CPU, compressed against raw ws', (of('compressed', 'cpu') / of('bare', 'cpu')).toFixed(2), 'aim < 1');
  for (const each of [plain, compressed, bare]) each.stop();
  await besideEvents(plainApp, compressedApp);
  await stalled(plainApp);
  raw.close();
  await plainApp.app.close();
  await compressedApp.app.close();
}

async function controller() {
  const config = readConfig({
    RACKFEED_MODEL: profileOf(48, temporaryFolder()),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
  });
  const app = await createApp({ ...config, dataDir: ':memory:' }, { polling: false });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address();
  return { app, port, poller: app.get(MeterPollerService), token: await signIn(port) };
}

/** The CPU of 200 readers of server-sent events beside 200 WebSockets, against 400 WebSockets, all of them plain. */
async function besideEvents(one, other) {
  const of = ({ port, token }, count, options = {}) => startReaders({ port, token, count, ...options });
  const alike = [await of(one, 400)];
  const mixed = [await of(other, 200), await of(other, 200, { events: true })];
  const seen = { alike: [], mixed: [] };
  for (let count = 0; count < ROUNDS; count++) {
    seen.alike.push(await round(together(alike), () => one.poller.poll()));
    seen.mixed.push(await round(together(mixed), () => other.poller.poll()));
  }
  const cpu = (rounds) => median(rounds.slice(3).map((each) => each.cpu));
  print('CPU of a poll cycle with 400 WebSockets', `${cpu(seen.alike).toFixed(1)} ms`);
  print('CPU of a poll cycle with 200 WebSockets and 200 server-sent events', `${cpu(seen.mixed).toFixed(1)} ms`);
  print('server-sent events against WebSockets', (cpu(seen.mixed) / cpu(seen.alike)).toFixed(2), 'aim ≤ 1.2');
  for (const readers of [...alike, ...mixed]) readers.stop();
}

/** Several groups of readers as one: its line is that of the group that has the message last. */
const together = (groups) => ({
  line: async () => {
    const lines = await Promise.all(groups.map((group) => group.line()));
    return lines.sort((a, b) => Number(b.split(' ')[1]) - Number(a.split(' ')[1]))[0];
  },
});

/** One message to all readers: ms until the last has it, CPU of this process until then, and its size. */
async function round(readers, send) {
  await new Promise((resolve) => setTimeout(resolve, 30));
  const from = performance.timeOrigin + performance.now();
  const before = process.cpuUsage();
  await send();
  const [, at, size] = (await readers.line()).split(' ');
  const { user, system } = process.cpuUsage(before);
  return { ms: Number(at) - from, cpu: (user + system) / 1000, size: Number(size) };
}

/** The cost of readers that stop reading: the memory of the controller after 1,000 more messages, for each of them. */
async function stalled({ poller, port, token }) {
  const count = 100;
  const readers = await startReaders({ port, token, count, stalls: true });
  // Messages queued for a socket are in buffers outside the heap.
  const queued = () => process.memoryUsage().rss / 1024;
  const before = queued();
  for (let sent = 0; sent < 1000; sent++) {
    await poller.poll();
    await new Promise((resolve) => setImmediate(resolve));
  }
  print(
    'a reader that stops reading: memory after 1,000 messages',
    `${((queued() - before) / count).toFixed(0)} KiB`,
    'aim ≤ 256 KiB',
  );
  readers.stop();
}
