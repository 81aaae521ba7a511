import { WebSocket } from 'ws';

/**
 * Opens `count` stream readers on `port`, prints "open" when each has its first message, and then prints for every
 * further message round the moment (ms since 1970) at which the last reader had it. With "stall" each stops reading
 * after its first message.
 */
const [port, token, count] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4])];
const stalls = process.argv[5] === 'stall';
const now = () => performance.timeOrigin + performance.now();
let open = 0;
let received = 0;
for (let index = 0; index < count; index++) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false });
  let first = true;
  socket.on('open', () => socket.send(JSON.stringify({ cookie: token })));
  socket.on('message', () => {
    if (first) {
      first = false;
      if (stalls) socket.pause();
      if (++open === count) console.log('open');
      return;
    }
    if (++received % count === 0) console.log(`last ${now()}`);
  });
  socket.on('close', () => process.exit(1));
  if (index % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 10));
}
