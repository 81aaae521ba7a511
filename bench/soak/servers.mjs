import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../measure-start.mjs';

const MOSQUITTO = '/usr/sbin/mosquitto';
const BROKER_AWAY_MS = 4000;

const listening = async (server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server.address().port;
};

/**
 * The servers that the controller speaks to, none of which can be relied on: a receiver of posts that is slow for one in ten and
 * refuses two, a syslog server that closes its connections, and a broker that is killed every 20 s if mosquitto is installed.
 */
export async function startServers(load, folder) {
  let number = 0;
  const receiver = createHttpServer((request, response) => {
    load.count('posts received');
    const kind = number++ % 10;
    request.resume().on('end', () => {
      if (kind === 0) return; // until the controller gives up
      response.statusCode = kind < 3 ? 503 : 200;
      response.end();
    });
  });
  const syslog = createServer((socket) => {
    socket.on('data', (bytes) => load.count('bytes of syslog', bytes.length)).on('error', () => undefined);
    setTimeout(() => socket.destroy(), 10_000).unref();
  });
  const ports = { receiver: await listening(receiver), syslog: await listening(syslog), mqtt: await freePort() };
  const startBroker = brokerOf(folder, ports.mqtt);
  let broker = startBroker();
  load.repeat('broker killed', 20_000, async () => {
    broker?.kill('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, BROKER_AWAY_MS));
    broker = startBroker();
  });
  process.once('exit', () => broker?.kill('SIGKILL'));
  return ports;
}

function brokerOf(folder, port) {
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\n`);
  return () => (existsSync(MOSQUITTO) ? spawn(MOSQUITTO, ['-c', file], { stdio: 'ignore' }) : undefined);
}
