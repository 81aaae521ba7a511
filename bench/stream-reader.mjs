import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { constants, deflateRawSync } from 'node:zlib';

/**
 * Opens stream readers as its argument (JSON) says: `count` of them on `port` with the session `token`, offering the
 * extensions `offer`, over TLS with `tls`. They count frames and do not decompress, so that they take little of the CPU.
 *
 * Prints "open" when each has its first message, and then for every further message round "last" with the moment (ms
 * since 1970) at which the last reader had it, and the bytes of one message. With `stalls` each stops reading after its
 * first message. With `returns` those whose connection has ended wait for a line of the standard input and then connect
 * again, all at the same instant; "back" is printed with the moments of that instant and of the last reader's message,
 * and the number of connections that this took. With `events` they read server-sent events.
 */
const { port, token, count, offer, tls, stalls, returns, events } = JSON.parse(process.argv[2]);
const now = () => performance.timeOrigin + performance.now();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const dial = (listener) =>
  tls
    ? connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false }, listener)
    : connect(port, '127.0.0.1', listener);
const UPGRADE = [
  'GET /ws HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ...(offer ? [`Sec-WebSocket-Extensions: ${offer}`] : []),
];
/** Compressed where that is offered, as Python's websockets does whatever the length. */
const CREDENTIAL = offer
  ? deflateRawSync(JSON.stringify({ cookie: token }), { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)
  : Buffer.from(JSON.stringify({ cookie: token }));
/** A masked text frame of up to 125 bytes; the mask is zero. */
const FIRST_MESSAGE = Buffer.concat([
  Buffer.from([offer ? 0xc1 : 0x81, 0x80 | CREDENTIAL.length, 0, 0, 0, 0]),
  CREDENTIAL,
]);

let open = 0;
let received = 0;
let attempts = 0;
/** The instant at which all connected again. */
let since;

function read(size, isFirst) {
  if (!isFirst) {
    if (++received % count === 0) console.log(`last ${now()} ${size}`);
    return;
  }
  if (++open < count) return;
  console.log(since === undefined ? 'open' : `back ${since} ${now()} ${attempts}`);
}

/** One reader of server-sent events: each ends with an empty line, which JSON does not have. */
function eventReader() {
  return new Promise((resolve) => {
    const socket = dial(() =>
      socket.write(`GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: SPID=${token}\r\n\r\n`),
    );
    let size = 0;
    let parts = 0;
    let isAfterLineFeed = false;
    socket.on('data', (chunk) => {
      for (let from = 0, at; from < chunk.length; from = at + 1) {
        at = chunk.indexOf(0x0a, from);
        if (at < 0) {
          size += chunk.length - from;
          isAfterLineFeed = false;
          return;
        }
        size += at + 1 - from;
        const isEmptyLine = at === from && (from > 0 ? chunk[from - 1] === 0x0a : isAfterLineFeed);
        // The head of the response ends with CR LF; the first event is the time after which to connect again.
        if (isEmptyLine && parts++ > 0) {
          read(size, parts === 2);
          size = 0;
        }
      }
      isAfterLineFeed = chunk.at(-1) === 0x0a;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(parts));
  });
}

/** One reader; resolves when its connection ends, with the number of its messages. */
function reader() {
  return new Promise((resolve) => {
    attempts++;
    const socket = dial(() => socket.write(`${UPGRADE.join('\r\n')}\r\n\r\n`));
    let isUpgraded = false;
    let messages = 0;
    let unread = Buffer.alloc(0);
    let payload = 0;
    let size = 0;
    socket.on('data', (chunk) => {
      unread = unread.length > 0 ? Buffer.concat([unread, chunk]) : chunk;
      if (!isUpgraded) {
        const end = unread.indexOf('\r\n\r\n');
        if (end < 0) return;
        isUpgraded = true;
        unread = unread.subarray(end + 4);
        socket.write(FIRST_MESSAGE);
      }
      while (unread.length > 0) {
        if (payload === 0) {
          const head = unread[1] < 126 ? 2 : unread[1] === 126 ? 4 : 10;
          if (unread.length < head) return;
          payload = head === 2 ? unread[1] : head === 4 ? unread.readUInt16BE(2) : Number(unread.readBigUInt64BE(2));
          size = head + payload;
          unread = unread.subarray(head);
        }
        const part = Math.min(payload, unread.length);
        payload -= part;
        unread = unread.subarray(part);
        if (payload > 0) return;
        read(size, messages++ === 0);
        if (stalls) return socket.pause();
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(messages));
  });
}

/** Resolves for all readers at once, with the next line of the standard input. */
let again = nextLine();

async function nextLine() {
  if (!returns) return;
  await once(process.stdin, 'data');
  open = received = attempts = 0;
  since = now();
  again = nextLine();
}

async function stayOpen() {
  for (;;) {
    const isAgain = again;
    const messages = await (events ? eventReader() : reader());
    if (!returns) process.exit(1);
    if (messages > 0) await isAgain;
    else await pause(250);
  }
}

for (let index = 0; index < count; index++) {
  void stayOpen();
  if (index % 50 === 49) await pause(10);
}
