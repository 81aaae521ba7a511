import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { WebSocket } from 'ws';

/**
 * Floods a controller in one of these ways until its input ends; then prints the number of answers by status.
 * `target` is the port of the receiver of posts, or that of the protocol server.
 */
const [kind, port, token, target] = process.argv.slice(2);
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
      const params = [`http://127.0.0.1:${target}/${number}`];
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
  /** 32 senders, each of which asks again when it has an answer or after a second, and 1,000 broken packets a second. */
  snmp: () => {
    const community = Buffer.from('siege-reads');
    // GETBULK of 50 from 1.3.6.1.2.1 on, version 2c.
    const pdu = Buffer.from('a519020401020304020100020132300b300906052b060102010500', 'hex');
    pdu[1] = pdu.length - 2;
    const body = Buffer.concat([Buffer.from([2, 1, 1, 4, community.length]), community, pdu]);
    const ask = Buffer.concat([Buffer.from([0x30, body.length]), body]);
    for (let number = 0; number < 32; number++) {
      const socket = createSocket('udp4');
      const send = () => socket.send(ask, Number(target), '127.0.0.1');
      let answered = 0;
      let before = -1;
      socket.on('message', () => {
        answered++;
        count('answers');
        send();
      });
      send();
      setInterval(() => {
        if (answered === before) send();
        before = answered;
      }, 1000);
    }
    const socket = createSocket('udp4');
    everySecond(1000, () => {
      const broken = Buffer.from(ask);
      broken[Math.floor(Math.random() * broken.length)] ^= 1 << Math.floor(Math.random() * 8);
      socket.send(broken, Number(target), '127.0.0.1');
    });
  },
  /** Connections that say nothing or stop within the greeting, from many addresses of the loopback network. */
  ssh: () => {
    let number = 0;
    everySecond(200, () => {
      const localAddress = `127.0.${number % 50}.${1 + (++number % 250)}`;
      const socket = connect({ port: Number(target), host: '127.0.0.1', localAddress });
      socket.on('error', ({ code }) => count(code)).on('close', () => count('closed'));
      socket.once('connect', () => count('connected')).resume();
      if (number % 2) socket.write('SSH-2.0-Ha');
    });
  },
  nut: () => requestsOnConnections(16, 'LIST VAR pdu\n', 'no such command\n', (data) => data.includes('END LIST')),
  modbus: () => {
    const read = Buffer.from('000100000006010330000040', 'hex');
    const broken = Buffer.from('00010000000601ff00000000', 'hex');
    requestsOnConnections(16, read, broken, () => true);
  },
};

/** Connections from four addresses; each sends the next request, every tenth time a bad one, once it has an answer. */
function requestsOnConnections(connections, request, bad, isEnd) {
  for (let number = 0; number < connections; number++) {
    const begin = () => {
      const socket = connect({ port: Number(target), host: '127.0.0.1', localAddress: `127.0.0.${1 + (number % 4)}` });
      let sent = 0;
      const send = () => socket.write(++sent % 10 === 0 ? bad : request);
      socket.on('connect', send).on('error', ({ code }) => count(code));
      socket.on('data', (data) => {
        if (sent % 10 !== 0 && !isEnd(data)) return;
        count('answers');
        send();
      });
      socket.on('close', () => {
        count('closed');
        setTimeout(begin, 100);
      });
    };
    begin();
  }
}

process.stdin.resume().on('end', () => {
  console.log([...answers].map((each) => each.join(': ')).join(', '));
  process.exit(0);
});
const begun = KINDS[kind]();
// A flood that needs preparation, such as events, has begun when that is done.
if (kind !== 'commands') await begun;
await sleep(500);
console.log('begun');
