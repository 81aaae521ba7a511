import { connect } from 'node:net';

/**
 * Sends a request repeatedly over `connections` keep-alive sockets for `seconds`; several `bodies` one after another, and
 * several bearer `tokens`. Reads answers by their Content-Length only, so that the load costs less than the server under test.
 */
export async function load(wanted) {
  const { port, method = 'GET', path, headers = {}, tokens = [], bodies = [''], connections = 8, seconds = 2 } = wanted;
  const requests = Array.from({ length: bodies.length * Math.max(1, tokens.length) }, (_, number) => {
    const token = tokens[number % tokens.length];
    const all = { host: `127.0.0.1:${port}`, ...headers, ...(token && { authorization: `Bearer ${token}` }) };
    return requestOf(method, path, all, bodies[number % bodies.length]);
  });
  const latencies = [];
  const statuses = new Map();
  const end = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => one(port, requests, end, latencies, statuses)));
  return { perSecond: latencies.length / seconds, latencies, statuses };
}

function requestOf(method, path, headers, body) {
  const all = body ? { ...headers, 'content-type': 'application/json', 'content-length': body.length } : headers;
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Reads into one buffer for each socket: a stream with a buffer for each chunk costs as much as the server under test. */
function one(port, requests, end, latencies, statuses) {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let sent = 0;
    let missing = 0;
    let head = '';
    const received = (size, bytes) => {
      if (missing > 0) {
        missing -= size;
        if (missing <= 0) done();
        return true;
      }
      head += bytes.latin1Slice(0, Math.min(size, 4096));
      const bodyAt = head.indexOf('\r\n\r\n');
      if (bodyAt < 0) return true;
      const status = head.slice(9, 12);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      missing = length - (size - (bodyAt + 4));
      head = '';
      if (missing <= 0) done();
      return true;
    };
    const onread = { buffer: Buffer.alloc(64 * 1024), callback: received };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    const send = () => {
      if (performance.now() >= end) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(requests[sent++ % requests.length]);
    };
    const done = () => {
      latencies.push(performance.now() - sentAt);
      send();
    };
    socket.on('connect', send);
    socket.on('error', reject);
  });
}
