import { connect } from 'node:net';

/**
 * Sends one request again and again over `connections` keep-alive sockets for `seconds`. Reads answers by their
 * Content-Length only, so that the load costs less than the server under test.
 */
export async function load({ port, path, headers = {}, connections = 8, seconds = 2 }) {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const latencies = [];
  const statuses = new Map();
  const end = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => one(port, request, end, latencies, statuses)));
  return { perSecond: latencies.length / seconds, latencies, statuses };
}

function one(port, request, end, latencies, statuses) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let missing = 0;
    let head = '';
    const send = () => {
      if (performance.now() >= end) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    const done = () => {
      latencies.push(performance.now() - sentAt);
      send();
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing <= 0) done();
        return;
      }
      head += chunk.latin1Slice(0, Math.min(chunk.length, 4096));
      const bodyAt = head.indexOf('\r\n\r\n');
      if (bodyAt < 0) return;
      const status = head.slice(9, 12);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      missing = length - (chunk.length - (bodyAt + 4));
      head = '';
      if (missing <= 0) done();
    });
  });
}
