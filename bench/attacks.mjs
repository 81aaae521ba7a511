import { connect } from 'node:net';
import { WebSocket } from 'ws';

/** Floods a controller in one of these ways until its input ends; then prints the number of answers by status. */
const [kind, port, token, receiver] = process.argv.slice(2);
const url = `http://127.0.0.1:${port}`;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const answers = new Map();
const count = (what) => answers.set(what, (answers.get(what) ?? 0) + 1);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const send = (method, path, body, more = headers) =>
  fetch(url + path, { method, headers: more, body: JSON.stringify(body) }).then(
    async (answer) => {
      const text = await answer.text();
      count(answer.status);
      return text;
    },
    (error) => count(error.cause?.code ?? error.message),
  );

/** Calls `once` this many times a second, whatever its result. */
const everySecond = (times, once) => setInterval(() => Array.from({ length: times / 10 }, once), 100);

const KINDS = {
  /** A request whose body is never sent. */
  bodies: () =>
    everySecond(200, () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1' });
      socket.write('POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\n{');
      socket.on('connect', () => count('connected')).on('error', ({ code }) => count(code));
      socket.on('close', () => count('closed')).resume();
    }),
  commands: async () => {
    for (;;) {
      const all = Array.from({ length: 1500 }, (_, number) =>
        send('PUT', `/api/outlets/${1 + (number % 8)}`, { state: number % 2 ? 'ON' : 'OFF' }),
      );
      await Promise.all(all);
      await sleep(100);
    }
  },
  /** Requests from different addresses of the loopback network, as by a botnet. */
  signIns: () => {
    let number = 0;
    everySecond(400, () => {
      const sender = `127.${1 + (number >> 8 && number % 200)}.${(number >> 4) % 250}.${1 + (++number % 250)}`;
      const body = JSON.stringify({ username: `user${number}`, password: 'not the password' });
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: sender });
      socket.on('error', ({ code }) => count(code));
      socket.on('data', (chunk) => {
        count(chunk.toString('latin1', 9, 12));
        socket.destroy();
      });
      const head = `POST /api/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
      socket.write(head + body);
    });
  },
  /** Every event occurs once a second. */
  events: async () => {
    const actions = [];
    for (let number = 0; number < 20; number++) {
      const params = [`http://127.0.0.1:${receiver}/${number}`];
      actions.push(JSON.parse(await send('POST', '/api/actions', { name: `Post ${number}`, code: 20, params })).id);
    }
    for (let number = 0; number < 300; number++) {
      await send('POST', '/api/events', { name: `Second ${number}`, code: 54, params: ['1'], actions });
    }
  },
  streams: async () => {
    for (let number = 0; number < 2048; number++) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false });
      socket.on('open', () => socket.send(JSON.stringify({ token })));
      socket.on('error', ({ code, message }) => count(code ?? message));
      socket.on('close', (code) => count(`closed ${code}`)).once('message', () => count('streams'));
      if (number % 32 === 0) await sleep(10);
    }
  },
};

process.stdin.resume().on('end', () => {
  console.log([...answers].map((each) => each.join(': ')).join(', '));
  process.exit(0);
});
const begun = KINDS[kind]();
// A flood that needs preparation, such as events, has begun when that is done.
if (kind !== 'commands') await begun;
await sleep(500);
console.log('begun');
